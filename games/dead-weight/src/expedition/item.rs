//! Using things on the way and in camp: quick ones for nothing, slow ones for a turn. What a thing does is
//! with gear; things of a fight are used there.

use boneyard_table::{Cx, Flow, Refusal, Seat, refuse};

use super::party::{self, agreed};
use super::turns::pass;
use crate::DeadWeight;
use crate::gear::{UseItem, apply_use, usable};
use crate::rules;
use crate::state::Doing;

/// Uses a thing: quick for nothing, slow for a turn; in camp both for nothing.
pub fn use_item(cx: &mut Cx<'_, DeadWeight>, by: Seat, wanted: &UseItem) -> Flow {
    let who = wanted.who;
    let setup = cx.state().battle.as_ref().is_some_and(|battle| battle.setup);
    let camping = cx.state().doing() == Doing::Camp;
    if !camping && !setup {
        party::exploring(cx.state())?;
    }
    let book = cx.book();
    let ready = usable(cx.state(), book, wanted)?;
    let row = ready.row;
    match row.tag.as_deref() {
        Some("camp") if camping => {
            let sentence = "Camp items take the camp action for them.";
            return refuse(Refusal::new(rules::DW_CAMP_05, "camp-item", sentence));
        }
        Some("camp") => {
            let sentence = format!("The {} can only be used in camp.", row.name);
            return refuse(Refusal::new(rules::DW_EXPL_11, "camp-item", sentence));
        }
        Some("cook") => {
            let sentence = format!("The {} has to be cooked in camp.", row.name);
            return refuse(Refusal::new(rules::DW_CAMP_09, "not-cooked", sentence));
        }
        Some("slow") if !camping => {
            let (_, place) = party::group(cx.state(), by, &[who])?;
            let all = party::present(cx.state(), &place);
            if !agreed(cx, by, &all, &format!("take time for the {}", row.name), rules::DW_EXPL_11)? {
                return Ok(());
            }
            cx.within((who, wanted.item), |cx| apply_use(cx, wanted, &ready))?;
            return pass(cx, 1);
        }
        _ => {}
    }
    cx.cite(if camping { rules::DW_CAMP_05 } else { rules::DW_EXPL_15 });
    apply_use(cx, wanted, &ready)
}
