//! The adventure file as typed data, one type for all games: a [`Dialect`] fills in what only one game knows. What is wrong with
//! a file that could be read is told by [`crate::check`]; what becomes of an adventure in play is elsewhere.

mod attempt;
mod cast;
mod end;
mod event;
mod heed;
mod map;
mod person;
mod place;
mod thing;
mod tracker;

pub use attempt::{Shown, Try};
pub use cast::{Cast, Casts};
pub use end::{End, Goal, Handout, Row, Table};
pub use event::{Again, Choice, Effects, Event, How, Sky, Standing, Surprise, Test, Then, When};
pub use heed::Heed;
pub(crate) use heed::{ALL, is_plain, judged, wakened};
pub use map::{Area, Edges, Lamp, Map, Patch, Picture, Sign};
pub use person::{Mood, Person, Side, Tells, Wake};
pub use place::{Door, Hazard, Hidden, Lock, Pass, Place, Shop, Way};
pub use thing::{Catches, Holder, Lies, Lying, SetOff, Trap};
pub use tracker::{Size, Step, Tracker};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dialect::Dialect;
use crate::name::{
    AdventureId, GameName, HeroesName, LightName, Moment, NewFlag, PlaceName, RuleName, Span, Text, kind,
};
use crate::part::{Ref, Spot};

/// One file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Adventure<G: Dialect> {
    /// The version of the format; this is 1.
    #[serde(default = "first")]
    pub format: u16,
    /// What it is, for whom, and where it begins.
    pub adventure: Head<G>,
    /// Maps in squares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub map: Vec<Map>,
    /// Where people can be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub place: Vec<Place<G>>,
    /// How they get on from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub way: Vec<Way<G>>,
    /// Who can be met.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub person: Vec<Person<G>>,
    /// What things are in: chests, carts, camps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holder: Vec<Holder<G>>,
    /// What goes off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trap: Vec<Trap<G>>,
    /// What can be attempted.
    #[serde(default, rename = "try", skip_serializing_if = "Vec::is_empty")]
    pub tries: Vec<Try<G>>,
    /// What counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tracker: Vec<Tracker<G>>,
    /// When, if, then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub event: Vec<Event<G>>,
    /// What dice decide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub table: Vec<Table<G>>,
    /// What players are given to look at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handout: Vec<Handout>,
    /// What can be met or lost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub goal: Vec<Goal<G>>,
    /// How it ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub end: Vec<End<G>>,
    /// What the words of this file are in each game.
    #[serde(default, skip_serializing_if = "Casts::is_none")]
    pub cast: Casts<G>,
    /// Which events wait for what: it follows from the file, and is no part of it.
    #[serde(skip)]
    pub heed: Heed,
}

/// What it is, for whom, and where it begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Head<G: Dialect> {
    /// A short word for it; other adventures lead here by it.
    pub id: AdventureId,
    /// What it is called.
    pub name: Text,
    /// The games it is for.
    pub games: Vec<GameName>,
    /// Its rule in the game's book, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleName>,
    /// For how many, of which level, how long.
    #[serde(default, skip_serializing_if = "nothing")]
    pub meant_for: Text,
    /// What players know at the beginning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<Text>,
    /// What only the game master knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gm: Vec<Text>,
    /// Where it begins.
    pub start: Ref<StartAt, kind::Place>,
    /// Heroes of the game it is made for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heroes: Vec<HeroesName>,
    /// When it begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins: Option<Moment>,
    /// How bright it is where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub light: Option<LightName>,
    /// Flags of its own, beside those the game knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<NewFlag>,
    /// How time is counted here, where everybody does one thing in each unit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pace: Vec<Pace<G>>,
}

/// A place to begin in, by squares.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartAt {
    /// The place.
    pub place: PlaceName,
    /// The squares of the heroes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<Spot>,
}

/// A unit in which everybody does one thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Pace<G: Dialect> {
    /// The unit.
    pub unit: crate::name::Often,
    /// How long it is, if it is not the game's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lasts: Option<Span>,
    /// What happens at its end, after what everybody did.
    #[serde(default, skip_serializing_if = "Effects::is_none")]
    pub then: Effects<G>,
}

fn first() -> u16 {
    1
}

/// For fields that are left out when they are false.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}

/// For texts that are left out when they are empty.
pub(crate) fn nothing(text: &Text) -> bool {
    text.as_str().is_empty()
}

impl<G: Dialect> Head<G> {
    /// The place where it begins.
    pub fn start_place(&self) -> &str {
        match &self.start {
            Ref::Named(place) => place.as_str(),
            Ref::Written(start) => start.place.as_str(),
        }
    }
}
