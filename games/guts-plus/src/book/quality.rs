//! Rows of qualities: the four everybody has, and custom ones to pick from.

use boneyard_table::RuleId;
use serde::Deserialize;

use super::Rest;

/// A base quality.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct QualityRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it is, in words.
    #[serde(default)]
    pub text: String,
    /// What kind of action it governs.
    #[serde(default)]
    pub governs: String,
    /// Words an action tag is compared with.
    #[serde(default)]
    pub actions: Vec<String>,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// The rest.
    #[serde(flatten)]
    pub rest: Rest,
}

/// A custom quality to pick.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct SampleRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// The base quality it usually stands in for.
    pub base: Option<String>,
    /// What it covers.
    #[serde(default)]
    pub covers: String,
    /// Words an action tag is compared with.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Treats injuries.
    #[serde(default)]
    pub medical: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// The rest.
    #[serde(flatten)]
    pub rest: Rest,
}
