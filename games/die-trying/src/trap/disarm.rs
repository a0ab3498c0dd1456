//! Disarming a trap that was found.

use boneyard_table::{At, Cx, Flow, Refusal, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::known::{known_trap, trap_spots};
use super::spring::spring;
use super::worth::dealt_with;
use crate::DieTrying;
use crate::check::{self, Check, add};
use crate::combat::{Cost, as_bonus, legal, pay_deed};
use crate::fact::{GearFact, TrapFact};
use crate::gear;
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Degree, Proficiency, Ware};
use crate::time;

/// Disarms a trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Disarm {
    /// Who.
    pub who: Who,
    /// Which, by the number the heroes know it by.
    pub trap: u8,
    /// As a Bonus Action, for who can.
    #[serde(default)]
    pub bonus: bool,
}

/// Tries one person has.
const TRIES: usize = 2;
/// What the parts of a trap are worth.
const PARTS: u32 = 5;

/// Whether somebody may try to disarm a trap.
pub fn check_disarm(at: At<'_, DieTrying>, disarm: Disarm) -> Result<(), Refusal> {
    let (state, book, who, rule) = (at.state, at.book, disarm.who, rules::DT_HOUSE_15H);
    legal(state, book, who, if disarm.bonus { Cost::Bonus } else { Cost::Action })?;
    if disarm.bonus && !as_bonus(state, book, who, "disarm") {
        let sentence = "Disarming takes an Action.";
        return Err(Refusal::new(rules::DT_COM_12, "not-a-bonus-action", sentence));
    }
    let bad = |code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    // What was not found is refused like what is not there.
    let Some((_, laid)) = known_trap(state, disarm.trap) else {
        return bad("not-found", "There is no such trap that was found.".into());
    };
    if laid.spent {
        return bad("spent", "This trap is no danger any more.".into());
    }
    if gear::owned(state, who, |ware| *ware == Ware::Tools).is_none() {
        let sentence = "Without Thieves Tools no trap is disarmed.";
        return Err(Refusal::new(rules::DT_ITEM_01, "no-tools", sentence));
    }
    if laid.tried.iter().filter(|other| **other == who).count() >= TRIES {
        return bad("tried", format!("{} has tried it twice.", state.name(who)));
    }
    let spots = trap_spots(state, laid);
    let beside = |here: crate::state::Spot| {
        let far = |there: &crate::state::Spot| {
            boneyard_board::Diagonals::Equal.distance(here.footprint(1), there.footprint(1))
        };
        spots.is_empty() || spots.iter().any(|spot| far(spot) <= 1)
    };
    if state.live(who).at.is_some_and(|here| !beside(here)) {
        return bad("too-far", "The trap is more than 5 feet away.".into());
    }
    Ok(())
}

/// Tries to disarm a trap.
pub fn disarm(cx: &mut Cx<'_, DieTrying>, disarm: Disarm) -> Flow {
    check_disarm(cx.at(), disarm)?;
    let (who, rule) = (disarm.who, rules::DT_HOUSE_15H);
    let (state, book) = (cx.state(), cx.book());
    let Some((nth, _)) = known_trap(state, disarm.trap) else { return Ok(()) };
    let fights = state.battle.is_some();
    let trap = state.traps[usize::from(nth)].trap;
    let Some(row) = book.traps.get(trap.as_str()) else { return Ok(()) };
    let mut check = Check::skill(state, book, who, Proficiency::Thievery, rule);
    passive::adjust(state, book, who, "disarm-trap", None, &mut check.parts);
    let wrench = trap == rules::DT_TRAP_04H
        && state.one(who).sheet.items.iter().any(|thing| thing.name == "lever wrench");
    add(&mut check.parts, "Lever wrench", i16::from(wrench), rules::DT_DUN_04H);
    pay_deed(cx, who, disarm.bonus, "disarm", rule);
    cx.cite(rules::DT_ITEM_01);
    cx.cite(trap);
    sight::acted(cx, who);
    let (degree, _) = cx.within((who, nth, fights), |cx| check::make(cx, check, i16::from(row.disarm)))?;
    cx.record(rule, TrapFact::Tried { nth, who }.into());
    match degree {
        Degree::CriticalSuccess => {
            cx.record(rule, TrapFact::Spent { nth }.into());
            let to = cx.state().sheet(who).silver + PARTS;
            cx.cite(rules::DT_HOUSE_04H);
            cx.record(rules::DT_CHECK_09, GearFact::Silver { who, to }.into());
            dealt_with(cx, nth);
        }
        Degree::Success => {
            cx.record(rule, TrapFact::Spent { nth }.into());
            dealt_with(cx, nth);
        }
        Degree::Failure => {}
        Degree::CriticalFailure => {
            cx.cite(rules::DT_CHECK_09);
            cx.cite(rules::DT_HOUSE_04H);
            cx.within((who, nth, fights), |cx| spring(cx, nth, who))?;
        }
    }
    if fights {
        return Ok(());
    }
    let to = cx.state().now.later(60);
    time::advance(cx, to)
}
