//! Tags of armor, weapons and ammunition as rows.

use boneyard_table::RuleId;
use serde::Deserialize;

use super::passive::Passive;
use crate::state::{Skill, Tech};

/// A Tag of armor.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmorTagRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// In words.
    pub text: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// `Size`, `Material`, `Style` or `Optional`.
    pub category: String,
    /// What it is worth.
    #[serde(default)]
    pub value: Option<u8>,
    /// `body` or `head`.
    #[serde(default)]
    pub only: Option<String>,
    /// What repairs it.
    #[serde(default)]
    pub skill: Option<Skill>,
    /// From which tech level.
    #[serde(default)]
    pub tech: Option<Tech>,
    /// What holds while it is worn.
    #[serde(default)]
    pub passives: Vec<Passive>,
    /// Code of this name.
    #[serde(default)]
    pub hook: Option<String>,
}

/// A Tag of weapons.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeaponTagRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// In words.
    pub text: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// Which of the mandatory ones it is, or `Optional`.
    pub category: String,
    /// As weapons write it.
    pub key: String,
}

/// A Tag of ammunition.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AmmunitionTagRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// In words.
    pub text: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// As ammunition writes it.
    pub key: String,
}
