//! The state of the running world. Plain data; only [`super::apply`] writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use boneyard_table::clock::Time;
use boneyard_table::{Shared, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::doing::Doing;
use super::scope::Scope;
use super::worldly::Worldly;
use crate::adventure::{Effects, Mood, Standing};
use crate::part::Spot;

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
    pub open: BTreeMap<Id, Shared<Running>>,
    /// Their keys in the order in which they were opened.
    pub order: Vec<Id>,
    /// Where everybody is.
    pub stands: BTreeMap<Who, Stand>,
    /// What nobody carries.
    pub heaps: BTreeMap<u32, Heap<G>>,
    /// The number of the next heap.
    pub next: u32,
    /// The number by which players will know the next heap they find: what is hidden leaves no gap in it.
    pub next_found: u32,
    /// What people spend time on.
    pub doings: BTreeMap<Who, Doing<G>>,
    /// Who is off the table, with their things.
    pub retired: BTreeSet<Who>,
    /// What the game master inflicted last, the newest first, to be inflicted again by a button.
    pub inflicted: Vec<super::Inflicted<G>>,
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
            next_found: 1,
            doings: BTreeMap::new(),
            retired: BTreeSet::new(),
            inflicted: Vec::new(),
            coming: Vec::new(),
            next_coming: 1,
        }
    }
}

/// What became of one adventure; the file itself is in the book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
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
    /// How far it is from there, in seconds.
    pub far: u64,
    /// How many rows its file had when somebody last looked: the game master may have added some.
    pub rows: u32,
    /// How many rows of what is in holders were filled in.
    pub inside: BTreeMap<Id, u16>,
    /// Doors and locks of ways, where they are not as in the file.
    pub doors: BTreeMap<u16, DoorNow>,
    /// Holders whose lock is open.
    pub unlocked: BTreeSet<Id>,
    /// Traps that were made safe.
    pub disarmed: BTreeSet<Id>,
    /// Holders and traps that were not seen at once and are known now.
    pub noticed: BTreeSet<Id>,
    /// Holders that are not where the file says, and who leads them along.
    pub hauled: BTreeMap<Id, Hauled>,
    /// What people have told, by its place among what they tell.
    pub heard: BTreeSet<(Id, u16)>,
}

/// A door as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct DoorNow {
    /// It stands open, or not; as in the file if nothing is said.
    pub open: Option<bool>,
    /// It is locked, or not.
    pub locked: Option<bool>,
}

/// Where a holder is that moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Hauled {
    /// Where.
    pub at: PlaceKey,
    /// Who leads it along.
    pub by: Option<Who>,
}

/// A place as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct PlaceNow {
    /// So many rows of what lies there came to be.
    pub filled: u16,
    /// Somebody has looked around.
    pub searched: bool,
    /// How often heroes came in.
    pub visits: u32,
    /// Flags that are set there.
    pub flags: BTreeSet<Id>,
}

/// Somebody who waits, or waited.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
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
#[serde(default)]
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
#[serde(default)]
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
    /// Whom they go with.
    pub follows: Option<Who>,
    /// What they are paid at each upkeep, if they are hired: in the least coin.
    pub hired: Option<u32>,
}

/// Whose a thing is, if it is not the party's: somebody of an adventure. Taking it is theft.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Owner {
    /// The adventure.
    pub adventure: Id,
    /// The person.
    pub person: Id,
}

/// A thing or several alike that nobody carries.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Heap<G: Worldly> {
    /// What.
    pub what: G::Thing,
    /// Where.
    pub at: Where,
    /// The number players know it by; none while nobody found it.
    pub found: Option<u32>,
    /// Whose it is.
    pub owner: Option<Owner>,
    /// It cannot be carried off.
    pub fixed: bool,
}

/// Where a thing is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Where {
    /// In a place.
    Place(PlaceKey),
    /// On a square of a place.
    Square {
        /// The place.
        place: PlaceKey,
        /// The square.
        square: Spot,
    },
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

impl Where {
    /// The place, for what lies in the open there.
    pub fn lies_at(&self) -> Option<&PlaceKey> {
        match self {
            Self::Place(place) | Self::Square { place, .. } => Some(place),
            Self::In { .. } | Self::Carried(_) | Self::Outside => None,
        }
    }
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

    /// The heap players know by this number.
    pub fn found(&self, number: u32) -> Option<(u32, &Heap<G>)> {
        let heap = self.heaps.iter().find(|(_, heap)| heap.found == Some(number));
        heap.map(|(number, heap)| (*number, heap))
    }

    /// Those who go with somebody and stand where they stand, in the order of their numbers.
    pub fn train(&self, who: Who) -> Vec<Who> {
        let mut all = vec![who];
        let place = self.stands.get(&who).map(|stand| &stand.place);
        let mut at = 0;
        while let Some(led) = all.get(at).copied() {
            at += 1;
            for (one, stand) in &self.stands {
                if stand.follows == Some(led) && Some(&stand.place) == place && !all.contains(one) {
                    all.push(*one);
                }
            }
        }
        all.split_off(1)
    }

    /// What any open adventure waits for.
    pub fn heeds(&self) -> u32 {
        self.open.values().fold(0, |all, running| all | running.heeds)
    }
}
