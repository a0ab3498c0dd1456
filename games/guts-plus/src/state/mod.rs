//! Everything that changes in play, one file per family. What a roll changes is apart from what it
//! does not, so that a clone is cheap and exact odds compare only what matters.

mod battle;
mod body;
mod condition;
mod creature;
mod decision;
mod desk;
mod draft;
mod essence;
mod item;
mod quality;
mod ship;
mod tray;

pub use battle::{Battle, Fighter, stands_now};
pub use body::{Out, Part, PartSheet};
pub use boneyard_table::Shared;
pub use condition::{Condition, Takes};
pub use creature::{Bio, Creature, Kind, Live, Sheet, Turn};
pub use decision::Decision;
pub use desk::{Card, Challenge, Desk, Outlined, Power};
pub use draft::Draft;
pub use essence::{Essence, Halves, Holding, Lingers, Moved, Owes, Strain, Withstood};
pub use item::{Item, ItemSheet, MARKS, UsedThing};
pub use quality::{Base, Quality};
pub use ship::{Ending, Gone, Lodger, Mark, Ship};
pub use tray::{Dice, Edge, EdgeForm, Helper, Last, Rolled, Scale, Side, Tray};

use std::sync::Arc;

use boneyard_table::Who;
use serde::{Deserialize, Serialize};

use crate::house::House;

/// Seconds of a day.
pub const DAY: u64 = 86_400;
/// Seconds of an hour.
pub const HOUR: u64 = 3_600;
/// Seconds of a minute.
pub const MINUTE: u64 = 60;
/// Seconds of a round of a fight.
pub const ROUND: u64 = 5;

/// A table of GUTS+.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct State {
    /// House switches.
    pub house: Arc<House>,
    /// Everybody, by number.
    pub creatures: Vec<Arc<Creature>>,
    /// The roll under way. It is large: where it lies it stays until it is done.
    pub tray: Option<Box<Tray>>,
    /// What came of the last roll.
    pub last: Option<Arc<Last>>,
    /// The fight under way.
    pub battle: Option<Arc<Battle>>,
    /// How the last fight ended, in words.
    pub fought: String,
    /// Seconds since the campaign began.
    pub clock: u64,
    /// The scene, counted.
    pub scene: u32,
    /// The session, counted.
    pub session: u16,
    /// Actions the GM stopped in this session.
    pub stopped: u16,
    /// What the GM decided, in order.
    pub decisions: Shared<Vec<Decision>>,
    /// The GM's desk.
    pub desk: Shared<Desk>,
    /// The supply ship, once the crew is awake.
    pub ship: Option<Arc<Ship>>,
    /// How often minds withstood an essence.
    pub withstood: Vec<Withstood>,
    /// Things that can be used only so often, when they were.
    pub used: Vec<UsedThing>,
    /// What lasts after an essence let go.
    pub lingering: Vec<Lingers>,
}

impl State {
    /// A creature, if it is there.
    #[inline]
    pub fn creature(&self, who: Who) -> Option<&Creature> {
        self.creatures.get(usize::from(who.0)).map(|creature| &**creature)
    }

    /// A creature that is known to exist. Rules check that before they begin.
    #[inline]
    pub fn one(&self, who: Who) -> &Creature {
        &self.creatures[usize::from(who.0)]
    }

    /// What play changes of a creature that is known to exist.
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
    pub fn everybody(&self) -> impl Iterator<Item = Who> + use<> {
        (0..self.creatures.len() as u16).map(Who)
    }

    /// Heroes, in the order in which they came.
    pub fn heroes(&self) -> impl Iterator<Item = Who> + '_ {
        self.everybody().filter(|who| self.sheet(*who).kind == Kind::Hero)
    }

    /// Somebody by name.
    pub fn named(&self, name: &str) -> Option<Who> {
        self.everybody().find(|who| self.name(*who) == name)
    }

    /// Whether somebody fights now.
    pub fn fights(&self, who: Who) -> bool {
        self.battle.as_ref().is_some_and(|battle| battle.has(who))
    }

    /// The day, counted from 0.
    pub fn day(&self) -> u32 {
        u32::try_from(self.clock / DAY).unwrap_or(u32::MAX)
    }

    /// Earlier decisions on the same rule and tag, the latest first, with their numbers.
    pub fn precedents<'a>(
        &'a self,
        rule: boneyard_table::RuleId,
        tag: &'a str,
    ) -> impl Iterator<Item = (u32, &'a Decision)> {
        let numbered = self.decisions.iter().enumerate().rev();
        let same = move |one: &(usize, &Decision)| one.1.rule == rule && one.1.tag.eq_ignore_ascii_case(tag);
        numbered.filter(same).map(|(number, decision)| (number as u32, decision))
    }

    /// For applying facts alone.
    pub(crate) fn live_mut(&mut self, who: Who) -> Option<&mut Live> {
        self.creatures.get_mut(usize::from(who.0)).map(|creature| &mut Arc::make_mut(creature).live)
    }

    /// For applying facts alone.
    pub(crate) fn sheet_mut(&mut self, who: Who) -> Option<&mut Sheet> {
        self.creatures.get_mut(usize::from(who.0)).map(|creature| Arc::make_mut(creature).sheet.change())
    }
}
