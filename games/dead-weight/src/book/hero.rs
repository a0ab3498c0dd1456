//! Ready adventurers.

use boneyard_table::RuleId;
use serde::Deserialize;

use super::path::Listed;
use crate::state::Four;

/// An adventurer ready to be played.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct HeroRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// Who it is, in a sentence or two.
    #[serde(default)]
    pub about: String,
    /// Class.
    pub class: String,
    /// Rows of the life path.
    pub infancy: String,
    /// The career.
    pub career: String,
    /// The tragedy.
    pub tragedy: String,
    /// The burden.
    pub burden: String,
    /// Scores.
    pub score: Four,
    /// Proficiencies.
    pub proficiency: Four,
    /// Insight.
    #[serde(default)]
    pub insight: u8,
    /// Skills.
    #[serde(default)]
    pub skills: Vec<String>,
    /// Traits.
    #[serde(default)]
    pub traits: Vec<String>,
    /// School of magic.
    #[serde(default)]
    pub school: Option<String>,
    /// God.
    #[serde(default)]
    pub god: Option<String>,
    /// Spells, all memorised.
    #[serde(default)]
    pub spells: Vec<String>,
    /// Prayers, all memorised.
    #[serde(default)]
    pub prayers: Vec<String>,
    /// Silver.
    #[serde(default)]
    pub silver: u32,
    /// Counterfeit coins.
    #[serde(default)]
    pub counterfeit: u32,
    /// What it wears to carry things in.
    pub containers: Vec<String>,
    /// Its things.
    pub gear: Vec<Listed>,
    /// What it holds.
    #[serde(default)]
    pub hands: Vec<String>,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}
