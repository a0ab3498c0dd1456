//! Looking for traps and hidden things: the TS rolls in secret, and only what is found is told.

use boneyard_table::{At, Audience, Cx, Flow, Who};

use super::disguise::disguised;
use super::known::trap_spots;
use crate::DieTrying;
use crate::check::{self, Check, add, by_sight};
use crate::dungeon::room_at;
use crate::fact::{TableFact, TrapFact};
use crate::passive;
use crate::rules;
use crate::state::{Cache, Condition, Laid, Proficiency, Spot};

/// How far a search reaches where there are no rooms, in squares.
const ROOM: u32 = 6;

/// Whether a search by somebody reaches a place: the room they are in, or what is near and open to them.
fn near(at: At<'_, DieTrying>, who: Who, there: Spot) -> bool {
    let Some(here) = at.state.live(who).at else { return true };
    let far = boneyard_board::Diagonals::Equal.distance(here.footprint(1), there.footprint(1));
    if far <= 1 {
        return true;
    }
    let room = |spot: Spot| room_at(at.book, spot).map(|room| room.id);
    match room(here).filter(|_| at.state.dungeon.is_some()) {
        Some(own) => room(there) == Some(own),
        None => far <= ROOM,
    }
}

/// What a search by somebody could find: traps and caches, by their places in the lists.
fn hidden(at: At<'_, DieTrying>, who: Who) -> (Vec<u8>, Vec<u8>) {
    let state = at.state;
    let trapped = |laid: &Laid| {
        let spots = trap_spots(state, laid);
        spots.is_empty() || spots.into_iter().any(|spot| near(at, who, spot))
    };
    let traps = state.traps.iter().enumerate();
    let traps = traps.filter(|(_, laid)| !laid.found && !laid.spent && trapped(laid));
    let caches = state.caches.iter().enumerate();
    let caches = caches.filter(|(_, cache)| !cache.found && cache.at.is_none_or(|spot| near(at, who, spot)));
    (traps.map(|(nth, _)| nth as u8).collect(), caches.map(|(nth, _)| nth as u8).collect())
}

/// Somebody searches where they are: one secret roll for everything that could be found.
pub fn search(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    looks(cx, who, 0, &|_| true)
}

/// Somebody moving slowly comes to a trapped square and may notice it, at -2. Gives whether they did.
pub fn careful(cx: &mut Cx<'_, DieTrying>, who: Who, nth: u8) -> Flow<bool> {
    looks(cx, who, -2, &|trap| trap == nth)?;
    Ok(cx.state().traps.get(usize::from(nth)).is_some_and(|laid| laid.found))
}

fn looks(cx: &mut Cx<'_, DieTrying>, who: Who, modifier: i16, only: &dyn Fn(u8) -> bool) -> Flow {
    let rule = rules::DT_HOUSE_15H;
    let (state, book) = (cx.state(), cx.book());
    let (mut traps, mut caches) = hidden(cx.at(), who);
    traps.retain(|nth| only(*nth));
    if modifier != 0 {
        caches.clear();
    }
    if state.live(who).is(Condition::Blinded) {
        return Ok(());
    }
    let mut check = Check::skill(state, book, who, Proficiency::Perception, rule);
    by_sight(state, book, who, None, &mut check.parts);
    passive::adjust(state, book, who, "find-trap", None, &mut check.parts);
    add(&mut check.parts, "In passing", modifier, rule);
    check.audience = Audience::GM;
    // Rolled even where there is nothing: dice that fall only near traps would tell of them.
    let thrown = cx.within((who, modifier), |cx| check::throw(cx, check))?;
    for nth in traps {
        let find = book.traps.get(cx.state().traps[usize::from(nth)].trap.as_str()).map(|row| row.find);
        if find.is_some_and(|dc| thrown.against(i16::from(dc)).succeeded()) {
            let trap = cx.state().traps[usize::from(nth)].trap;
            cx.cite(trap);
            cx.record(rule, TrapFact::Found { nth, by: who }.into());
        }
    }
    if modifier == 0 {
        crate::dungeon::find_doors(cx, who, |dc| thrown.against(dc).succeeded());
    }
    if modifier == 0 {
        let reached = |cache: &&Cache| cache.at.is_none_or(|spot| near(cx.at(), who, spot));
        let waiting = cx.state().caches.iter().filter(reached);
        let waiting: Vec<(Who, u8)> = waiting.filter_map(|cache| disguised(cx, cache)).collect();
        for (mimic, dc) in waiting {
            if thrown.against(i16::from(dc)).succeeded() {
                let entry = cx.state().sheet(mimic).like.unwrap_or(rule);
                cx.record(entry, TableFact::Shown { who: mimic }.into());
            }
        }
    }
    for nth in caches {
        let dc = cx.state().caches[usize::from(nth)].find.unwrap_or(0);
        if thrown.against(i16::from(dc)).succeeded() {
            cx.record(rule, TrapFact::FoundCache { nth, by: who }.into());
        }
    }
    Ok(())
}
