//! Leaving the expedition: near an exit, with nothing in the way.

use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};

use super::party::{self, agreed, threatened};
use crate::DeadWeight;
use crate::fact::ExpeditionFact;
use crate::hurt;
use crate::rules;
use crate::state::Affliction;

/// The whole party leaves, and the interlude begins.
pub fn leave(cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
    let rule = rules::DW_EXPL_16;
    let (group, place) = party::group(cx.state(), by, &[])?;
    let room = cx.state().expedition.room(&place).cloned().unwrap_or_default();
    if !room.is("exit") {
        return refuse(Refusal::new(rule, "no-exit", format!("There is no way out at {place}.")));
    }
    if threatened(cx.state(), &place) && !room.unaware {
        return refuse(Refusal::new(rule, "blocked", "Somebody stands in the way."));
    }
    let all: Vec<Who> = cx.state().heroes().collect();
    if let Some(who) = all.iter().find(|who| cx.state().expedition.place_of(**who) != place) {
        let sentence = format!("{} is still elsewhere.", cx.state().name(*who));
        return refuse(Refusal::new(rule, "not-together", sentence));
    }
    if !agreed(cx, by, &group, "leave this place for good", rule)? {
        return Ok(());
    }
    cx.record(rule, ExpeditionFact::Left.into());
    cx.cite(rules::DW_GAME_02);
    for who in all {
        hurt::cured(cx, who, Affliction::Hopeless, rules::DW_AFFL_14);
    }
    Ok(())
}
