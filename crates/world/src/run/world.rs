//! The state of the running world. Plain data; only [`super::apply`] writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use boneyard_table::clock::Time;
use boneyard_table::{Kept, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scope::Scope;
use super::worldly::Worldly;
use crate::adventure::{Effects, Mood, Standing};

/// The id of something in a file, or the key of an open adventure.
pub type Id = Arc<str>;

/// A place of an open adventure; `out` is what its `out` is joined to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct PlaceKey {
    /// The adventure, by the key it is open under.
    pub adventure: Id,
    /// The place.
    pub place: Id,
}

/// What became of everything.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound = "", default)]
pub struct World<G: Worldly> {
    /// One clock for the table.
    pub now: Time,
    /// Open adventures, by key.
    pub open: BTreeMap<Id, Kept<Running>>,
    /// Their keys in the order in which they were opened.
    pub order: Vec<Id>,
    /// Where everybody is.
    pub stands: BTreeMap<Who, Stand>,
    /// What nobody carries.
    pub heaps: BTreeMap<u32, Heap<G>>,
    /// The number of the next heap.
    pub next: u32,
    /// What is due later.
    pub coming: Vec<Coming<G>>,
    /// The number of the next thing to come.
    pub next_coming: u32,
}

impl<G: Worldly> Default for World<G> {
    fn default() -> Self {
        Self {
            now: Time::default(),
            open: BTreeMap::new(),
            order: Vec::new(),
            stands: BTreeMap::new(),
            heaps: BTreeMap::new(),
            next: 1,
            coming: Vec::new(),
            next_coming: 1,
        }
    }
}

/// What became of one adventure; the file itself is in the book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Running {
    /// Its id in the book.
    pub file: String,
    /// What of it is waited for, by [`super::Signal::bit`].
    pub heeds: u32,
    /// Places as they are.
    pub places: BTreeMap<Id, PlaceNow>,
    /// Ways that were found, by their place in the file.
    pub ways: BTreeSet<u16>,
    /// How long ways take now, in seconds, where that changed.
    pub takes: BTreeMap<u16, u64>,
    /// Who waits, or waited.
    pub waits: BTreeMap<Id, Waiting>,
    /// Holders that were opened.
    pub opened: BTreeSet<Id>,
    /// Traps that went off.
    pub sprung: BTreeSet<Id>,
    /// Trackers.
    pub trackers: BTreeMap<Id, TrackerNow>,
    /// Flags of the adventure.
    pub flags: BTreeSet<Id>,
    /// How often events happened, and what was tried.
    pub fired: BTreeMap<Id, Often>,
    /// How often tries were tried.
    pub tried: BTreeMap<Id, Often>,
    /// Goals that are no longer open.
    pub goals: BTreeMap<Id, Standing>,
    /// Events that never happen again.
    pub stopped: BTreeSet<Id>,
    /// Handouts that were shown.
    pub shown: BTreeSet<Id>,
    /// How it ended.
    pub ended: Option<Id>,
    /// Where its `out` leads.
    pub out: Option<PlaceKey>,
}

/// A place as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlaceNow {
    /// What lies there came to be.
    pub filled: bool,
    /// Somebody has looked around.
    pub searched: bool,
    /// How often heroes came in.
    pub visits: u32,
    /// Flags that are set there.
    pub flags: BTreeSet<Id>,
}

/// Somebody who waits, or waited.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Waiting {
    /// Where, if they are anywhere.
    pub at: Option<Id>,
    /// How many, once that is known.
    pub count: Option<u16>,
    /// How they are found.
    pub mood: Option<Mood>,
    /// Who they became when they were met.
    pub who: Vec<Who>,
    /// Whom they follow.
    pub follows: Option<Who>,
}

/// A tracker as it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct TrackerNow {
    /// Where it stands.
    pub value: i32,
    /// Its end.
    pub size: Option<i32>,
    /// Up to where its steps came.
    pub peak: i32,
}

/// How often something happened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Often {
    /// How often.
    pub times: u32,
    /// On which day last.
    pub day: u64,
    /// By whom.
    pub by: BTreeSet<Who>,
    /// At which visit of the place last.
    pub visit: u32,
}

/// Where somebody is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Stand {
    /// The place.
    pub place: PlaceKey,
    /// Where they were before.
    pub from: Option<PlaceKey>,
    /// A hero.
    pub hero: bool,
}

/// A thing or several alike that nobody carries.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Heap<G: Worldly> {
    /// What.
    pub what: G::Thing,
    /// Where.
    pub at: Where,
    /// Players know of it.
    pub found: bool,
}

/// Where a thing is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Where {
    /// In a place.
    Place(PlaceKey),
    /// In a holder of an adventure.
    In {
        /// The adventure.
        adventure: Id,
        /// The holder.
        holder: Id,
    },
    /// On somebody.
    Carried(Who),
    /// Nowhere: made, bought, eaten, granted.
    Outside,
}

/// Something that is due later, with its effects: changing the file changes nothing under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Coming<G: Worldly> {
    /// Its number.
    pub number: u32,
    /// When.
    pub due: Time,
    /// What.
    pub then: Effects<G>,
    /// Where and by whom.
    pub scope: Scope,
}

impl PlaceKey {
    /// A place of an adventure.
    pub fn new(adventure: &Id, place: &str) -> Self {
        Self { adventure: adventure.clone(), place: place.into() }
    }
}

impl<G: Worldly> World<G> {
    /// An open adventure.
    pub fn running(&self, key: &str) -> Option<&Running> {
        self.open.get(key).map(|kept| &**kept)
    }

    /// Heroes in a place, in the order of their numbers.
    pub fn heroes_at<'a>(&'a self, place: &'a PlaceKey) -> impl Iterator<Item = Who> + 'a {
        self.stands.iter().filter(move |(_, stand)| stand.hero && stand.place == *place).map(|(who, _)| *who)
    }

    /// All heroes.
    pub fn heroes(&self) -> impl Iterator<Item = (Who, &Stand)> {
        self.stands.iter().filter(|(_, stand)| stand.hero).map(|(who, stand)| (*who, stand))
    }

    /// What any open adventure waits for.
    pub fn heeds(&self) -> u32 {
        self.open.values().fold(0, |all, running| all | running.heeds)
    }
}
