//! The GM's desk: checklist and notes, places that can still move, cards with links, challenges with
//! what was rolled in them, powers of other games.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// All that lies on the desk. Players see none of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Desk {
    /// Ticked points of the checklist: heading and number from 1.
    pub ticks: Vec<(String, u8)>,
    /// Notes under a heading.
    pub notes: Vec<(String, String)>,
    /// Places of the outline.
    pub places: Vec<Outlined>,
    /// Cards.
    pub cards: Vec<Card>,
    /// Challenges under way.
    pub challenges: Vec<Challenge>,
    /// Powers of another game's magic.
    pub powers: Vec<Power>,
}

/// A place of the outline.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Outlined {
    /// What it is called.
    pub name: String,
    /// Where it is, once that is settled.
    #[serde(default)]
    pub at: Option<String>,
    /// Players have seen it.
    #[serde(default)]
    pub seen: bool,
}

/// A card: a place, an object, a person, a situation, a conversion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Card {
    /// What it is called.
    pub name: String,
    /// What it is about.
    pub kind: String,
    /// Words.
    pub text: String,
    /// What is wanted, or what is pressing.
    pub goal: String,
    /// How it came to this.
    pub cause: String,
    /// What keeps it from getting worse.
    pub holds: String,
    /// What the world does in return.
    pub answers: String,
    /// Other cards, and by way of what.
    pub links: Vec<(String, String)>,
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Challenge {
    /// What it is.
    pub name: String,
    /// What it is worth, if that was announced.
    #[serde(default)]
    pub worth: Option<u16>,
    /// What was rolled in it, by whom.
    #[serde(default)]
    pub rolled: Vec<(Who, u16)>,
}

/// A power of another game's magic.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Power {
    /// Whose.
    pub who: Who,
    /// What it is called.
    pub name: String,
    /// Uses a day.
    pub most: u8,
    /// Uses on that day.
    #[serde(default)]
    pub used: u8,
    /// The day of the last use.
    #[serde(default)]
    pub day: u32,
}

impl Power {
    /// Uses left on a day.
    pub fn left(&self, day: u32) -> u8 {
        if self.day == day { self.most.saturating_sub(self.used) } else { self.most }
    }
}
