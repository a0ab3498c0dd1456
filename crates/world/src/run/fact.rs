//! What became true of the world, and how it is written down. `apply` works nothing out; it pushes the signals that follow.

use std::collections::{BTreeMap, BTreeSet};

use boneyard_table::clock::Time;
use boneyard_table::{Kept, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::signal::Signal;
use super::world::{Coming, Heap, Id, PlaceKey, Running, Stand, TrackerNow, Waiting, Where};
use super::worldly::{Stack, Worldly};
use crate::adventure::{Effects, Standing};

/// Something about the world that became true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", bound = "")]
#[schemars(bound = "G::Thing: JsonSchema")]
pub enum WorldFact<G: Worldly> {
    /// An adventure is open.
    Opened {
        /// Under this key.
        key: Id,
        /// The adventure of the book.
        file: String,
        /// What it waits for.
        heeds: u32,
        /// Who waits where.
        waits: BTreeMap<Id, Waiting>,
        /// Trackers as they begin.
        trackers: BTreeMap<Id, TrackerNow>,
        /// Flags of places as they begin.
        flags: BTreeMap<Id, BTreeSet<Id>>,
        /// Where its `out` leads.
        out: Option<PlaceKey>,
    },
    /// What lies in a place came to be.
    Filled(PlaceKey),
    /// The clock moves on.
    Now {
        /// From.
        from: Time,
        /// To.
        to: Time,
    },
    /// Somebody is in a place.
    Went {
        /// Who.
        who: Who,
        /// Where.
        to: PlaceKey,
        /// A hero.
        hero: bool,
    },
    /// Somebody is nowhere any more.
    Left(Who),
    /// A thing, or so many of several alike, is elsewhere.
    Moved {
        /// What, as many as moved.
        thing: G::Thing,
        /// From where.
        from: Where,
        /// The heap it was in.
        heap: Option<u32>,
        /// To where.
        to: Where,
        /// The heap it is in.
        into: Option<u32>,
        /// Players know of it.
        found: bool,
    },
    /// Players know of a heap.
    Found(u32),
    /// Players know of a way.
    WayFound(Id, u16),
    /// How long a way takes, in seconds.
    WayTakes(Id, u16, u64),
    /// A place was searched.
    Searched(PlaceKey, Who),
    /// A flag of an adventure.
    Flag(Id, Id, bool),
    /// A flag of a place.
    PlaceFlag(PlaceKey, Id, bool),
    /// A tracker stands there.
    Tracker(Id, Id, i32),
    /// A tracker ends there.
    Resized(Id, Id, i32),
    /// Somebody who waits is so now.
    Waits(Id, Id, Waiting),
    /// An event happened.
    Fired {
        /// The adventure.
        key: Id,
        /// The event.
        event: Id,
        /// The day.
        day: u64,
        /// By whom.
        by: Option<Who>,
        /// At which visit.
        visit: u32,
    },
    /// An event never happens again.
    Stopped(Id, Id),
    /// Something was tried.
    Tried {
        /// The adventure.
        key: Id,
        /// The try.
        what: Id,
        /// By whom.
        who: Who,
        /// On which day.
        day: u64,
        /// At which visit.
        visit: u32,
        /// Whether it was passed.
        passed: bool,
    },
    /// A holder was opened.
    HolderOpened(Id, Id, Who),
    /// A trap went off.
    Sprung(Id, Id, Who),
    /// Something is due later.
    #[schemars(skip)]
    Later {
        /// When.
        due: Time,
        /// What.
        then: Effects<G>,
        /// Where and by whom.
        scope: super::scope::Scope,
    },
    /// It came, and is due no more.
    CameDue(u32),
    /// Somebody is told something.
    Told(Told),
    /// A noise.
    Noise(PlaceKey, u16),
    /// A fight begins, or is over.
    Fight(PlaceKey, bool),
    /// A goal stands so.
    Goal(Id, Id, Standing),
    /// An adventure has ended.
    Ended(Id, Id),
    /// What happened is settled: so many signals. If events went round, the rest was dropped.
    Settled {
        /// How many.
        many: u32,
        /// The rest was dropped.
        dropped: bool,
    },
}

/// Something that is told.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Told {
    /// What.
    pub text: String,
    /// In which place it is heard; by all players if nothing is said.
    pub at: Option<PlaceKey>,
    /// Only by the game master.
    pub gm: bool,
}

