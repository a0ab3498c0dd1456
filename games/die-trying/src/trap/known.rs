//! How players name traps, caches and locks: by the order in which they came to know of them, and a lock by what
//! it keeps shut. The places in the TS's lists, with those nobody has found, never leave the table.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dungeon::{between, door_between, door_squares, secret};
use crate::gear::place_of;
use crate::state::{Laid, Lock, Spot, State};

/// What a lock keeps shut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Locked {
    /// A door, by the squares on its two sides.
    Door([Spot; 2]),
    /// A cache, by the number the heroes know it by.
    Cache(u8),
}

/// The trap the heroes know by a number, with its place in the list.
pub fn known_trap(state: &State, number: u8) -> Option<(u8, &Laid)> {
    let nth = *state.known_traps.get(usize::from(number))?;
    Some((nth, state.traps.get(usize::from(nth))?))
}

/// The squares a trap is at: its own, or those beside the door it guards; none where there is no map.
pub fn trap_spots(state: &State, laid: &Laid) -> Vec<Spot> {
    let door = laid.door.into_iter().flat_map(|door| door_squares(state, door)).filter_map(Spot::of);
    laid.at.into_iter().chain(door).collect()
}

/// The lock of a door or cache the heroes know of, with its place in the list.
pub fn known_lock(state: &State, of: Locked) -> Option<(u8, &Lock)> {
    let fits: Box<dyn Fn(&Lock) -> bool> = match of {
        Locked::Door(between) => {
            let door = door_between(state, between).filter(|door| !secret(state, *door))?;
            Box::new(move |lock| lock.door == Some(door))
        }
        Locked::Cache(number) => {
            let cache = *state.known_caches.get(usize::from(number))?;
            Box::new(move |lock| lock.cache == Some(cache))
        }
    };
    let nth = state.locks.iter().position(fits)?;
    Some((u8::try_from(nth).ok()?, &state.locks[nth]))
}

/// What a lock keeps shut, as the heroes name it; nothing where they do not know of it.
pub fn name_of_lock(state: &State, lock: &Lock) -> Option<Locked> {
    if let Some(door) = lock.door {
        return between(state, door).filter(|_| !secret(state, door)).map(Locked::Door);
    }
    let number = state.known_caches.iter().position(|known| Some(*known) == lock.cache)?;
    u8::try_from(number).ok().map(Locked::Cache)
}

/// Whether somebody stands near enough to a lock to lay a hand on it.
pub fn at_lock(state: &State, who: Who, lock: &Lock) -> bool {
    let cache = lock.cache.and_then(|nth| state.caches.get(usize::from(nth))).and_then(|cache| cache.at);
    let squares = match lock.door {
        Some(door) => door_squares(state, door),
        None => cache.map(Spot::square).into_iter().collect(),
    };
    let Some(here) = place_of(state, who).filter(|_| !squares.is_empty()) else { return true };
    squares.into_iter().any(|square| {
        boneyard_board::Diagonals::Equal.distance(here, boneyard_board::Footprint::one(square)) <= 1
    })
}
