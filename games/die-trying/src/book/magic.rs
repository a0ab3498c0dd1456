//! Spells, talents and curses as rows.

use boneyard_table::RuleId;
use serde::Deserialize;

use super::effect::{Area, AttackBy, Effect, Save};
use super::kind::Passives;

/// A spell.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpellRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    pub text: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// Level, 0 to 3.
    pub level: u8,
    /// Traditions that teach it.
    pub lists: Vec<String>,
    /// Feet; 5 is touch, 0 starts at the caster.
    pub range: u16,
    /// What it is aimed at: `creature`, `object`, `creature-or-object`, `dying`, `corpse`, `dead`,
    /// `lock-or-trap`, `area`, `self`.
    pub target: String,
    /// Meant to help: a backlash looks for enemies first.
    #[serde(default)]
    pub helpful: bool,
    /// Whether the target must be seen.
    #[serde(default)]
    pub sight: bool,
    /// Whether it needs a ceiling.
    #[serde(default)]
    pub ceiling: bool,
    /// Where it falls.
    #[serde(default)]
    pub area: Option<Area>,
    /// Whether the caster is spared.
    #[serde(default)]
    pub others: bool,
    /// What it does without Magic Dice.
    #[serde(default)]
    pub minimal: Vec<Effect>,
    /// An attack first.
    #[serde(default)]
    pub attack: Option<AttackBy>,
    /// A save against it.
    #[serde(default)]
    pub save: Option<Save>,
    /// What it does.
    pub effects: Vec<Effect>,
    /// Besides, on a failed basic save.
    #[serde(default)]
    pub failed: Vec<Effect>,
    /// Besides, on a critically failed save.
    #[serde(default)]
    pub critical: Vec<Effect>,
    /// Miscast row 2: with the same attack or save, unless `freely`.
    pub reversed: Reversed,
    /// Miscast row 3: what everybody sees, and nothing more.
    pub surge: String,
}

/// A spell turned round.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reversed {
    /// In words.
    pub text: String,
    /// No attack and no save.
    #[serde(default)]
    pub freely: bool,
    /// It falls on the caster.
    #[serde(default)]
    pub on_caster: bool,
    /// What it does instead.
    #[serde(default)]
    pub effects: Vec<Effect>,
}

/// A talent.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TalentRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it is about, in words.
    pub text: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// A Fighting Style, and what must be in hand or worn: `twin-both`, `sweeping`, `weighty`,
    /// `finesse-free-hand`, `impaling`, `executing`, `destructive`, `deadly`, `heavy-armor`.
    #[serde(default)]
    pub style: Option<String>,
    /// The tradition of its magic.
    #[serde(default)]
    pub tradition: Option<String>,
    /// Its levels, lowest first.
    pub levels: Vec<LevelRow>,
}

/// A level of a talent: everything in force at it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelRow {
    /// What this level adds, in words.
    pub text: String,
    /// What holds at this level.
    pub passives: Passives,
}

/// A curse or a magical disease.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurseRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    pub text: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// Its face of the d10.
    pub face: u8,
    /// A disease.
    #[serde(default)]
    pub disease: bool,
    /// What holds.
    pub passives: Passives,
    /// What ends it, besides a day's work.
    pub cure: String,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    pub text: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// What holds.
    #[serde(default)]
    pub passives: Passives,
}
