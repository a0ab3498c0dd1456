//! Rows of weapons, shields and armor, and what they wear down.

use boneyard_table::RuleId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Damage, one, one_gem, reach};
use crate::state::Part;

/// What a weapon wears down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoolRow {
    /// Of which kind.
    pub kind: PoolKind,
    /// How much when new.
    pub size: u8,
}

/// Kinds of wear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PoolKind {
    /// Breaks when it is used up.
    Durability,
    /// Cannot be fired when it is used up.
    Ammo,
    /// Explodes when it is used up.
    Charges,
}

impl PoolKind {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Durability => "durability",
            Self::Ammo => "ammo",
            Self::Charges => "charges",
        }
    }
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    #[serde(default)]
    pub text: String,
    /// Its damage.
    pub damage: Damage,
    /// Its price.
    #[serde(default = "one_gem")]
    pub gems: u32,
    /// Its weight.
    #[serde(default = "one")]
    pub weight: u8,
    /// How far it reaches, in feet.
    #[serde(default = "reach")]
    pub range: u16,
    /// What it wears down.
    pub pool: Option<PoolRow>,
    /// Further attacks of one ATTACK.
    #[serde(default)]
    pub extra_attacks: u8,
    /// The face on which it breaks.
    pub breaks_on: Option<u8>,
    /// The face that counts double.
    pub double_on: Option<u8>,
    /// The face that is rolled again.
    pub reroll: Option<u8>,
    /// How many injuries a wound from it makes.
    #[serde(default = "one")]
    pub injuries: u8,
    /// Thrown.
    #[serde(default)]
    pub thrown: bool,
    /// Strikes from afar.
    #[serde(default)]
    pub ranged: bool,
    /// Shoots light.
    #[serde(default)]
    pub laser: bool,
    /// Strikes everybody within so many feet of whoever it is aimed at.
    pub area: Option<u16>,
    /// Takes an action to set up before it fires.
    #[serde(default)]
    pub prepare: bool,
    /// Takes an action to reload after each shot.
    #[serde(default)]
    pub reload: bool,
    /// A called shot that hits does its highest number.
    #[serde(default)]
    pub max_on_called: bool,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// A shield.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shield {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    #[serde(default)]
    pub text: String,
    /// Its damage as a weapon.
    pub damage: Damage,
    /// Its price.
    #[serde(default = "one_gem")]
    pub gems: u32,
    /// Its weight.
    #[serde(default = "one")]
    pub weight: u8,
    /// What it wears down.
    pub pool: Option<PoolRow>,
    /// How often it survives destruction.
    #[serde(default)]
    pub survives: u8,
    /// What it covers against.
    pub covers: Option<Covers>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// What a shield covers against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Covers {
    /// Attacks from afar.
    Ranged,
}

/// Armor.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armor {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    #[serde(default)]
    pub text: String,
    /// Where it is worn.
    pub slot: Slot,
    /// Its armor points.
    #[serde(default)]
    pub ap: u8,
    /// Its price.
    #[serde(default = "one_gem")]
    pub gems: u32,
    /// Its weight.
    #[serde(default = "one")]
    pub weight: u8,
    /// What cannot hurt its wearer.
    pub deflects: Option<Deflects>,
    /// The part it breaks to save.
    pub saves_part: Option<Part>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// Where armor is worn. In the order in which AP are used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// About the waist.
    Belt,
    /// On the body.
    Suit,
    /// On the head.
    Helmet,
}

/// What armor turns away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deflects {
    /// Lasers.
    Laser,
}
