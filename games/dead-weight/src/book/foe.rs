//! Foes and allies: creatures without attributes.

use boneyard_table::RuleId;
use serde::Deserialize;

use super::Rest;
use crate::weapon::Notation;

/// A foe or an ally.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct FoeRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it is, in words.
    #[serde(default)]
    pub text: String,
    /// Level.
    pub level: u8,
    /// Wounds it can bear.
    pub wounds: u8,
    /// Armor.
    #[serde(default)]
    pub armor: u8,
    /// Resistance.
    #[serde(default)]
    pub resistance: u8,
    /// Movement.
    #[serde(default, rename = "move")]
    pub movement: u8,
    /// Actions of its turn.
    #[serde(default = "two")]
    pub acts: u8,
    /// Kinds.
    #[serde(default)]
    pub tags: Vec<String>,
    /// What it can do.
    #[serde(default)]
    pub actions: Vec<FoeActionRow>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// What else it holds.
    #[serde(flatten)]
    pub rest: Rest,
}

/// What a foe can do.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct FoeActionRow {
    /// What it is called.
    pub name: String,
    /// What the adventurer defends against.
    #[serde(default)]
    pub attack: Option<Notation>,
    /// What else it holds.
    #[serde(flatten)]
    pub rest: Rest,
}

fn two() -> u8 {
    2
}
