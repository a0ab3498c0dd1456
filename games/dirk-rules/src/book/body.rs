//! Rows of body parts and conditions.

use boneyard_table::RuleId;
use serde::Deserialize;

use super::Damage;
use crate::state::{Ability, Part};

/// A body part and what its injury hinders.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// In words.
    #[serde(default)]
    pub text: String,
    /// Which part.
    pub part: Part,
    /// The face of the D6.
    pub face: u8,
    /// Tags of rolls it hinders.
    #[serde(default)]
    pub hinders: Vec<String>,
    /// What its loss takes away.
    #[serde(default)]
    pub lost: Lost,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// What the loss of a part takes away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Lost {
    /// Hands.
    pub hands: i8,
    /// Half the move.
    pub r#move: Option<LostMove>,
    /// Tags of what can no longer be done.
    pub no: Vec<String>,
}

/// How a loss slows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LostMove {
    /// Half the move.
    Half,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// In words.
    #[serde(default)]
    pub text: String,
    /// What cannot be done under it.
    #[serde(default)]
    pub forbids: Vec<String>,
    /// How it ends.
    #[serde(default)]
    pub ends: Vec<String>,
    /// Feet it pushes.
    pub pushes: Option<u16>,
    /// How damage against it is rolled.
    pub damage_taken: Option<String>,
    /// Abilities to escape it with.
    #[serde(default)]
    pub escape: Vec<Ability>,
    /// What RALLY! and immunities look at: fear, enchantment or compulsion.
    pub kind: Option<String>,
    /// What the next own turn must be.
    #[serde(default)]
    pub compels: Vec<String>,
    /// Tags of rolls that have disadvantage under it.
    #[serde(default)]
    pub disadvantage: Vec<String>,
    /// Rolls that are spared.
    #[serde(default)]
    pub except: Vec<String>,
    /// Damage it does whenever an own turn begins.
    pub each_turn: Option<Damage>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}
