//! Facts of traps, locks and caches.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{Cache, Laid, Lock, State, Worth};

/// Something that became true of a trap, a lock or a cache.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TrapFact {
    /// A trap is laid.
    Laid {
        /// Which.
        laid: Laid,
    },
    /// A lock is there.
    Locked {
        /// Which.
        lock: Lock,
    },
    /// A cache is there.
    Hid {
        /// Which.
        cache: Cache,
    },
    /// A trap was found.
    Found {
        /// By its place in the list.
        nth: u8,
        /// By whom.
        by: Who,
    },
    /// A cache was found.
    FoundCache {
        /// By its place in the list.
        nth: u8,
        /// By whom.
        by: Who,
    },
    /// Somebody has tried to disarm it.
    Tried {
        /// By its place in the list.
        nth: u8,
        /// Who.
        who: Who,
    },
    /// A trap goes off.
    Sprung {
        /// By its place in the list.
        nth: u8,
        /// Who set it off.
        who: Who,
        /// Ready again.
        resets: bool,
    },
    /// A room closes in: its rounds so far, counted from 1.
    Closing {
        /// By its place in the list.
        nth: u8,
        /// How many.
        rounds: u8,
    },
    /// A trap is no danger any more.
    Spent {
        /// By its place in the list.
        nth: u8,
    },
    /// What a trap is worth to the heroes now.
    Worth {
        /// By its place in the list.
        nth: u8,
        /// What.
        worth: Worth,
    },
    /// A lock is open, or somebody failed to force it.
    Lock {
        /// By its place in the list.
        nth: u8,
        /// Open.
        open: bool,
        /// DC more until the next day.
        jammed: u8,
        /// Who forced it, or tried to.
        #[serde(default)]
        forced: Option<Who>,
    },
    /// A cache is empty.
    Emptied {
        /// By its place in the list.
        nth: u8,
        /// By whom.
        by: Who,
    },
}

pub(super) fn apply(state: &mut State, fact: &TrapFact) {
    match fact {
        TrapFact::Laid { laid } => {
            state.traps.push(laid.clone());
            if laid.found {
                learn(&mut state.known_traps, state.traps.len() - 1);
            }
        }
        TrapFact::Locked { lock } => state.locks.push(lock.clone()),
        TrapFact::Hid { cache } => {
            state.caches.push(cache.clone());
            if cache.found {
                learn(&mut state.known_caches, state.caches.len() - 1);
            }
        }
        TrapFact::Found { nth, .. } => {
            trap(state, *nth, |laid| laid.found = true);
            learn(&mut state.known_traps, usize::from(*nth));
        }
        TrapFact::FoundCache { nth, .. } => {
            if let Some(cache) = state.caches.get_mut(usize::from(*nth)) {
                cache.found = true;
            }
            learn(&mut state.known_caches, usize::from(*nth));
        }
        TrapFact::Tried { nth, who } => trap(state, *nth, |laid| laid.tried.push(*who)),
        TrapFact::Sprung { nth, resets, .. } => {
            trap(state, *nth, |laid| (laid.found, laid.spent) = (true, !resets));
            learn(&mut state.known_traps, usize::from(*nth));
        }
        TrapFact::Closing { nth, rounds } => trap(state, *nth, |laid| laid.rounds = *rounds),
        TrapFact::Spent { nth } => trap(state, *nth, |laid| (laid.spent, laid.rounds) = (true, 0)),
        TrapFact::Worth { nth, worth } => trap(state, *nth, |laid| laid.worth = *worth),
        TrapFact::Lock { nth, open, jammed, forced } => {
            if let Some(lock) = state.locks.get_mut(usize::from(*nth)) {
                (lock.open, lock.jammed) = (*open, *jammed);
                lock.forced.extend(*forced);
            }
        }
        TrapFact::Emptied { nth, .. } => {
            if let Some(cache) = state.caches.get_mut(usize::from(*nth)) {
                (cache.empty, cache.silver) = (true, 0);
                cache.things.clear();
            }
        }
    }
}

fn learn(known: &mut Vec<u8>, nth: usize) {
    if let Ok(nth) = u8::try_from(nth)
        && !known.contains(&nth)
    {
        known.push(nth);
    }
}

fn trap(state: &mut State, nth: u8, change: impl FnOnce(&mut Laid)) {
    if let Some(laid) = state.traps.get_mut(usize::from(nth)) {
        change(laid);
    }
}
