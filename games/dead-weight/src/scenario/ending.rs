//! How an expedition ended, in a few words: what bots are counted by.

use boneyard_table::{At, Who};

use crate::DeadWeight;
use crate::state::{Doing, Place};

/// Rooms a party has seen that did more than put its head in.
const SEEN: usize = 3;

/// How the last expedition ended; nothing while one can go on, or where there was none.
pub fn ending(at: At<'_, DeadWeight>) -> Option<&'static str> {
    let (state, way) = (at.state, &at.state.expedition);
    if way.site.is_empty() {
        return None;
    }
    let party: Vec<Who> = state.everybody().filter(|who| state.sheet(*who).is_hero()).collect();
    let alive: Vec<Who> = state.heroes().collect();
    if alive.is_empty() {
        return Some("all dead");
    }
    if way.under_way {
        let captured = state.doing() != Doing::Combat && alive.iter().all(|who| state.live(*who).mortal);
        return captured.then_some("captured");
    }
    let treasure = |who: &Who| {
        let one = state.one(*who);
        one.sheet.items.iter().zip(&one.live.items).any(|(sheet, now)| {
            now.place != Place::Gone
                && sheet.kind.is_some_and(|kind| at.book.treasure.get(kind.as_str()).is_some())
        })
    };
    let loot = state.party.found > 0 || alive.iter().any(treasure);
    let seen =
        way.sites.get(&way.site).map_or(0, |site| site.rooms.values().filter(|room| room.visited).count());
    Some(match (loot, alive.len() < party.len()) {
        (true, false) => "left with loot, nobody lost",
        (true, true) => "left with loot, some dead",
        (false, _) if seen <= SEEN => "turned back",
        (false, false) => "left empty-handed, nobody lost",
        (false, true) => "left empty-handed, some dead",
    })
}
