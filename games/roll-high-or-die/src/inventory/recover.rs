//! After a fight: half of what was shot is found again, and everything that was thrown.

use boneyard_table::{Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::slot::room;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::combat::{able, at_ease, known};
use crate::fact::{GearFact, TableFact};
use crate::rules;
use crate::state::{Place, Ware};

/// Somebody picks up what was shot and thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recover {
    /// Who.
    pub who: Who,
}

const RULE: boneyard_table::RuleId = rules::RH_HOUSE_13H;
const SECONDS: u64 = 600;

/// Somebody picks up what was shot and thrown.
pub fn recover(cx: &mut Cx<'_, RollHighOrDie>, recover: Recover) -> Flow {
    let who = recover.who;
    known(cx.state(), who)?;
    able(cx.state(), who)?;
    at_ease(cx.state(), RULE)?;
    let all = 0..cx.state().live(who).items.len();
    let shot = |item: &usize| cx.state().live(who).items[*item].spent > 0;
    let lies = |item: &usize| {
        let thrown =
            matches!(&cx.state().sheet(who).items[*item].ware, Ware::Weapon(arms) if arms.thrown().is_some());
        thrown && matches!(cx.state().live(who).items[*item].place, Place::Floor(_))
    };
    let (shots, thrown): (Vec<usize>, Vec<usize>) =
        (all.clone().filter(shot).collect(), all.filter(lies).collect());
    if shots.is_empty() && thrown.is_empty() {
        let sentence = format!("{} has shot and thrown nothing that lies about.", cx.state().name(who));
        return refuse(Refusal::new(RULE, "nothing", sentence));
    }
    for number in shots {
        let one = cx.state().one(who);
        let (thing, now) = (&one.sheet.items[number], &one.live.items[number]);
        let row = thing.like.and_then(|like| cx.book().ammunition.get(like.as_str()));
        let back = if row.is_some_and(|row| row.recover) { now.spent / 2 } else { 0 };
        let (item, count, gone) = (number as u8, now.count + back, now.place == Place::Gone);
        record(cx, RULE, GearFact::Spent { who, item, spent: 0 }.into());
        if back > 0 {
            record(cx, RULE, GearFact::Count { who, item, count }.into());
            if gone {
                record(cx, RULE, GearFact::Placed { who, item, to: Place::Quiver }.into());
            }
        }
    }
    for number in thrown {
        let thing = cx.state().sheet(who).items[number].clone();
        if let Ok(to) = room(cx.state(), cx.book(), who, &thing) {
            record(cx, RULE, GearFact::Placed { who, item: number as u8, to }.into());
        }
    }
    let to = cx.state().now.later(SECONDS);
    record(cx, RULE, TableFact::Time { to }.into());
    Ok(())
}