/// Writes a fact down.
pub fn apply<G: Worldly>(state: &mut G::State, fact: &WorldFact<G>) {
    for signal in write::<G>(state, fact) {
        let heeded = G::world(state).heeds() & signal.bit() != 0;
        if heeded {
            G::signals_mut(state).0.push_back(signal);
        }
    }
}

/// Writes it down, and gives the signals that follow.
fn write<G: Worldly>(state: &mut G::State, fact: &WorldFact<G>) -> Vec<Signal> {
    if let WorldFact::Moved { thing, from, heap, to, into, found } = fact {
        return moved::<G>(state, thing, (from, *heap), (to, *into), *found);
    }
    if let WorldFact::Settled { many, dropped } = fact {
        let line = &mut G::signals_mut(state).0;
        let many = if *dropped { line.len() } else { (*many as usize).min(line.len()) };
        line.drain(..many);
        return Vec::new();
    }
    let world = G::world_mut(state);
    let mut change = |key: &Id, change: &mut dyn FnMut(&mut Running)| {
        if let Some(running) = world.open.get_mut(key) {
            change(running.change());
        }
    };
    match fact {
        WorldFact::Opened { key, file, heeds, waits, trackers, flags, out } => {
            let mut running = Running {
                file: file.clone(),
                heeds: *heeds,
                waits: waits.clone(),
                trackers: trackers.clone(),
                out: out.clone(),
                ..Running::default()
            };
            for (place, flags) in flags {
                running.places.entry(place.clone()).or_default().flags = flags.clone();
            }
            world.open.insert(key.clone(), Kept::new(running));
            world.order.push(key.clone());
            return vec![Signal::Begins(key.clone())];
        }
        WorldFact::Filled(place) => change(&place.adventure, &mut |running| {
            running.places.entry(place.place.clone()).or_default().filled = true;
        }),
        WorldFact::Now { from, to } => {
            world.now = *to;
            return vec![Signal::Turned(*from, *to)];
        }
        WorldFact::Went { who, to, hero } => {
            let before = world.stands.get(who).cloned();
            if *hero && let Some(running) = world.open.get_mut(&to.adventure) {
                running.change().places.entry(to.place.clone()).or_default().visits += 1;
            }
            let from = before.as_ref().map(|stand| stand.place.clone());
            world.stands.insert(*who, Stand { place: to.clone(), from: from.clone(), hero: *hero });
            let mut signals = Vec::new();
            if let (Some(from), true) = (from, *hero) {
                signals.push(Signal::Leaves(from.clone(), *who));
                let came = before.and_then(|stand| stand.from);
                if came.is_some_and(|came| came != *to) {
                    signals.push(Signal::Crosses(from, *who));
                }
            }
            if *hero {
                signals.push(Signal::Enters(to.clone(), *who));
            }
            return signals;
        }
        WorldFact::Left(who) => {
            world.stands.remove(who);
        }
        WorldFact::Found(heap) => {
            if let Some(heap) = world.heaps.get_mut(heap) {
                heap.found = true;
            }
        }
        WorldFact::WayFound(key, way) => change(key, &mut |running| {
            running.ways.insert(*way);
        }),
        WorldFact::WayTakes(key, way, seconds) => change(key, &mut |running| {
            running.takes.insert(*way, *seconds);
        }),
        WorldFact::Searched(place, who) => {
            change(&place.adventure, &mut |running| {
                running.places.entry(place.place.clone()).or_default().searched = true;
            });
            return vec![Signal::Searched(place.clone(), *who)];
        }
        WorldFact::Flag(key, flag, on) => {
            let mut changed = false;
            change(key, &mut |running| {
                changed = if *on { running.flags.insert(flag.clone()) } else { running.flags.remove(flag) };
            });
            return match (changed, on) {
                (true, true) => vec![Signal::Flag(key.clone(), flag.clone())],
                (true, false) => vec![Signal::Unflag(key.clone(), flag.clone())],
                (false, _) => Vec::new(),
            };
        }
        WorldFact::PlaceFlag(place, flag, on) => change(&place.adventure, &mut |running| {
            let flags = &mut running.places.entry(place.place.clone()).or_default().flags;
            if *on {
                flags.insert(flag.clone());
            } else {
                flags.remove(flag);
            }
        }),
        WorldFact::Tracker(key, tracker, to) => {
            let mut signals = Vec::new();
            change(key, &mut |running| {
                let now = running.trackers.entry(tracker.clone()).or_default();
                for at in now.peak.saturating_add(1)..=*to {
                    signals.push(Signal::Reaches(key.clone(), tracker.clone(), at));
                }
                now.value = *to;
                now.peak = now.peak.max(*to);
                if now.size == Some(*to) {
                    signals.push(Signal::Full(key.clone(), tracker.clone()));
                }
            });
            return signals;
        }
        WorldFact::Resized(key, tracker, size) => change(key, &mut |running| {
            running.trackers.entry(tracker.clone()).or_default().size = Some(*size);
        }),
        WorldFact::Waits(key, person, waiting) => {
            let mut met = false;
            change(key, &mut |running| {
                let now = running.waits.entry(person.clone()).or_default();
                met = now.who.is_empty() && !waiting.who.is_empty();
                *now = waiting.clone();
            });
            return if met { vec![Signal::Met(key.clone(), person.clone())] } else { Vec::new() };
        }
        WorldFact::Fired { key, event, day, by, visit } => change(key, &mut |running| {
            let often = running.fired.entry(event.clone()).or_default();
            often.times = often.times.saturating_add(1);
            often.day = *day;
            often.visit = *visit;
            often.by.extend(by);
        }),
        WorldFact::Stopped(key, event) => change(key, &mut |running| {
            running.stopped.insert(event.clone());
        }),
        WorldFact::Tried { key, what, who, day, visit, passed } => {
            change(key, &mut |running| {
                let often = running.tried.entry(what.clone()).or_default();
                often.times = often.times.saturating_add(1);
                often.day = *day;
                often.visit = *visit;
                often.by.insert(*who);
            });
            return vec![Signal::Tried(key.clone(), what.clone(), *who, *passed)];
        }
        WorldFact::HolderOpened(key, holder, who) => {
            change(key, &mut |running| {
                running.opened.insert(holder.clone());
            });
            return vec![Signal::Opened(key.clone(), holder.clone(), *who)];
        }
        WorldFact::Sprung(key, trap, who) => {
            change(key, &mut |running| {
                running.sprung.insert(trap.clone());
            });
            return vec![Signal::Sprung(key.clone(), trap.clone(), *who)];
        }
        WorldFact::Later { due, then, scope } => {
            let number = world.next_coming;
            world.next_coming += 1;
            world.coming.push(Coming { number, due: *due, then: then.clone(), scope: scope.clone() });
        }
        WorldFact::CameDue(number) => world.coming.retain(|coming| coming.number != *number),
        WorldFact::Told(_) => {}
        WorldFact::Noise(place, reach) => return vec![Signal::Noise(place.clone(), *reach)],
        WorldFact::Fight(place, true) => return vec![Signal::Fight(place.clone())],
        WorldFact::Fight(place, false) => return vec![Signal::Fought(place.clone())],
        WorldFact::Goal(key, goal, stands) => change(key, &mut |running| {
            running.goals.insert(goal.clone(), *stands);
        }),
        WorldFact::Ended(key, end) => change(key, &mut |running| running.ended = Some(end.clone())),
        WorldFact::Moved { .. } | WorldFact::Settled { .. } => {}
    }
    Vec::new()
}

/// Lifts from one side and lays on the other.
fn moved<G: Worldly>(
    state: &mut G::State,
    thing: &G::Thing,
    (from, heap): (&Where, Option<u32>),
    (to, into): (&Where, Option<u32>),
    found: bool,
) -> Vec<Signal> {
    if let Where::Carried(who) = from {
        G::lift(state, *who, thing);
    }
    let world = G::world_mut(state);
    if let Some(number) = heap
        && let Some(heap) = world.heaps.get_mut(&number)
    {
        let left = heap.what.number().saturating_sub(thing.number());
        if left == 0 {
            world.heaps.remove(&number);
        } else {
            heap.what = heap.what.of(left);
        }
    }
    match (to, into) {
        (Where::Carried(who), _) => {
            let tag = thing.tag().map(Id::from);
            G::lay(state, *who, thing);
            tag.map(|tag| Signal::Taken(tag, *who)).into_iter().collect()
        }
        (Where::Outside, _) | (_, None) => Vec::new(),
        (at, Some(number)) => {
            world.next = world.next.max(number.saturating_add(1));
            world.heaps.insert(number, Heap { what: thing.clone(), at: at.clone(), found });
            Vec::new()
        }
    }
}
