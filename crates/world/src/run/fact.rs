//! What became true of the world, and how it is written down. `apply` works nothing out; it pushes the signals that follow.

use std::collections::{BTreeMap, BTreeSet};

use boneyard_table::clock::Time;
use boneyard_table::{Shared, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::doing::Doing;
use super::signal::Signal;
use super::world::{Coming, Hauled, Heap, Id, Owner, PlaceKey, Running, Stand, TrackerNow, Waiting, Where};
use super::worldly::{Stack, Worldly};
use crate::adventure::{Effects, Standing};
use crate::part::Spot;

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
        /// How far it is from there, in seconds.
        far: u64,
        /// How many rows its file has.
        rows: u32,
    },
    /// The `out` of an adventure leads somewhere, so many seconds away.
    Joined(Id, PlaceKey, u64),
    /// Its file has so many rows now.
    Grown {
        /// The adventure.
        key: Id,
        /// How many.
        rows: u32,
        /// What it waits for.
        heeds: u32,
        /// Its trackers; those that are there already stay as they are.
        trackers: BTreeMap<Id, TrackerNow>,
    },
    /// So many rows of what lies in a place came to be.
    Filled(PlaceKey, u16),
    /// So many rows of what is in a holder came to be.
    FilledHolder(Id, Id, u16),
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
    /// A heap is somebody's: taking from it is theft.
    Owned(u32, Owner),
    /// A heap cannot be carried off.
    Fixed(u32),
    /// Players know of a holder or trap that was not seen at once.
    Noticed(Id, Id),
    /// A door of a way is open or not, its lock is locked or not.
    Door {
        /// The adventure.
        key: Id,
        /// The way, by its place in the file.
        way: u16,
        /// It stands open.
        open: Option<bool>,
        /// It is locked.
        locked: Option<bool>,
    },
    /// The lock of a holder is open.
    Unlocked(Id, Id, Who),
    /// A trap was made safe.
    Disarmed(Id, Id, Who),
    /// A holder is elsewhere, or somebody else leads it along.
    Hauled(Id, Id, Hauled),
    /// Somebody goes with somebody, or with nobody any more.
    Follows(Who, Option<Who>),
    /// Somebody is hired for so much, or not any more.
    Hired(Who, Option<u32>),
    /// Somebody is off the table, with their things.
    Retired(Who),
    /// Somebody told somebody what they know of something, by its place among what they tell.
    Heard(Id, Id, u16, Who),
    /// What somebody spends time on.
    Doing(Who, Option<Doing<G>>),
    /// The game master let something befall people.
    Inflicted(super::Inflicted<G>),
    /// Something comes at another time.
    Delayed(u32, Time),
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
        /// What came of it in the game's words.
        word: Option<Id>,
    },
    /// A holder was opened.
    HolderOpened(Id, Id, Who),
    /// The door of a way was opened.
    WayOpened(Id, Id, Who),
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
    /// Somebody stepped on a square of a map.
    Stepped {
        /// The adventure.
        key: Id,
        /// The map.
        map: Id,
        /// The square.
        square: Spot,
        /// Who.
        who: Who,
    },
    /// People camp in a place; it is this watch of it.
    Camped(PlaceKey, u8),
    /// A holder, a door or another thing of a file was broken.
    Broken(Id, Id, Who),
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
        WorldFact::Opened { key, file, heeds, waits, trackers, flags, out, far, rows } => {
            let mut running = Running {
                file: file.clone(),
                heeds: *heeds,
                waits: waits.clone(),
                trackers: trackers.clone(),
                out: out.clone(),
                far: *far,
                rows: *rows,
                ..Running::default()
            };
            for (place, flags) in flags {
                running.places.entry(place.clone()).or_default().flags = flags.clone();
            }
            world.open.insert(key.clone(), Shared::new(running));
            world.order.push(key.clone());
            return vec![Signal::Begins(key.clone())];
        }
        WorldFact::Joined(key, out, far) => change(key, &mut |running| {
            running.out = Some(out.clone());
            running.far = *far;
        }),
        WorldFact::Grown { key, rows, heeds, trackers } => change(key, &mut |running| {
            running.rows = *rows;
            running.heeds = *heeds;
            for (tracker, now) in trackers {
                running.trackers.entry(tracker.clone()).or_insert(*now);
            }
        }),
        WorldFact::Filled(place, rows) => change(&place.adventure, &mut |running| {
            running.places.entry(place.place.clone()).or_default().filled = *rows;
        }),
        WorldFact::FilledHolder(key, holder, rows) => change(key, &mut |running| {
            running.inside.insert(holder.clone(), *rows);
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
            let (follows, hired) = before.as_ref().map_or((None, None), |stand| (stand.follows, stand.hired));
            let stand = Stand { place: to.clone(), from: from.clone(), hero: *hero, follows, hired };
            world.stands.insert(*who, stand);
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
            if let Some(heap) = world.heaps.get_mut(heap).filter(|heap| heap.found.is_none()) {
                heap.found = Some(world.next_found);
                world.next_found += 1;
            }
        }
        WorldFact::Owned(heap, owner) => {
            if let Some(heap) = world.heaps.get_mut(heap) {
                heap.owner = Some(owner.clone());
            }
        }
        WorldFact::Fixed(heap) => {
            if let Some(heap) = world.heaps.get_mut(heap) {
                heap.fixed = true;
            }
        }
        WorldFact::Noticed(key, id) => change(key, &mut |running| {
            running.noticed.insert(id.clone());
        }),
        WorldFact::Door { key, way, open, locked } => change(key, &mut |running| {
            let door = running.doors.entry(*way).or_default();
            door.open = open.or(door.open);
            door.locked = locked.or(door.locked);
        }),
        WorldFact::Unlocked(key, holder, _) => change(key, &mut |running| {
            running.unlocked.insert(holder.clone());
        }),
        WorldFact::Disarmed(key, trap, _) => change(key, &mut |running| {
            running.disarmed.insert(trap.clone());
        }),
        WorldFact::Hauled(key, holder, hauled) => {
            let mut before = None;
            change(key, &mut |running| {
                before = running.hauled.insert(holder.clone(), hauled.clone()).and_then(|was| was.by);
            });
            // Who leads it off has taken it.
            if let (None, Some(who)) = (before, hauled.by) {
                return vec![Signal::Taken(holder.clone(), who)];
            }
        }
        WorldFact::Follows(who, whom) => {
            if let Some(stand) = world.stands.get_mut(who) {
                stand.follows = *whom;
            }
        }
        WorldFact::Hired(who, wage) => {
            if let Some(stand) = world.stands.get_mut(who) {
                stand.hired = *wage;
            }
        }
        WorldFact::Retired(who) => {
            world.stands.remove(who);
            world.doings.remove(who);
            world.retired.insert(*who);
        }
        WorldFact::Heard(key, person, tells, _) => change(key, &mut |running| {
            running.heard.insert((person.clone(), *tells));
        }),
        WorldFact::Doing(who, Some(doing)) => {
            world.doings.insert(*who, doing.clone());
        }
        WorldFact::Doing(who, None) => {
            world.doings.remove(who);
        }
        WorldFact::Inflicted(inflicted) => {
            world.inflicted.retain(|known| known != inflicted);
            world.inflicted.insert(0, inflicted.clone());
            world.inflicted.truncate(super::MOST_INFLICTED);
        }
        WorldFact::Delayed(number, due) => {
            if let Some(coming) = world.coming.iter_mut().find(|coming| coming.number == *number) {
                coming.due = *due;
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
        WorldFact::Tried { key, what, who, day, visit, passed, word } => {
            change(key, &mut |running| {
                let often = running.tried.entry(what.clone()).or_default();
                often.times = often.times.saturating_add(1);
                often.day = *day;
                often.visit = *visit;
                often.by.insert(*who);
            });
            return vec![Signal::Tried(key.clone(), what.clone(), *who, *passed, word.clone())];
        }
        WorldFact::HolderOpened(key, holder, who) => {
            change(key, &mut |running| {
                running.opened.insert(holder.clone());
            });
            return vec![Signal::Opened(key.clone(), holder.clone(), *who)];
        }
        WorldFact::WayOpened(key, way, who) => {
            return vec![Signal::Opened(key.clone(), way.clone(), *who)];
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
        WorldFact::Stepped { key, map, square, who } => {
            return vec![Signal::Steps(key.clone(), map.clone(), square.0, *who)];
        }
        WorldFact::Camped(place, watch) => return vec![Signal::Camps(place.clone(), *watch)],
        WorldFact::Broken(key, what, who) => {
            return vec![Signal::Broken(key.clone(), what.clone(), *who)];
        }
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
    let mut signals = Vec::new();
    if let Where::Carried(who) = from {
        G::lift(state, *who, thing);
    }
    let world = G::world_mut(state);
    if let (Where::Place(_) | Where::Square { .. } | Where::In { .. }, Where::Carried(who)) = (from, to)
        && let Some(stand) = world.stands.get(who)
    {
        signals.push(Signal::Lifted(stand.place.clone(), *who));
    }
    if let Some(number) = heap
        && let Some(heap) = world.heaps.get_mut(&number)
    {
        if let (Where::Carried(who), Some(owner)) = (to, &heap.owner) {
            signals.push(Signal::Stolen(owner.adventure.clone(), owner.person.clone(), *who));
        }
        let left = heap.what.number().saturating_sub(thing.number());
        if left == 0 {
            world.heaps.remove(&number);
        } else {
            heap.what = heap.what.of(left);
        }
    }
    let tag = thing.tag().map(Id::from);
    match (to, into) {
        (Where::Carried(who), _) => {
            G::lay(state, *who, thing);
            signals.extend(tag.map(|tag| Signal::Taken(tag, *who)));
        }
        (Where::Outside, _) | (_, None) => {}
        (at, Some(number)) => {
            world.next = world.next.max(number.saturating_add(1));
            if let Some(heap) = world.heaps.get_mut(&number) {
                heap.what = heap.what.of(heap.what.number().saturating_add(thing.number()));
            } else {
                let known = found.then_some(world.next_found);
                world.next_found += u32::from(found);
                let heap =
                    Heap { what: thing.clone(), at: at.clone(), found: known, owner: None, fixed: false };
                world.heaps.insert(number, heap);
            }
            if let (Where::In { adventure, holder }, Some(tag)) = (at, tag) {
                signals.push(Signal::Put(adventure.clone(), tag, holder.clone()));
            }
        }
    }
    signals
}

impl<G: Worldly> WorldFact<G> {
    /// Somebody is granted a thing from nowhere: pay, a find of the game's own.
    pub fn granted(thing: G::Thing, to: Who) -> Self {
        Self::Moved {
            thing,
            from: Where::Outside,
            heap: None,
            to: Where::Carried(to),
            into: None,
            found: true,
        }
    }

    /// A thing somebody carries is no more: eaten, broken, spent.
    pub fn spent(thing: G::Thing, by: Who) -> Self {
        Self::Moved {
            thing,
            from: Where::Carried(by),
            heap: None,
            to: Where::Outside,
            into: None,
            found: true,
        }
    }
}
