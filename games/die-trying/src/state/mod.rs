//! Everything that changes in play, one file per family. What a fight changes is apart from what it
//! does not, so that a clone is cheap and exact odds compare only what matters.

mod ability;
mod affect;
mod battle;
mod board;
mod creature;
mod damage;
mod draft;
mod dungeon;
mod item;
mod last;
mod magic;
mod number;
mod proficiency;
mod sheet;
mod trap;

pub use ability::{Ability, Scores};
pub use affect::{Affect, Aid, Condition, What};
pub use battle::{Battle, Initiative};
pub use board::{Board, Light, Region, Spot};
pub use boneyard_table::Numbers;
pub use boneyard_table::Shared;
pub use creature::{Creature, Deed, Fate, Hidden, Live, Ready, Span, Turn, Used, Veil};
pub use damage::{DamageType, Defences, Dice};
pub use draft::{Draft, Step};
pub use dungeon::Dungeon;
pub use item::{Armor, Arms, Bulk, Item, ItemSheet, Lamp, MOST_THINGS, Place, Trait, Ware};
pub use last::{Degree, Last};
pub use magic::{Patch, Rip};
pub use proficiency::{Level, Proficiency, Trained};
pub use sheet::{BYSTANDER, Fixed, Flesh, Kind, Known, MarkOn, Natural, Sheet, Size};
pub use trap::{Cache, Laid, Lock, Worth};

use std::sync::Arc;

use boneyard_table::clock::Time;
use boneyard_table::{Seat, Who};
use serde::{Deserialize, Serialize};

use crate::house::House;

/// A table of Die Trying.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct State {
    /// House switches.
    pub house: Arc<House>,
    /// Everybody, in the order in which they came.
    pub creatures: Vec<Arc<Creature>>,
    /// The numbers of those of them who came unseen.
    pub numbers: Numbers,
    /// The map, if there is one.
    pub board: Option<Shared<Board>>,
    /// What time it is.
    pub now: Time,
    /// The fight under way.
    pub battle: Option<Battle>,
    /// What came of the last roll.
    pub last: Option<Last>,
    /// Holes in reality.
    pub rips: Vec<Rip>,
    /// Ground that magic changed.
    pub patches: Vec<Patch>,
    /// Traps that are laid.
    pub traps: Vec<Laid>,
    /// Those of them the heroes know of, as they came to know of them.
    pub known_traps: Vec<u8>,
    /// Locks.
    pub locks: Vec<Lock>,
    /// Places where something can be found.
    pub caches: Vec<Cache>,
    /// Those of them the heroes know of, as they came to know of them.
    pub known_caches: Vec<u8>,
    /// The dungeon the heroes are in.
    pub dungeon: Option<Dungeon>,
    /// How the last dungeon was left: with what was to be brought out, or without.
    pub left: Option<bool>,
    /// The day on which the last Rest began that was not broken off.
    pub rested: Option<u64>,
    /// Turns of exploration so far.
    pub turns: u32,
}

impl State {
    /// A creature, if it is there.
    #[inline]
    pub fn creature(&self, who: Who) -> Option<&Creature> {
        self.place(who).map(|place| &*self.creatures[place])
    }

    /// A creature that is known to exist. Rules check that before they begin.
    #[inline]
    pub fn one(&self, who: Who) -> &Creature {
        &self.creatures[self.place(who).unwrap_or(usize::MAX)]
    }

    /// What a fight changes of a creature that is known to exist.
    #[inline]
    pub fn live(&self, who: Who) -> &Live {
        &self.one(who).live
    }

    /// The sheet of a creature that is known to exist.
    #[inline]
    pub fn sheet(&self, who: Who) -> &Sheet {
        &self.one(who).sheet
    }

    /// What somebody is called.
    pub fn name(&self, who: Who) -> &str {
        self.creature(who).map_or("somebody", |creature| &creature.sheet.name)
    }

    /// Everybody but objects: who can be picked at random, perceive, be hidden from.
    pub fn beings(&self) -> impl Iterator<Item = Who> + '_ {
        self.all().filter(|(_, one)| one.sheet.kind != Kind::Object).map(|(who, _)| who)
    }

    /// Characters that are alive.
    pub fn heroes(&self) -> impl Iterator<Item = Who> + '_ {
        let alive = |one: &Creature| one.sheet.is_hero() && one.live.fate != Fate::Dead;
        self.all().filter(move |(_, one)| alive(one)).map(|(who, _)| who)
    }

    /// Seats of players who have a character.
    pub fn players(&self) -> impl Iterator<Item = Seat> + '_ {
        self.heroes().map(|who| self.sheet(who).seat).filter(|seat| !seat.is_gm())
    }

    /// For applying facts alone.
    #[inline]
    pub(crate) fn live_mut(&mut self, who: Who) -> Option<&mut Live> {
        self.place(who).map(|place| &mut Arc::make_mut(&mut self.creatures[place]).live)
    }

    /// For applying facts alone.
    pub(crate) fn sheet_mut(&mut self, who: Who) -> Option<&mut Sheet> {
        self.place(who).map(|place| Arc::make_mut(&mut self.creatures[place]).sheet.change())
    }
}
