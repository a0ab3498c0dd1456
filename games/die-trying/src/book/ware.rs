//! Things as rows: equipment, objects, Advanced Weapons, artifacts.

use boneyard_table::RuleId;
use serde::Deserialize;

use super::formula::Formula;
use super::kind::Passives;

/// A thing that can be bought or found.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GearRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it is for, in words.
    pub text: String,
    /// The rule it stands under.
    pub rule: RuleId,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// What it is to the rules: `weapon`, `ranged`, `ammunition`, `armor`, `light`, `oil`, `tools`, `rope`,
    /// `ration`, `tinderbox`, `kit`, `kit-use`, `pole`.
    pub is: String,
    /// In silver.
    pub price: u16,
    /// `--`, `L` or a number.
    pub bulk: BulkRow,
    /// Pieces one purchase gives.
    #[serde(default = "one")]
    pub pack: u16,
    /// Hands it takes in use.
    #[serde(default)]
    pub hands: u8,
    /// Damage of a weapon.
    #[serde(default)]
    pub damage: Option<Formula>,
    /// Traits one of which a weapon has.
    #[serde(default)]
    pub traits: Vec<String>,
    /// Range of a weapon that shoots.
    #[serde(default)]
    pub range: Option<u16>,
    /// How far it can be thrown.
    #[serde(default)]
    pub thrown: Option<u16>,
    /// What armor adds to the AC.
    #[serde(default)]
    pub ac: i8,
    /// What armor does to Stealth.
    #[serde(default)]
    pub stealth: i8,
    /// Minutes to put armor on, or minutes a light burns.
    #[serde(default)]
    pub minutes: u16,
    /// Bulk more while not worn.
    #[serde(default)]
    pub unworn: u8,
    /// Feet of Normal Light.
    #[serde(default)]
    pub feet: u16,
    /// Feet of Dim Light beyond.
    #[serde(default)]
    pub beyond: u16,
    /// The light is a cone.
    #[serde(default)]
    pub cone: bool,
    /// Feet of Dim Light with the hood down.
    #[serde(default)]
    pub hood: Option<u16>,
    /// Burns oil.
    #[serde(default)]
    pub oil: bool,
    /// Uses of a kit.
    #[serde(default)]
    pub uses: Option<u8>,
    /// Feet of rope.
    #[serde(default)]
    pub length: Option<u16>,
}

/// Bulk as written.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum BulkRow {
    /// So much.
    Number(u8),
    /// `L` or `--`.
    Word(String),
}

/// What a door, a chest or a rope can take.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// In words.
    pub text: String,
    /// The rule it stands under.
    pub rule: RuleId,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// HP.
    pub hp: u8,
    /// Resistance to every type.
    pub resistance: u8,
    /// DC to force it, for doors.
    #[serde(default)]
    pub force: Option<u8>,
}

/// An Advanced Weapon.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdvancedRow {
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
    /// Damage.
    pub damage: Formula,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its traits.
    pub traits: Vec<String>,
    /// Hands it takes.
    pub hands: u8,
    /// Reach in feet.
    pub reach: u16,
    /// `--`, `L` or a number.
    pub bulk: BulkRow,
    /// What a smith takes; not for sale if nothing is said.
    #[serde(default)]
    pub price: Option<u16>,
    /// A Critical Failure always hits the wielder.
    #[serde(default)]
    pub own_fumble: bool,
}

/// An artifact.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArtifactRow {
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
    /// Its face of the d6.
    pub face: u8,
    /// `--`, `L` or a number.
    pub bulk: BulkRow,
    /// It works while worn; otherwise while carried.
    #[serde(default)]
    pub worn: bool,
    /// It works while held.
    #[serde(default)]
    pub held: bool,
    /// What holds.
    #[serde(default)]
    pub passives: Passives,
    /// What the right buyer pays.
    #[serde(default)]
    pub collector: Option<u16>,
    /// What anybody pays.
    #[serde(default)]
    pub worth: Option<u16>,
}

fn one() -> u16 {
    1
}
