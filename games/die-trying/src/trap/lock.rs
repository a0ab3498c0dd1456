//! Locks: picked, forced, opened by magic, jammed.

use boneyard_table::{At, Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::known::{Locked, at_lock, known_lock, name_of_lock};
use super::spring::spring;
use crate::DieTrying;
use crate::book::Book;
use crate::check::{self, Check};
use crate::combat::{Cost, as_bonus, legal, pay, pay_deed};
use crate::dungeon::known_door;
use crate::effect::Source;
use crate::fact::{CheckFact, TrapFact};
use crate::gear;
use crate::rules;
use crate::state::{Degree, Laid, Lock, Proficiency, State, Ware};
use crate::time;

/// Picks a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PickLock {
    /// Who.
    pub who: Who,
    /// Which, by what it keeps shut.
    pub lock: Locked,
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
    /// Which, by what it keeps shut.
    pub lock: Locked,
}

/// A lock within reach that is shut, with its place in the list.
fn shut<'s>(state: &'s State, book: &Book, who: Who, of: Locked) -> Result<(u8, &'s Lock), Refusal> {
    let bad = |code: &str, sentence: &str| Refusal::new(rules::DT_HOUSE_16H, code, sentence);
    // Of a door where nobody has been, nobody knows whether it has a lock, or is there at all.
    let known = |lock: &Lock| lock.door.is_none_or(|door| known_door(state, book, door));
    let lock = known_lock(state, of).filter(|(_, lock)| !lock.open);
    let lock = lock.filter(|(_, lock)| at_lock(state, who, lock) || known(lock));
    let lock = lock.ok_or_else(|| bad("no-lock", "There is no such lock that is shut."))?;
    if !at_lock(state, who, lock.1) {
        return Err(bad("too-far", "The lock is more than 5 feet away."));
    }
    Ok(lock)
}

/// Whether somebody may pick a lock.
pub fn check_pick(at: At<'_, DieTrying>, pick: PickLock) -> Result<(), Refusal> {
    let (state, book, who) = (at.state, at.book, pick.who);
    legal(state, book, who, if pick.bonus { Cost::Bonus } else { Cost::Action })?;
    if pick.bonus && !as_bonus(state, book, who, "pick-lock") {
        let sentence = "Picking a lock takes a minute, or an Action for the quick.";
        return Err(Refusal::new(rules::DT_COM_12, "not-a-bonus-action", sentence));
    }
    shut(state, book, who, pick.lock)?;
    if gear::owned(state, who, |ware| *ware == Ware::Tools).is_none() {
        let sentence = "Without Thieves Tools no lock is picked.";
        return Err(Refusal::new(rules::DT_ITEM_01, "no-tools", sentence));
    }
    Ok(())
}

/// Picks a lock.
pub fn pick_lock(cx: &mut Cx<'_, DieTrying>, pick: PickLock) -> Flow {
    check_pick(cx.at(), pick)?;
    let (who, rule) = (pick.who, rules::DT_HOUSE_16H);
    let (nth, lock) = shut(cx.state(), cx.book(), who, pick.lock)?;
    let (dc, jammed) = (i16::from(lock.dc) + i16::from(lock.jammed), lock.jammed);
    let fights = cx.state().battle.is_some();
    pay_deed(cx, who, pick.bonus, "pick-lock", rule);
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
    let (who, rule) = (force.who, rules::DT_HOUSE_16H);
    legal(cx.state(), cx.book(), who, Cost::Action)?;
    let (nth, lock) = shut(cx.state(), cx.book(), who, force.lock)?;
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

/// The first lock that is shut of those somebody knows of and could touch.
fn lock_at_hand(state: &State, who: Who) -> Option<u8> {
    let known = |lock: &Lock| !lock.open && name_of_lock(state, lock).is_some() && at_lock(state, who, lock);
    state.locks.iter().position(known).and_then(|nth| u8::try_from(nth).ok())
}

/// The first trap that was found and is a danger still, of those somebody could touch.
fn trap_at_hand(state: &State, who: Who, fits: impl Fn(&Laid) -> bool) -> Option<u8> {
    let near = |laid: &Laid| {
        laid.at.zip(state.live(who).at).is_none_or(|(there, here)| {
            boneyard_board::Diagonals::Equal.distance(here.footprint(1), there.footprint(1)) <= 1
        })
    };
    let nth = state.traps.iter().position(|laid| laid.found && !laid.spent && near(laid) && fits(laid));
    nth.and_then(|nth| u8::try_from(nth).ok())
}

/// Magic opens a lock or spends a trap within reach of the caster, if the DC is no higher.
pub fn unlocked(cx: &mut Cx<'_, DieTrying>, source: Source, by: Who, most: i16) -> Flow {
    let state = cx.state();
    let lock = lock_at_hand(state, by);
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
    let book = cx.book();
    let easy =
        |laid: &Laid| book.traps.get(laid.trap.as_str()).is_some_and(|row| i16::from(row.disarm) <= most);
    let trap = trap_at_hand(state, by, easy);
    match trap {
        Some(nth) => cx.record(source.rule, TrapFact::Spent { nth }.into()),
        None => {
            let text = "Nothing here opens by that.".to_owned();
            cx.record(source.rule, CheckFact::Extra { who: by, text }.into());
        }
    }
    Ok(())
}

/// Magic jams a lock; a trap goes off.
pub fn jammed(cx: &mut Cx<'_, DieTrying>, source: Source, by: Who, more: i16) -> Flow {
    let state = cx.state();
    let lock = lock_at_hand(state, by);
    if let Some((nth, lock)) = lock.and_then(|nth| Some((nth, state.locks.get(usize::from(nth))?))) {
        let jammed = lock.jammed.saturating_add(u8::try_from(more).unwrap_or(0));
        cx.record(source.rule, TrapFact::Lock { nth, open: false, jammed, forced: None }.into());
        return Ok(());
    }
    match trap_at_hand(state, by, |_| true) {
        Some(nth) => spring(cx, nth, by),
        None => Ok(()),
    }
}
