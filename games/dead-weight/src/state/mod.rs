//! Everything that changes in play, one file per family. What a fight changes is apart from what
//! it does not, so that a clone is cheap and exact odds compare only what matters.

mod affliction;
mod attribute;
mod battle;
mod copy;
mod creature;
mod expedition;
mod item;
mod likeness;
mod party;
mod tray;

pub use affliction::{Affliction, Afflictions};
pub use attribute::{Attribute, Four};
pub use battle::{
    Battle, Blow as Struck, Chart, Fighter, Help, Morale, Opening, Phase, SpentAction, SpentUntil, Tile,
};
pub use boneyard_table::Shared;
pub use creature::{
    Creature, FoeAction, FoeSheet, HeroSheet, Kind, Lasting, Live, Memorised, Sheet, Span, Tokens, Turn, Used,
};
pub use expedition::{
    Blows, Brings, Camp, Catches, Coming, Event, Expedition, Group, Light, Lying, Room, Site, Start, Trap,
    TrapState, Trigger, Waiting, Way,
};
pub use item::{Awkward, Item, ItemSheet, MOST_THINGS, Place};
pub use party::{Good, Omens, Party};
pub use tray::{Bar, Clash, Die, Helper, Last, Outcome, Tray};

use std::sync::Arc;

use boneyard_table::{Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::house::House;

/// A table of Dead Weight.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct State {
    /// House switches.
    pub house: Arc<House>,
    /// Everybody, by number.
    pub creatures: SmallVec<[Arc<Creature>; 8]>,
    /// The adventurers together.
    pub party: Arc<Party>,
    /// The expedition under way, and the sites known.
    pub expedition: Arc<Expedition>,
    /// The roll under way.
    pub tray: Option<Tray>,
    /// What came of the last roll.
    pub last: Option<Last>,
    /// The fight under way. Most states that odds copy have none, and then it is no more than a pointer.
    pub battle: Option<Box<Battle>>,
    /// The camp under way.
    pub camp: Option<Camp>,
    /// The step of the interlude under way, from 1.
    pub interlude: Option<u8>,
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Doing {
    /// Exploring, turn by turn.
    Exploration,
    /// Fighting.
    Combat,
    /// Camping.
    Camp,
    /// Recovering and planning.
    Interlude,
}

impl Doing {
    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exploration => "exploration",
            Self::Combat => "combat",
            Self::Camp => "camp",
            Self::Interlude => "interlude",
        }
    }
}

impl State {
    /// What is going on.
    pub fn doing(&self) -> Doing {
        match self {
            Self { battle: Some(_), .. } => Doing::Combat,
            Self { camp: Some(_), .. } => Doing::Camp,
            Self { interlude: Some(_), .. } => Doing::Interlude,
            _ => Doing::Exploration,
        }
    }

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
        (0..self.creatures.len() as u16).map(Who)
    }

    /// Adventurers in play, in the order of the party list; those not on it after them.
    pub fn heroes(&self) -> impl Iterator<Item = Who> + '_ {
        let rest = self.everybody().filter(|who| !self.party.list.contains(who));
        let all = self.party.list.iter().copied().chain(rest);
        all.filter(|who| {
            self.creature(*who).is_some_and(|one| {
                one.sheet.is_hero() && one.sheet.draft.is_none() && !one.live.dead && !one.sheet.hero.retired
            })
        })
    }

    /// Seats of players who have an adventurer in play.
    pub fn players(&self) -> impl Iterator<Item = Seat> + '_ {
        self.heroes().map(|who| self.sheet(who).seat).filter(|seat| !seat.is_gm())
    }

    /// For applying facts alone.
    #[inline]
    pub(crate) fn live_mut(&mut self, who: Who) -> Option<&mut Live> {
        self.creatures.get_mut(usize::from(who.0)).map(|creature| &mut Arc::make_mut(creature).live)
    }

    /// For applying facts alone.
    pub(crate) fn sheet_mut(&mut self, who: Who) -> Option<&mut Sheet> {
        self.creatures.get_mut(usize::from(who.0)).map(|creature| Arc::make_mut(creature).sheet.change())
    }
}

impl Creature {
    /// Somebody with nothing but a name.
    pub fn blank(name: &str, kind: Kind) -> Self {
        let hero = kind == Kind::Hero;
        let score = Four::all(u8::from(hero));
        let side = u8::from(kind == Kind::Foe);
        let foe = FoeSheet { level: 1, movement: 3, actions: 2, ..FoeSheet::default() };
        let sheet = Sheet {
            name: name.to_owned(),
            kind,
            side,
            seat: Seat::GM,
            like: None,
            hero: HeroSheet { score, level: u8::from(hero), ..HeroSheet::default() },
            foe: if hero { FoeSheet::default() } else { foe },
            items: Vec::new(),
            draft: None,
        };
        Self { live: Live::default(), sheet: Shared::new(sheet) }
    }
}
