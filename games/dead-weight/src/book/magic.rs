//! Spells, prayers, schools and gods.

use boneyard_table::RuleId;
use serde::Deserialize;

use super::Rest;

/// A spell or a prayer.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PowerRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    #[serde(default)]
    pub text: String,
    /// A spell's level.
    #[serde(default)]
    pub level: u8,
    /// The school it belongs to; a basic spell to none.
    pub school: Option<String>,
    /// The god it belongs to; a basic prayer to none.
    pub god: Option<String>,
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

/// A school of magic or a god.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct FollowRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it stands for, in words.
    #[serde(default)]
    pub text: String,
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
