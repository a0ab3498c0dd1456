//! Rows of ready heroes and of people, beasts and machines to meet.

use std::collections::BTreeMap;

use boneyard_table::RuleId;
use serde::Deserialize;
use serde_json::Value;

use super::{Listed, Rest};

/// A custom quality with its level.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Custom {
    /// What it is called.
    pub quality: String,
    /// Its level.
    pub level: u8,
}

/// Somebody to meet.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct FoeRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it is like at the table.
    #[serde(default)]
    pub text: String,
    /// Gumption.
    pub gumption: u8,
    /// Utility.
    pub utility: u8,
    /// Thought.
    pub thought: u8,
    /// Slyness.
    pub slyness: u8,
    /// Custom qualities.
    #[serde(default)]
    pub custom: Vec<Custom>,
    /// Its chart.
    #[serde(default)]
    pub chart: String,
    /// What protects it.
    #[serde(default)]
    pub guard: Vec<Guard>,
    /// How it attacks.
    pub attack: Option<Attack>,
    /// How it attacks once it is losing.
    pub losing: Option<Attack>,
    /// What it does by itself.
    #[serde(default)]
    pub instinct: Instinct,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// The rest.
    #[serde(flatten)]
    pub rest: Rest,
}

/// Protection of somebody to meet.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Guard {
    /// What it is called.
    pub name: String,
    /// Parts it covers, by name.
    #[serde(default)]
    pub covers: Vec<String>,
    /// Grown, not worn.
    #[serde(default)]
    pub natural: bool,
    /// The rest.
    #[serde(flatten)]
    pub rest: Rest,
}

/// How somebody attacks.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Attack {
    /// With what.
    pub name: String,
    /// The quality rolled.
    #[serde(default, rename = "with")]
    pub quality: Option<String>,
    /// It can injure.
    #[serde(default)]
    pub dangerous: bool,
    /// From afar.
    #[serde(default)]
    pub ranged: bool,
    /// No protection keeps it off.
    #[serde(default)]
    pub through: bool,
    /// The rest.
    #[serde(flatten)]
    pub rest: Rest,
}

/// What somebody does by itself.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Instinct {
    /// When it flees: `hurt`, `threatened`, `outnumbered`, `never`.
    pub flees: Option<String>,
    /// How it starts: `fights`, `talks`, `never`.
    pub starts: Option<String>,
    /// Parts it goes for, by name or kind.
    pub aim: Vec<String>,
    /// Helps its own kind.
    pub helps: bool,
    /// The rest.
    #[serde(flatten)]
    pub rest: Rest,
}

/// A ready hero.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct HeroRow {
    /// Its id.
    pub id: RuleId,
    /// What they are called.
    pub name: String,
    /// In a line.
    #[serde(default)]
    pub about: String,
    /// Experience.
    #[serde(default)]
    pub xp: u16,
    /// How old.
    #[serde(default)]
    pub age: Value,
    /// Body type.
    #[serde(default)]
    pub build: String,
    /// Height.
    #[serde(default)]
    pub height: String,
    /// Weight in pounds.
    #[serde(default)]
    pub weight: u16,
    /// What they look like.
    #[serde(default)]
    pub appearance: String,
    /// What happened to them.
    #[serde(default)]
    pub backstory: String,
    /// What they are like.
    #[serde(default)]
    pub personality: String,
    /// Gumption.
    pub gumption: u8,
    /// Utility.
    pub utility: u8,
    /// Thought.
    pub thought: u8,
    /// Slyness.
    pub slyness: u8,
    /// Custom qualities, the primary one first.
    #[serde(default)]
    pub custom: Vec<Custom>,
    /// Clothes by place.
    #[serde(default)]
    pub clothing: BTreeMap<String, String>,
    /// Accessories by place.
    #[serde(default)]
    pub accessories: BTreeMap<String, String>,
    /// What is in the pockets.
    #[serde(default)]
    pub pockets: Vec<Listed>,
    /// What is in the bag.
    #[serde(default)]
    pub bag: Vec<Listed>,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// The rest.
    #[serde(flatten)]
    pub rest: Rest,
}
