//! What a thing is used on, and everything that has to be there for it.

use boneyard_table::{At, Refusal, Who};

use super::uses::UseItem;
use crate::DeadWeight;
use crate::book::{Effect, GearRow, UseRow};
use crate::combat;
use crate::expedition;
use crate::rules;
use crate::state::{Place, State};
use crate::weapon::Band;

/// Turns within which the dead can be called back.
const FRESH: u16 = 5;

/// A location next to somebody's, by its name, if a way that is known leads there.
pub(super) fn next_to(state: &State, who: Who, name: &str) -> Option<String> {
    let here = state.expedition.place_of(who);
    let ways = expedition::ways(state, here);
    ways.into_iter().map(|(to, ..)| to).find(|to| to.eq_ignore_ascii_case(name.trim()))
}

/// Whether what a use needs is there.
pub(super) fn check_needs(
    at: At<'_, DeadWeight>,
    wanted: &UseItem,
    row: &GearRow,
    used: &UseRow,
) -> Result<(), Refusal> {
    let (state, rule) = (at.state, rules::DW_INV_10);
    let here = state.expedition.place_of(wanted.who);
    let place = wanted.place.as_deref().and_then(|name| next_to(state, wanted.who, name));
    let locked = |to: &String| {
        let known = expedition::ways(state, here);
        known.iter().any(|(name, _, locked)| name == to && *locked)
    };
    let aims =
        used.effects.iter().any(|effect| matches!(effect, Effect::Reveal(what) if what == "next-room"));
    if (aims || used.target.as_deref() == Some("door")) && place.is_none() {
        let sentence = format!("Say for which place next to this one: the {}.", row.name);
        return Err(Refusal::new(rule, "which-place", sentence));
    }
    for need in &used.needs {
        let missing = match need.as_str() {
            "not-exposed" if state.expedition.room(here).is_some_and(|room| room.is("exposed")) => {
                Some(("exposed", format!("The {} is no use in so exposed a place.", row.name)))
            }
            "lock" if !place.as_ref().is_some_and(locked) => {
                Some(("not-locked", "No locked way leads there from here.".to_owned()))
            }
            "crafting" if !state.sheet(wanted.who).skilled(rules::DW_SKILL_07) => {
                Some(("no-skill", format!("The {} takes Crafting.", row.name)))
            }
            _ => None,
        };
        if let Some((code, sentence)) = missing {
            return Err(Refusal::new(rule, code, sentence));
        }
    }
    Ok(())
}

/// Whom a use falls on, and on which thing of one's own.
pub(super) fn targets(
    at: At<'_, DeadWeight>,
    wanted: &UseItem,
    row: &GearRow,
    used: &UseRow,
) -> Result<(Vec<Who>, Option<u8>), Refusal> {
    let (state, who) = (at.state, wanted.who);
    let bad = |code: &str, sentence: String| Err(Refusal::new(rules::DW_INV_10, code, sentence));
    match used.target.as_deref().unwrap_or("self") {
        "character" => {
            let target = wanted.target.unwrap_or(who);
            check_character(state, who, target)?;
            Ok((vec![target], None))
        }
        "party" => Ok((state.heroes().filter(|other| together(state, who, *other)).collect(), None)),
        "item" => own_thing(at, wanted, row, used).map(|on| (vec![who], on)),
        "weapon" => {
            let Some(on) = wanted.on.or_else(|| wielded(at, who)).filter(|on| is_weapon(at, who, *on)) else {
                return bad("no-weapon", format!("Say which weapon of yours the {} is for.", row.name));
            };
            Ok((vec![who], Some(on)))
        }
        "enemy" => {
            let Some(target) = wanted.target else {
                return bad("no-target", format!("Say whom the {} is for.", row.name));
            };
            check_enemy(at, who, target, row, used)?;
            Ok((vec![target], None))
        }
        "creature" => match wanted.target {
            Some(target) if captive(state, who, target) => Ok((vec![target], None)),
            _ => bad("no-captive", format!("The {} takes a captive.", row.name)),
        },
        "corpse" => match wanted.target {
            Some(target) if fresh(state, who, target) => Ok((vec![target], None)),
            _ => bad("no-corpse", format!("That takes a companion here, dead for fewer than {FRESH} turns.")),
        },
        _ => Ok((vec![who], None)),
    }
}

fn together(state: &State, who: Who, other: Who) -> bool {
    state.expedition.place_of(who) == state.expedition.place_of(other)
}

