//! Days and Watches: what the Watch under way is used for, and what everybody had of food, water and sleep so far.
//! What a day's settlement makes of it is with the rules.

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Skill;

/// What somebody spends a Watch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spending {
    /// On the way.
    Travel,
    /// At work.
    Active,
    /// Asleep, in a Resting Watch.
    Sleep,
    /// On guard, in a Resting Watch.
    Guard,
}

/// The time of year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Season {
    Spring,
    Summer,
    Autumn,
    Winter,
}

/// Days and Watches as they go by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Days {
    /// Days that have passed.
    pub day: u16,
    /// Watches of this Day that are over.
    pub spent: u8,
    /// What the party means to do with this Day.
    pub plan: Vec<Planned>,
    /// The Watch under way.
    pub watch: Option<Watch>,
    /// The time of year, once the Referee said it.
    pub season: Option<Season>,
    /// The weather; Clear while nobody said otherwise.
    pub weather: Option<RuleId>,
    /// Who took part in the Encounter that was not awarded yet.
    pub fought: Vec<Who>,
    /// Miles gone in all.
    pub miles: u32,
    /// Resting Watches since the party last travelled.
    pub camped: u8,
}

/// A Watch as it is planned.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Planned {
    /// What it is for.
    pub spend: Spending,
    /// Who stands guard in it.
    #[serde(default)]
    pub guard: Option<Who>,
}

/// A Watch under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Watch {
    /// What everybody spends it on.
    pub spends: Vec<(Who, Spending)>,
    /// There is a fire.
    pub fire: bool,
    /// There is a roof over everybody.
    pub shelter: bool,
    /// Those who are in a tent.
    #[serde(default)]
    pub tents: Vec<Who>,
    /// Resting Watches since the party last travelled, this one among them.
    #[serde(default)]
    pub camped: u8,
    /// Those who came upon the camp in it.
    #[serde(default)]
    pub visitors: Vec<Who>,
    /// The way, if somebody travels.
    pub road: Option<Road>,
    /// Rounds of an Encounter that broke into it.
    pub broken: u16,
}

/// The way of a Travel Watch.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Road {
    /// `road`, `open` or `rough`.
    pub ground: String,
    /// Everybody rides.
    pub mounted: bool,
    /// Who finds the way.
    pub navigator: Option<Who>,
    /// By Bushcraft or Nature.
    pub by: Skill,
}

/// What somebody had of this Day so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Tally {
    /// Meals.
    pub meals: u8,
    /// Water, in sixths of a gallon.
    pub water: u8,
    /// Hours of rest.
    pub slept: u8,
    /// Travel Watches.
    pub travelled: u8,
    /// Somebody tended the wounds.
    pub tended: bool,
    /// This Watch is used for something already.
    pub worked: bool,
    /// What is declared for the next Watch.
    pub next: Option<Spending>,
}

impl Spending {
    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Travel => "travels",
            Self::Active => "is active",
            Self::Sleep => "sleeps",
            Self::Guard => "stands guard",
        }
    }

    /// Whether it belongs to a Resting Watch.
    pub fn rests(self) -> bool {
        matches!(self, Self::Sleep | Self::Guard)
    }
}

impl Watch {
    /// What somebody spends it on.
    pub fn of(&self, who: Who) -> Option<Spending> {
        self.spends.iter().find(|(one, _)| *one == who).map(|(_, spend)| *spend)
    }

    /// Whether somebody is out of the weather.
    pub fn shelters(&self, who: Who) -> bool {
        self.shelter || self.tents.contains(&who)
    }
}

impl Days {
    /// What somebody spends the Watch under way on.
    pub fn spends(&self, who: Who) -> Option<Spending> {
        self.watch.as_ref().and_then(|watch| watch.of(who))
    }
}
