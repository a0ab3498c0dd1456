//! Skills and ready Characters as rows.

use std::collections::BTreeMap;

use boneyard_table::RuleId;
use serde::Deserialize;

use super::creature::Carries;
use crate::state::{Ability, Degree, Skill};

/// A Skill.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillRow {
    /// Which.
    pub name: Skill,
    /// What kind.
    pub category: String,
    /// `Defense`, `Melee` or `Ranged`.
    #[serde(default)]
    pub kind: Option<String>,
    /// What it is used with.
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// What it is for.
    pub covers: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
}

/// A Difficulty Class.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepRow {
    /// What it is called.
    pub name: String,
    /// Which number.
    pub dc: i16,
    /// In words.
    #[serde(default)]
    pub text: Option<String>,
}

/// Strength Based slots.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlotsRow {
    /// Of this Strength Modifier.
    pub modifier: i8,
    /// Large ones.
    pub large: u8,
    /// Medium ones.
    pub medium: u8,
    /// Small ones.
    pub small: u8,
}

/// A ready Character.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeroRow {
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
    /// In a line.
    pub concept: String,
    /// What made them so.
    pub past: String,
    /// What they want.
    pub wish: String,
    /// STR to CHA.
    pub scores: [u8; 6],
    /// Degrees.
    #[serde(default)]
    pub skills: BTreeMap<Skill, Degree>,
    /// Features.
    #[serde(default)]
    pub features: Vec<String>,
    /// Traits.
    #[serde(default)]
    pub traits: Vec<String>,
    /// Things.
    #[serde(default)]
    pub gear: Vec<Carries>,
    /// Coins.
    pub coins: u32,
    /// What that comes to.
    pub sheet: SheetRow,
}

/// Numbers of a ready Character, as printed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetRow {
    /// AP.
    pub ap: u8,
    /// Reflex.
    pub reflex: i16,
    /// Fortitude.
    pub fortitude: i16,
    /// Will.
    pub will: i16,
    /// Armoring.
    pub armoring: u16,
    /// Maximum Vitality.
    pub vitality: i16,
    /// Hit Dice.
    pub hit_dice: u8,
    /// Large, Medium and Small slots.
    pub slots: [u8; 3],
    /// Rounds.
    pub breath: u16,
    /// Stealth.
    pub stealth: i16,
}
