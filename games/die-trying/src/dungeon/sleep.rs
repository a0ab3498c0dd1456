//! Sleepers of a dungeon: what wakes them, and going past them on tiptoe.

use boneyard_table::{Cx, Flow, RuleId, Who};

use super::rooms::room_at;
use crate::DieTrying;
use crate::book::Book;
use crate::check::{self, Check, skill_bonus};
use crate::hurt::end_affects;
use crate::sight;
use crate::state::{Condition, Fate, Proficiency, State, What};

/// Somebody asleep in the dungeon wakes.
pub fn wake(cx: &mut Cx<'_, DieTrying>, who: Who, rule: RuleId) {
    if !cx.state().live(who).is(Condition::Unconscious) {
        return;
    }
    let book = cx.book();
    cx.cite(rule);
    end_affects(cx, who, |affect| {
        matches!(affect.what, What::Is(Condition::Unconscious, _)) && natural(book, affect.by)
    });
}

/// Whether sleep comes from the place and not from magic or a blow.
fn natural(book: &Book, by: RuleId) -> bool {
    book.rooms.get(by.as_str()).is_some()
}

/// The one who sleeps near somebody loud wakes.
pub fn wakes(cx: &mut Cx<'_, DieTrying>, who: Who, rule: RuleId) {
    let state = cx.state();
    let near: Vec<Who> = state
        .beings()
        .filter(|other| {
            state.live(*other).is(Condition::Unconscious)
                && sight::distance(state, who, *other).is_none_or(|far| far <= 20)
        })
        .collect();
    for other in near {
        wake(cx, other, rule);
    }
}

/// Those who sleep of themselves in the room somebody is in.
pub fn sleepers(state: &State, book: &Book, who: Who) -> Vec<Who> {
    let room = |who: Who| state.live(who).at.and_then(|at| room_at(book, at)).map(|room| room.id);
    let Some(here) = room(who).filter(|_| state.dungeon.is_some()) else { return Vec::new() };
    let sleeps = |other: &Who| {
        let live = state.live(*other);
        live.fate == Fate::Up
            && room(*other) == Some(here)
            && live.affects.iter().any(|affect| {
                matches!(affect.what.what, What::Is(Condition::Unconscious, _))
                    && natural(book, affect.what.by)
            })
    };
    state.beings().filter(sleeps).collect()
}

/// A fight in a room wakes the one who sleeps there.
pub fn fight_wakes(cx: &mut Cx<'_, DieTrying>, fighters: &[Who]) {
    for who in fighters {
        for sleeper in sleepers(cx.state(), cx.book(), *who) {
            if let Some(room) = cx.state().live(sleeper).at.and_then(|at| room_at(cx.book(), at)) {
                wake(cx, sleeper, room.id);
            }
        }
    }
}

/// A hero has come nearer to somebody asleep: one Stealth check against what each hears in its sleep.
pub fn tiptoes(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    if cx.state().battle.is_some() || cx.state().sheet(who).side != 0 {
        return Ok(());
    }
    let (state, book) = (cx.state(), cx.book());
    let asleep = sleepers(state, book, who);
    let Some(room) = state.live(who).at.and_then(|at| room_at(book, at)).filter(|_| !asleep.is_empty())
    else {
        return Ok(());
    };
    let hears = |sleeper: &Who| 4 + skill_bonus(state, book, *sleeper, Proficiency::Perception);
    let dcs: Vec<(Who, i16)> = asleep.iter().map(|sleeper| (*sleeper, hears(sleeper))).collect();
    let check = Check::skill(state, book, who, Proficiency::Stealth, room.id);
    let thrown = cx.within((who, asleep.len() as u16), |cx| check::throw(cx, check))?;
    for (sleeper, dc) in dcs {
        if !thrown.against(dc).succeeded() {
            wake(cx, sleeper, room.id);
        }
    }
    Ok(())
}
