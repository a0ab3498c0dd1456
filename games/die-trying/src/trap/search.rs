//! Looking for traps and hidden things: the TS rolls in secret, and only what is found is told.

use boneyard_table::{Audience, Cx, Flow, Who};

use crate::DieTrying;
use crate::check::{self, Check, add, by_sight};
use crate::fact::TrapFact;
use crate::passive;
use crate::rules;
use crate::state::{Condition, Proficiency, Spot, State};

/// How far a search reaches, in squares: a room.
const ROOM: u32 = 6;

/// What a search by somebody could find: traps and caches, by their places in the lists.
fn hidden(state: &State, who: Who) -> (Vec<u8>, Vec<u8>) {
    let here = state.live(who).at;
    let near = |at: Option<Spot>| match (here, at) {
        (Some(here), Some(at)) => {
            boneyard_board::Diagonals::Equal.distance(here.footprint(1), at.footprint(1)) <= ROOM
        }
        _ => true,
    };
    let traps =
        state.traps.iter().enumerate().filter(|(_, laid)| !laid.found && !laid.spent && near(laid.at));
    let caches = state.caches.iter().enumerate().filter(|(_, cache)| !cache.found && near(cache.at));
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
    let (mut traps, mut caches) = hidden(state, who);
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
    for nth in caches {
        let dc = cx.state().caches[usize::from(nth)].find.unwrap_or(0);
        if thrown.against(i16::from(dc)).succeeded() {
            cx.record(rule, TrapFact::FoundCache { nth, by: who }.into());
        }
    }
    Ok(())
}
