//! Locks: picked, forced, opened by magic, jammed.

use boneyard_table::{At, Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::spring::spring;
use crate::DieTrying;
use crate::check::{self, Check};
use crate::combat::{Cost, as_bonus, legal, pay};
use crate::effect::{AimedAt, Source};
use crate::fact::{CheckFact, TrapFact};
use crate::gear;
use crate::rules;
use crate::state::{Degree, Lock, Proficiency, State, Ware};
use crate::time;

/// Picks a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PickLock {
    /// Who.
    pub who: Who,
    /// Which, by its number.
    pub lock: u8,
    /// As a Bonus Action, for who can.
    #[serde(default)]
    pub bonus: bool,
}

/// Forces a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForceLock {
    /// Who.
    pub who: Who,
    /// Which, by its number.
    pub lock: u8,
}

fn shut(state: &State, nth: u8) -> Result<&Lock, Refusal> {
    let lock = state.locks.get(usize::from(nth)).filter(|lock| !lock.open);
    lock.ok_or_else(|| Refusal::new(rules::DT_HOUSE_16H, "no-lock", "There is no such lock that is shut."))
}

/// Whether somebody may pick a lock.
pub fn check_pick(at: At<'_, DieTrying>, pick: PickLock) -> Result<(), Refusal> {
    let (state, book, who) = (at.state, at.book, pick.who);
    legal(state, book, who, if pick.bonus { Cost::Bonus } else { Cost::Action })?;
    if pick.bonus && !as_bonus(state, book, who, "pick-lock") {
        let sentence = "Picking a lock takes a minute, or an Action for the quick.";
        return Err(Refusal::new(rules::DT_COM_12, "not-a-bonus-action", sentence));
    }
    shut(state, pick.lock)?;
    if gear::owned(state, who, |ware| *ware == Ware::Tools).is_none() {
        let sentence = "Without Thieves Tools no lock is picked.";
        return Err(Refusal::new(rules::DT_ITEM_01, "no-tools", sentence));
    }
    Ok(())
}

/// Picks a lock.
pub fn pick_lock(cx: &mut Cx<'_, DieTrying>, pick: PickLock) -> Flow {
    check_pick(cx.at(), pick)?;
    let (who, nth, rule) = (pick.who, pick.lock, rules::DT_HOUSE_16H);
    let lock = &cx.state().locks[usize::from(nth)];
    let (dc, jammed) = (i16::from(lock.dc) + i16::from(lock.jammed), lock.jammed);
    let fights = cx.state().battle.is_some();
    pay(cx, who, if pick.bonus { Cost::Bonus } else { Cost::Action }, rule);
    cx.cite(rules::DT_ITEM_01);
    let check = Check::skill(cx.state(), cx.book(), who, Proficiency::Thievery, rule);
    let (degree, _) = cx.within((who, nth, fights), |cx| check::make(cx, check, dc))?;
    match degree {
        Degree::Failure => {}
        Degree::CriticalFailure => {
            cx.cite(rules::DT_HOUSE_04H);
            let fact = TrapFact::Lock { nth, open: false, jammed: jammed + 2, forced: None };
            cx.record(rules::DT_CHECK_09, fact.into());
        }
        Degree::Success | Degree::CriticalSuccess => opened(cx, nth, rule),
    }
    if fights || degree == Degree::CriticalSuccess {
        return Ok(());
    }
    let to = cx.state().now.later(60);
    time::advance(cx, to)
}

/// A lock is open.
pub fn opened(cx: &mut Cx<'_, DieTrying>, nth: u8, rule: boneyard_table::RuleId) {
    let jammed = cx.state().locks.get(usize::from(nth)).map_or(0, |lock| lock.jammed);
    cx.record(rule, TrapFact::Lock { nth, open: true, jammed, forced: None }.into());
}

/// Forces a lock, once each.
pub fn force_lock(cx: &mut Cx<'_, DieTrying>, force: ForceLock) -> Flow {
    let (who, nth, rule) = (force.who, force.lock, rules::DT_HOUSE_16H);
    legal(cx.state(), cx.book(), who, Cost::Action)?;
    let lock = shut(cx.state(), nth)?;
    if lock.forced.contains(&who) {
        let sentence = format!("{} has tried that already.", cx.state().name(who));
        return refuse(Refusal::new(rule, "tried", sentence));
    }
    let (iron, jammed) = (lock.dc >= 6, lock.jammed);
    pay(cx, who, Cost::Action, rule);
    let dc = if iron { 8 } else { 6 };
    let check = Check::skill(cx.state(), cx.book(), who, Proficiency::Athletics, rule);
    let (degree, _) = cx.within((who, nth, jammed), |cx| check::make(cx, check, dc))?;
    let open = degree.succeeded();
    cx.record(rule, TrapFact::Lock { nth, open, jammed, forced: Some(who) }.into());
    let text = "It is heard for 100 feet.".to_owned();
    cx.record(rule, CheckFact::Extra { who, text }.into());
    crate::dungeon::alarm(cx, who)
}

/// Magic opens a lock or spends a trap near whom it is aimed at, if the DC is no higher.
pub fn unlocked(cx: &mut Cx<'_, DieTrying>, source: Source, by: Who, aim: AimedAt, most: i16) -> Flow {
    let state = cx.state();
    let lock = aim.item.or_else(|| state.locks.iter().position(|lock| !lock.open).map(|nth| nth as u8));
    let fits = |nth: &u8| {
        state
            .locks
            .get(usize::from(*nth))
            .is_some_and(|lock| i16::from(lock.dc) + i16::from(lock.jammed) <= most)
    };
    if let Some(nth) = lock.filter(fits) {
        opened(cx, nth, source.rule);
        return Ok(());
    }
    let trap = state.traps.iter().position(|laid| {
        let row = cx.book().traps.get(laid.trap.as_str());
        laid.found && !laid.spent && row.is_some_and(|row| i16::from(row.disarm) <= most)
    });
    match trap {
        Some(nth) => cx.record(source.rule, TrapFact::Spent { nth: nth as u8 }.into()),
        None => {
            let text = "Nothing here opens by that.".to_owned();
            cx.record(source.rule, CheckFact::Extra { who: by, text }.into());
        }
    }
    Ok(())
}

/// Magic jams a lock; a trap goes off.
pub fn jammed(cx: &mut Cx<'_, DieTrying>, source: Source, by: Who, aim: AimedAt, more: i16) -> Flow {
    let state = cx.state();
    let lock = aim.item.or_else(|| state.locks.iter().position(|lock| !lock.open).map(|nth| nth as u8));
    if let Some((nth, lock)) = lock.and_then(|nth| Some((nth, state.locks.get(usize::from(nth))?))) {
        let jammed = lock.jammed.saturating_add(u8::try_from(more).unwrap_or(0));
        cx.record(source.rule, TrapFact::Lock { nth, open: false, jammed, forced: None }.into());
        return Ok(());
    }
    match state.traps.iter().position(|laid| laid.found && !laid.spent) {
        Some(nth) => spring(cx, nth as u8, by),
        None => Ok(()),
    }
}
