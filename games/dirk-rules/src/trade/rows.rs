//! Prices and repairs as the tables have them.

use boneyard_table::RuleId;
use serde::Deserialize;

use crate::effect::{Effect, Much};

/// Something everybody sells or does.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goods {
    /// What it is called.
    pub name: String,
    /// Its rule.
    pub rule: RuleId,
    /// Tools, food, lodging or work.
    pub kind: String,
    /// What it costs, or earns.
    pub gems: u32,
    /// The time one price covers.
    pub per: Option<Per>,
    /// Its weight; services have none.
    pub weight: Option<u8>,
    /// What heroes can earn by it too.
    #[serde(default)]
    pub earns: bool,
}

/// The time a price covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Per {
    /// A day.
    Day,
    /// A week.
    Week,
}

/// A repair.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fix {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    #[serde(default)]
    pub text: String,
    /// What it costs.
    pub gems: u32,
    /// How long it takes; in battle it is a misc action where nothing is said.
    pub time: Option<Much>,
    /// What it is done to: weapons, shields, helmets, or one thing by name.
    pub target: Vec<String>,
    /// What it takes.
    #[serde(default)]
    pub uses_up: Vec<String>,
    /// What it does.
    pub effects: Vec<Effect>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}
