//! Fatigue, wounds and death of adventurers, and wounds of creatures without attributes. What a
//! fall does to morale is with the fight.

mod command;
mod foe;
mod heal;
mod place;
mod take;
mod tire;

pub use command::{Afflict, Cure, Harm, HealBy, Recover, TireBy};
pub use foe::{Strike, strike};
pub use heal::{heal, recover, recover_each};
pub use place::{dies, falls, place_at};
pub use take::{Hit, take, worn_armor};
pub use tire::{tire, tire_chosen};

use boneyard_table::{Cx, Flow, RuleId, Who};

use crate::DeadWeight;
use crate::book::Passive;
use crate::fact::HurtFact;
use crate::gear::carries_such;
use crate::rules;
use crate::state::Affliction;

/// Gives an affliction; one that is there already is ignored.
pub fn afflicted(cx: &mut Cx<'_, DeadWeight>, who: Who, what: Affliction, rule: RuleId) -> Flow<bool> {
    let ring = if what == Affliction::Plagued { ring(cx, who) } else { None };
    ring.into_iter().for_each(|ring| cx.cite(ring));
    let one = cx.state().one(who);
    let immune = ring.is_some() || (!one.sheet.is_hero() && what != Affliction::Bleeding);
    if immune || one.live.suffers(what) || one.live.dead {
        cx.cite(rules::DW_AFFL_01);
        return Ok(false);
    }
    cx.record(rule, HurtFact::Afflicted { who, what }.into());
    Ok(true)
}

/// The ring that keeps the plague away, if somebody wears it.
fn ring(cx: &Cx<'_, DeadWeight>, who: Who) -> Option<RuleId> {
    carries_such(cx.at(), who, |passive| matches!(passive, Passive::Immune(what) if what == "Plagued"))
}

/// Ends an affliction, if it is there.
pub fn cured(cx: &mut Cx<'_, DeadWeight>, who: Who, what: Affliction, rule: RuleId) -> bool {
    let ails = cx.state().live(who).suffers(what);
    if ails {
        cx.record(rule, HurtFact::Cured { who, what }.into());
    }
    ails
}