/// An adventurer at hand: in the same place, in a fight on the same tile.
fn check_character(state: &State, who: Who, target: Who) -> Result<(), Refusal> {
    let rule = rules::DW_INV_10;
    match state.creature(target) {
        Some(other) if other.sheet.is_hero() && !other.live.dead && other.sheet.draft.is_none() => {}
        _ => return Err(Refusal::new(rule, "nobody", "There is nobody like that to use it on.")),
    }
    if state.battle.is_some() && combat::distance(state, who, target) != Some(0) {
        let sentence = "That has to be somebody on the same tile.";
        return Err(Refusal::new(rules::DW_ACT_09, "another-tile", sentence));
    }
    if !together(state, who, target) {
        return Err(Refusal::new(rule, "elsewhere", "They are not in the same place."));
    }
    Ok(())
}

fn check_enemy(
    at: At<'_, DeadWeight>,
    who: Who,
    target: Who,
    row: &GearRow,
    used: &UseRow,
) -> Result<(), Refusal> {
    let (state, rule) = (at.state, rules::DW_INV_10);
    let Some(one) = state.creature(target).filter(|one| !one.live.dead && !one.live.away) else {
        return Err(Refusal::new(rule, "nobody", "There is nobody like that here."));
    };
    let name = &one.sheet.name;
    if !combat::hostile(state, who, target) {
        return Err(Refusal::new(rule, "own-side", format!("{name} is on your own side.")));
    }
    if !used.only.is_empty() && !used.only.iter().any(|tag| one.sheet.is(tag)) {
        return Err(Refusal::new(rule, "not-that-kind", format!("The {} does nothing to {name}.", row.name)));
    }
    if state.battle.is_some() {
        return combat::check_reach(at, who, target, Band::Nearby, rule);
    }
    let here = state.expedition.room(state.expedition.place_of(who));
    if here.is_none_or(|room| !room.foes.contains(&target)) {
        return Err(Refusal::new(rule, "elsewhere", format!("{name} is not here.")));
    }
    Ok(())
}

/// The own thing a use is for: what was named, where it has to be.
fn own_thing(
    at: At<'_, DeadWeight>,
    wanted: &UseItem,
    row: &GearRow,
    used: &UseRow,
) -> Result<Option<u8>, Refusal> {
    let rule = rules::DW_INV_10;
    let live = at.state.live(wanted.who);
    if used.effects.iter().any(|effect| matches!(effect, Effect::Refill(_))) {
        return Ok(None);
    }
    let there = |on: &u8| live.items.get(usize::from(*on)).is_some_and(|now| now.place != Place::Gone);
    match wanted.on.filter(there) {
        Some(on) => Ok(Some(on)),
        None => Err(Refusal::new(rule, "which-thing", format!("Say what the {} is for.", row.name))),
    }
}

fn is_weapon(at: At<'_, DeadWeight>, who: Who, item: u8) -> bool {
    let one = at.state.one(who);
    let now = one.live.items.get(usize::from(item)).is_some_and(|now| now.place != Place::Gone);
    let kind = one.sheet.items.get(usize::from(item)).and_then(|sheet| sheet.kind);
    now && kind.is_some_and(|kind| at.book.weapons.get(kind.as_str()).is_some())
}

fn wielded(at: At<'_, DeadWeight>, who: Who) -> Option<u8> {
    let items = at.state.live(who).items.iter().enumerate();
    let mut ready = items.filter(|(_, now)| now.wielded && now.place.is_hand()).map(|(item, _)| item as u8);
    ready.find(|item| is_weapon(at, who, *item))
}

/// Whether somebody is at the party's mercy: taken, or at peace with it and here.
fn captive(state: &State, who: Who, target: Who) -> bool {
    let Some(one) = state.creature(target).filter(|one| !one.live.dead && !one.sheet.is_hero()) else {
        return false;
    };
    let here = state.expedition.room(state.expedition.place_of(who));
    one.live.away || here.is_some_and(|room| room.peace && room.foes.contains(&target))
}

fn fresh(state: &State, who: Who, target: Who) -> bool {
    let way = &state.expedition;
    let dead = state.creature(target).is_some_and(|one| one.sheet.is_hero() && one.live.dead);
    let fell = way.fallen.iter().rev().find(|(known, _)| *known == target);
    dead && together(state, who, target)
        && fell.is_some_and(|(_, turn)| way.turn.saturating_sub(*turn) < FRESH)
}
