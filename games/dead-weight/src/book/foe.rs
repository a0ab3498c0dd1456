//! Foes and allies: creatures without attributes.

use boneyard_table::RuleId;
use serde::Deserialize;

use super::Rest;
use super::verb::Verb;
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
    /// What it does left to itself.
    #[serde(default)]
    pub instinct: Option<FoeInstinct>,
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
#[serde(deny_unknown_fields)]
pub struct FoeActionRow {
    /// What it is called.
    pub name: String,
    /// What the adventurer defends against.
    #[serde(default)]
    pub attack: Option<Notation>,
    /// `self` where it attacks nobody.
    #[serde(default)]
    pub target: Option<String>,
    /// When it may be used.
    #[serde(default)]
    pub r#if: Option<Condition>,
    /// Every adventurer in range at once.
    #[serde(default)]
    pub all: bool,
    /// At most once in that.
    #[serde(default)]
    pub once: Option<Once>,
    /// Tokens it holds at most by it.
    #[serde(default)]
    pub most: Option<u8>,
    /// Actions it takes to load it again.
    #[serde(default)]
    pub reload: u8,
    /// What follows a failed defence.
    #[serde(default)]
    pub effects: Vec<Verb>,
    /// What follows a critically failed one besides.
    #[serde(default)]
    pub critical: Vec<Verb>,
}

/// When a foe's action may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// On somebody who is held.
    TargetGrabbed,
    /// On somebody whom another of its kind hit in this round.
    HitByAnotherLikeItThisTurn,
    /// On somebody whom another of its kind stands Close to.
    AnotherLikeItCloseToTarget,
    /// While it is loaded.
    Loaded,
}

/// How often something may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Once {
    /// Once in a fight.
    Combat,
    /// Once in a turn.
    Turn,
}

/// What a foe does left to itself.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoeInstinct {
    /// Whom it goes for.
    pub target: Prey,
    /// Its actions by name, the liked ones first.
    pub order: Vec<String>,
}

/// Whom a foe goes for, each falling back to the nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prey {
    /// The one who is nearest.
    Nearest,
    /// The one who has fewest dice to defend with.
    Weakest,
    /// The one who is held.
    Grabbed,
    /// The one who was hit in this round.
    Struck,
}

fn two() -> u8 {
    2
}
