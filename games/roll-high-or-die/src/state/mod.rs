//! Everything that changes in play, one file per family. What a fight changes is apart from what it does not, so that
//! a clone is cheap and exact odds compare only what matters.

mod ability;
mod adventure;
mod arms;
mod board;
mod condition;
mod creature;
mod day;
mod dice;
mod draft;
mod encounter;
mod item;
mod seen;
mod skill;
mod word;

pub use ability::{Ability, Scores};
pub use adventure::{Adventure, Ending};
pub use arms::{Arms, Jam, Range, Rework, VitalTag, WeaponTag};
pub use board::{Board, Floor, Region, Remembered, Spot, Trap};
pub use boneyard_table::Shared;
pub use condition::{Ailment, Condition};
pub use creature::{Choice, Concept, Creature, Fixed, Live, Natural, Owned, Rank, Sheet, Span, Turn, Used};
pub use day::{Days, Planned, Road, Season, Spending, Tally, Watch};
pub use dice::{Dice, SIDES};
pub use draft::{Bought, Draft, Step};
pub use encounter::{Encounter, Initiative, Last};
pub use item::{Item, ItemSheet, MOST_THINGS, Place, Shot, ShotTag, Suit, Ware, Work};
pub(crate) use seen::{Grounds, Levels, Lies, Sights, Tread};
pub use skill::{Category, Degree, Skill};
pub use word::{Attitude, Cover, DamageType, Defense, Light, Regard, Size, Stance, Tech};

use std::sync::Arc;

use boneyard_board::Memory;
use boneyard_table::clock::Time;
use boneyard_table::{Numbers, Seat, Who};
use serde::{Deserialize, Serialize};

use crate::house::House;

/// A table of Roll High or Die.
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
    /// What the players' side has seen of the map.
    pub explored: Memory,
    /// What of it is otherwise now than they last saw it.
    pub remembered: Vec<Remembered>,
    /// The scenario under way.
    pub scenario: Option<Shared<Adventure>>,
    /// How some meet those who ask them for something.
    pub attitudes: Vec<(Who, Attitude)>,
    /// Requests somebody has made of another in this scene, in their words.
    pub requests: Vec<(Who, Who, String)>,
    /// What time it is.
    pub now: Time,
    /// Days and Watches.
    pub days: Days,
    /// The Encounter under way.
    pub encounter: Option<Encounter>,
    /// What came of the last roll.
    pub last: Option<Last>,
    /// How somebody regards another, where it does not follow from their sides; by the two, in order.
    pub regards: Vec<((Who, Who), Regard)>,
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

    /// Everybody, in the order in which they came.
    #[inline]
    pub fn everybody(&self) -> impl Iterator<Item = Who> + use<> {
        self.numbers.everybody(self.creatures.len())
    }

    /// Where a creature stands in the list, if it is there.
    #[inline]
    pub(crate) fn place(&self, who: Who) -> Option<usize> {
        self.numbers.place(who, self.creatures.len())
    }

    /// The number of the next who comes under this name: those who come unseen are not counted with the others.
    pub fn next(&self, name: &str, unseen: bool) -> Who {
        if unseen { self.numbers.next_unseen(name) } else { self.numbers.next(self.creatures.len()) }
    }

    /// For applying facts alone: somebody comes to stand behind all others.
    pub(crate) fn came(&mut self, who: Who, creature: Arc<Creature>) {
        self.numbers.came(who, self.creatures.len());
        self.creatures.push(creature);
    }

    /// Everybody who is alive and here.
    #[inline]
    pub fn here(&self) -> impl Iterator<Item = Who> + '_ {
        self.everybody().filter(|who| !self.live(*who).dead && !self.live(*who).away)
    }

    /// Characters of players that are alive.
    pub fn heroes(&self) -> impl Iterator<Item = Who> + '_ {
        self.everybody().filter(|who| self.sheet(*who).is_hero() && !self.live(*who).dead)
    }

    /// Seats of players who have a Character.
    pub fn players(&self) -> impl Iterator<Item = Seat> + '_ {
        self.heroes().map(|who| self.sheet(who).seat).filter(|seat| !seat.is_gm())
    }

    /// How somebody regards another.
    #[inline]
    pub fn regard(&self, who: Who, other: Who) -> Regard {
        let own = self.regards.iter().find(|(pair, _)| *pair == (who, other));
        match own {
            Some((_, regard)) => *regard,
            None if self.sheet(who).side == self.sheet(other).side => Regard::Ally,
            None => Regard::Hostile,
        }
    }

    /// Whether somebody considers another hostile.
    #[inline]
    pub fn hostile(&self, who: Who, other: Who) -> bool {
        who != other && self.regard(who, other) == Regard::Hostile
    }

    /// Whose Turn it is.
    #[inline]
    pub fn acting(&self) -> Option<Who> {
        self.encounter.as_ref().and_then(Encounter::acting)
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
