//! What rows of random tables lead to, and the plain rows of the rules' own tables.

use serde::Deserialize;

use super::creature::Loot;
use super::formula::Formula;

/// What a row of a random table brings.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableEffect {
    /// Creatures.
    Comes(Comes),
    /// A find.
    Find(Loot),
    /// A weapon of the TS's choosing.
    Weapon(bool),
    /// An artifact, by a d6.
    Artifact(bool),
    /// An Advanced Weapon of the TS's choosing.
    Advanced(bool),
    /// A way to somewhere.
    Rip(RipTo),
}

/// Creatures that come.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comes {
    /// Which.
    pub creature: String,
    /// How many.
    pub count: Formula,
    /// Hostile only once attacked.
    #[serde(default)]
    pub bystander: bool,
}

/// Where a rip leads.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RipTo {
    /// In words.
    pub place: String,
    /// Rounds it stays open; for good if nothing is said.
    #[serde(default)]
    pub rounds: Option<Formula>,
    /// Everybody who sees it: Wisdom save with this DC or Frightened 10 rounds.
    #[serde(default)]
    pub dread: Option<u8>,
}

/// A skill (DT-PROF-02).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillRow {
    /// Its name.
    pub name: String,
    /// The score it adds.
    pub ability: String,
    /// What it covers.
    pub text: String,
    /// The tradition it stands for.
    #[serde(default)]
    pub tradition: Option<String>,
}

/// A weapon trait.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraitRow {
    /// Its name.
    pub name: String,
    /// Its rule.
    pub rule: String,
    /// What it does.
    pub text: String,
    /// Whether a ranged weapon may have it.
    #[serde(default)]
    pub ranged: bool,
}

/// What criticals of a skill check add (DT-HOUSE-04H).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CriticalRow {
    /// The attempt.
    pub attempt: String,
    /// On a Critical Success.
    pub success: String,
    /// On a Critical Failure.
    pub failure: String,
}

/// An entry of the menu for improvised casting (DT-HOUSE-10H).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MenuRow {
    /// Its name.
    pub name: String,
    /// What it does.
    pub text: String,
    /// In feet.
    pub range: u16,
    /// What it is aimed at.
    pub target: String,
    /// A save against it.
    #[serde(default)]
    pub save: Option<super::effect::Save>,
    /// What it does; several lists: the caster picks one.
    pub effects: Vec<Vec<super::effect::Effect>>,
}

/// A step of the DC ladder (DT-HOUSE-03H).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepRow {
    /// Its name.
    pub name: String,
    /// Its DC.
    pub dc: u8,
}
