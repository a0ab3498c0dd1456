//! Skills, traits and afflictions.

use boneyard_table::RuleId;
use serde::Deserialize;

use super::Rest;
use super::effect::Passive;

/// A skill or a trait.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct TalentRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    #[serde(default)]
    pub text: String,
    /// The form that takes its place when it is gained a second time.
    pub advanced: Option<String>,
    /// The skill it takes the place of.
    pub needs_skill: Option<String>,
    /// What holds while one has it.
    #[serde(default)]
    pub passive: Vec<Passive>,
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

/// An affliction or another state.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct AfflictionRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    #[serde(default)]
    pub text: String,
    /// What ends it, in words the rules look for.
    #[serde(default)]
    pub ends: Vec<String>,
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
