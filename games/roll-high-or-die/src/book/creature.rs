//! Creatures as rows, and what beating them is worth.

use std::collections::BTreeMap;

use boneyard_table::RuleId;
use serde::Deserialize;

use super::effect::Effect;
use super::passive::Passive;
use crate::state::{Ability, DamageType, Defense, Dice, Size, Skill, Stance, Tech, WeaponTag};

/// A creature.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreatureRow {
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
    /// How large.
    pub size: Size,
    /// `Minion` or `Named`.
    pub rank: String,
    /// Total Mechanics Known.
    pub tmk: u8,
    /// What it counts for.
    pub threat: u8,
    /// STR to CHA.
    pub scores: [u8; 6],
    /// AP per Turn, as printed.
    pub ap: u8,
    /// Initiative, as printed.
    pub initiative: i8,
    /// Reflex, Fortitude, Will, as printed.
    pub defenses: [i16; 3],
    /// Armoring, as printed.
    pub armoring: u16,
    /// What it wears.
    #[serde(default)]
    pub armor: Vec<String>,
    /// Natural Armoring.
    #[serde(default)]
    pub hide: u16,
    /// What that is.
    #[serde(default)]
    pub hide_name: Option<String>,
    /// Vitality, as printed.
    pub vitality: i16,
    /// Hit Dice, as printed.
    pub hit_dice: u8,
    /// Whether it has hands; so if nothing is said.
    #[serde(default)]
    pub hands: Option<bool>,
    /// Attacks.
    #[serde(default)]
    pub attacks: Vec<AttackRow>,
    /// Skill bonuses, as printed.
    #[serde(default)]
    pub skills: BTreeMap<Skill, i8>,
    /// Features it has.
    #[serde(default)]
    pub features: Vec<String>,
    /// What holds.
    #[serde(default)]
    pub passives: Vec<Passive>,
    /// What it carries.
    #[serde(default)]
    pub gear: Vec<Carries>,
    /// Coins.
    #[serde(default)]
    pub coins: Option<Dice>,
    /// Feet of a run.
    #[serde(default)]
    pub run: Option<u16>,
    /// Feet it climbs anywhere.
    #[serde(default)]
    pub climbs: Option<u16>,
    /// Rounds it holds its breath.
    #[serde(default)]
    pub breath: Option<u16>,
    /// What it does without: `needs`, `breath`.
    #[serde(default)]
    pub no: Vec<String>,
    /// Only with this module.
    #[serde(default)]
    pub module: Option<String>,
    /// Death Calls above, dead at.
    #[serde(default)]
    pub wounds: Option<[u8; 2]>,
    /// When it flees.
    #[serde(default)]
    pub flees: Option<String>,
    /// Talks from so many Wounds on.
    #[serde(default)]
    pub parley: Option<u8>,
    /// The Stance it likes.
    #[serde(default)]
    pub prefers: Option<Stance>,
    /// Grapples without a free hand.
    #[serde(default)]
    pub grapples: bool,
    /// Feet its Shove pushes.
    #[serde(default)]
    pub shove: Option<u16>,
    /// Code of this name.
    #[serde(default)]
    pub hook: Option<String>,
}

/// An attack of a creature.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackRow {
    /// What it is called.
    pub name: String,
    /// What it costs.
    pub ap: u8,
    /// What is added to the d20.
    pub bonus: i8,
    /// Against what.
    pub versus: Defense,
    /// Feet it reaches.
    #[serde(default)]
    pub reach: Option<u16>,
    /// Feet it shoots or is thrown.
    #[serde(default)]
    pub range: Option<u16>,
    /// Dice.
    #[serde(default)]
    pub dice: Option<Dice>,
    /// What is added to them.
    #[serde(default)]
    pub plus: i8,
    /// Type.
    #[serde(default, rename = "type")]
    pub kind: Option<DamageType>,
    /// The ability, where it does not follow from `plus`.
    #[serde(default)]
    pub ability: Option<Ability>,
    /// With which of its things.
    #[serde(default)]
    pub weapon: Option<String>,
    /// Thrown.
    #[serde(default)]
    pub thrown: bool,
    /// How many there are to throw.
    #[serde(default)]
    pub count: Option<u8>,
    /// Tags.
    #[serde(default)]
    pub tags: Vec<WeaponTag>,
    /// What a hit does besides.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// The same total against another Defense.
    #[serde(default)]
    pub also: Option<AlsoRow>,
    /// What it shoots.
    #[serde(default)]
    pub ammunition: Option<String>,
    /// From which tech level.
    #[serde(default)]
    pub from: Option<Tech>,
    /// Below which tech level.
    #[serde(default)]
    pub below: Option<Tech>,
}

/// The same total against another Defense.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlsoRow {
    /// Which.
    pub versus: Defense,
    /// What meeting it does.
    #[serde(default)]
    pub effects: Vec<Effect>,
}

/// A thing somebody has.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carries {
    /// Which.
    pub item: String,
    /// How many.
    #[serde(default)]
    pub count: Option<u16>,
    /// Where.
    pub slot: String,
    /// What is loaded.
    #[serde(default)]
    pub loaded: Option<String>,
    /// From which tech level.
    #[serde(default)]
    pub from: Option<Tech>,
    /// Below which tech level.
    #[serde(default)]
    pub below: Option<Tech>,
}

/// What an Encounter is worth.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AwardRow {
    /// From this ratio on.
    pub from: [u16; 2],
    /// How hard that is.
    pub name: String,
    /// Experience for each.
    pub exp: u8,
}

/// What a hazard counts for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HazardRow {
    /// Which.
    pub name: String,
    /// In words.
    #[serde(default)]
    pub text: Option<String>,
    /// How much.
    pub threat: u8,
}
