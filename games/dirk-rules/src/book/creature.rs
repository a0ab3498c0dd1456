//! Rows of creatures: their numbers, attacks and specials.

use boneyard_content::Amount;
use boneyard_table::RuleId;
use serde::Deserialize;

use super::{Damage, OneDie, PoolRow, one, reach, ten};
use crate::effect::OnFace;
use crate::state::{Ability, Affliction};
use crate::world::Follows;

/// A creature's entry.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreatureRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// In words.
    #[serde(default)]
    pub text: String,
    /// Meant to have a proper name.
    #[serde(default)]
    pub named: bool,
    /// STR.
    #[serde(default = "ten")]
    pub str: u8,
    /// DEX.
    #[serde(default = "ten")]
    pub dex: u8,
    /// WIL.
    #[serde(default = "ten")]
    pub wil: u8,
    /// Hit points; rolled where nothing is said.
    pub hp: Option<u16>,
    /// Natural armor points.
    #[serde(default)]
    pub ap: u8,
    /// Speed.
    #[serde(default = "one")]
    pub speed: u8,
    /// Moods and kinds.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Natural attacks.
    #[serde(default)]
    pub attacks: Vec<NaturalAttack>,
    /// Things it has.
    #[serde(default)]
    pub gear: Vec<String>,
    /// Things it holds.
    #[serde(default)]
    pub hands: Vec<String>,
    /// What cannot touch it.
    #[serde(default)]
    pub immune: Vec<String>,
    /// Its bite knocks down.
    #[serde(default)]
    pub knocks_down: bool,
    /// It has no body parts.
    #[serde(default)]
    pub no_parts: bool,
    /// What it can do besides its attacks.
    #[serde(default)]
    pub specials: Vec<Special>,
    /// HP it regains when its turn begins, unless it was burned since the last.
    pub regains: Option<u16>,
    /// With so many others of its kind next to the target its damage roll has advantage.
    pub swarm: Option<u8>,
    /// What sunlight does to it each turn, armor or not.
    pub sunlight: Option<Damage>,
    /// What it can carry.
    pub carries: Option<u8>,
    /// It is an animal.
    #[serde(default)]
    pub beast: bool,
    /// It flies.
    #[serde(default)]
    pub flies: bool,
    /// Powers it has.
    #[serde(default)]
    pub knows: Vec<String>,
    /// Skills it could teach.
    #[serde(default)]
    pub teaches: Vec<String>,
    /// Another way it comes equipped.
    #[serde(default)]
    pub or_gear: Vec<String>,
    /// What it holds then.
    #[serde(default)]
    pub or_hands: Vec<String>,
    /// What it has on it, in the place of what pockets hold.
    #[serde(default)]
    pub loot: Vec<Follows>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// What a creature can do besides its attacks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Special {
    /// What it is called.
    pub name: String,
    /// How far it reaches, in feet.
    pub range: u16,
    /// At most every so many of its turns.
    #[serde(default = "one")]
    pub every: u8,
    /// The damage of an attack.
    pub damage: Option<Damage>,
    /// Strikes everybody within so many feet of whoever it is aimed at.
    pub area: Option<u16>,
    /// The save against it.
    pub save: Option<Ability>,
    /// What befalls those who fail it.
    pub condition: Option<Affliction>,
    /// Who comes of it.
    pub brings: Option<Brings>,
}

/// Newcomers a special brings.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brings {
    /// What they are, by name.
    pub creature: String,
    /// How many.
    pub count: Amount<OneDie>,
}

/// A natural attack.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NaturalAttack {
    /// What it is called.
    pub name: String,
    /// Its damage.
    pub damage: Damage,
    /// How far it reaches, in feet.
    #[serde(default = "reach")]
    pub range: u16,
    /// Attacks of one ATTACK.
    #[serde(default = "one")]
    pub times: u8,
    /// Always: carried weapons stand under gear.
    #[serde(default)]
    pub natural: bool,
    /// Strikes from afar.
    #[serde(default)]
    pub ranged: bool,
    /// Shoots light.
    #[serde(default)]
    pub laser: bool,
    /// AP that go for each point they take away.
    #[serde(default = "one")]
    pub ap_costs: u8,
    /// What follows on a face of its die.
    pub on_face: Option<OnFace>,
    /// What it wears down.
    pub pool: Option<PoolRow>,
}
