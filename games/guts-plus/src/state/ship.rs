//! The supply ship under way: watches, clocks, what is known, loaded, eaten and gone.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The supply ship.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Ship {
    /// The watch, from 1.
    pub watch: u8,
    /// How many there were at the start.
    pub crew: u8,
    /// Who has done something in this watch, and where they are.
    pub busy: Vec<(Who, String)>,
    /// Steps of the breach clock.
    pub breach: u8,
    /// Breaches beside the first.
    pub further: u8,
    /// Seals on the hull.
    pub seals: u8,
    /// Stacks of crates left.
    pub crates: u8,
    /// Weeks of food left.
    pub food: u8,
    /// Berths that are broken.
    pub broken: u8,
    /// Delays.
    pub delay: u8,
    /// The Cargo Bay was inspected.
    pub inspected: bool,
    /// It is known that glass holds.
    pub glass: bool,
    /// The room of the creature is known.
    pub tracked: bool,
    /// It has eaten in the Supply Room.
    pub picked_over: bool,
    /// Loads of hull plates at hand.
    pub plates: u8,
    /// Glass containers at hand.
    pub containers: u8,
    /// Those who guard a room in this watch.
    pub guards: Vec<(Who, String)>,
    /// The creature.
    pub creature: Lodger,
    /// Texts that came out, by their names.
    pub revealed: Vec<String>,
    /// The players were told how to win.
    pub goals_shown: bool,
    /// How each condition stands, once that is marked.
    pub marks: Vec<(String, Mark)>,
    /// The key of the command module is empty.
    pub key_empty: bool,
    /// How it ended.
    pub ended: Option<Ending>,
}

/// What lodges in the ducts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Lodger {
    /// Its size, a step from 1 to 6.
    pub size: u8,
    /// Where it is, once it came out.
    pub room: Option<String>,
    /// Who it is among the creatures, once it came out.
    pub who: Option<Who>,
    /// What became of it.
    pub gone: Option<Gone>,
}

/// What became of the creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Gone {
    /// It sits in glass.
    Caught,
    /// It is out in space.
    Vented,
    /// It is dead.
    Dead,
}

/// How a condition of winning stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Met.
    Met,
    /// Not met, but made up for.
    MadeUp,
    /// Lost.
    Lost,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Nothing is lost.
    Won,
    /// One or two of the four are.
    PartialLoss,
    /// Three or four are, or nobody lives.
    Defeat,
}

impl Ship {
    /// Seals the hull needs.
    pub fn needs(&self) -> u8 {
        self.crew.saturating_sub(1).max(1) + self.further
    }

    /// Whether the hull is sealed.
    pub fn sealed(&self) -> bool {
        self.seals >= self.needs()
    }

    /// Whether somebody has done something in this watch.
    pub fn is_busy(&self, who: Who) -> bool {
        self.busy.iter().any(|(known, _)| *known == who)
    }

    /// Where somebody is in this watch.
    pub fn room_of(&self, who: Who) -> Option<&str> {
        self.busy.iter().find(|(known, _)| *known == who).map(|(_, room)| room.as_str())
    }
}
