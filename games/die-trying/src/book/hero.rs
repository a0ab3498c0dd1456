//! Ready heroes as rows.

use std::collections::BTreeMap;

use boneyard_table::RuleId;
use serde::Deserialize;

/// A hero ready to be played; made by the rules, so a test makes each again and compares.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeroRow {
    /// Its id.
    pub id: RuleId,
    /// Its name.
    pub name: String,
    /// Who it is, in a sentence or two.
    pub text: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// Species.
    pub species: String,
    /// Size.
    pub size: String,
    /// The dice of the scores as values: a d3, and a d2 behind each that is not 3.
    pub dice: Vec<Vec<u8>>,
    /// Strength, Dexterity, Constitution, Intelligence, Wisdom, Charisma.
    pub scores: [i8; 6],
    /// Levels spent on proficiencies, by name.
    pub proficiencies: BTreeMap<String, u8>,
    /// Levels spent on talents, by name.
    pub talents: BTreeMap<String, u8>,
    /// Spells learned.
    #[serde(default)]
    pub spells: Vec<String>,
    /// What was bought.
    pub gear: Vec<BoughtRow>,
    /// Silver left.
    pub silver: u16,
    /// In the hands at the start.
    #[serde(default)]
    pub hands: Vec<String>,
    /// Worn at the start.
    #[serde(default)]
    pub wears: Option<String>,
    /// What the sheet must come to.
    pub sheet: BTreeMap<String, i32>,
}

/// A thing on the list of a hero.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoughtRow {
    /// Which.
    pub item: String,
    /// How many; one if nothing is said.
    #[serde(default = "one")]
    pub count: u16,
    /// What a weapon is called.
    #[serde(default)]
    pub called: Option<String>,
    /// Its damage type.
    #[serde(default, rename = "type")]
    pub kind: Option<String>,
    /// Its trait.
    #[serde(default, rename = "trait")]
    pub quality: Option<String>,
}

fn one() -> u16 {
    1
}
