//! Floors, objects, lights, traps and weather as rows.

use boneyard_table::RuleId;
use serde::Deserialize;

use super::effect::Effect;
use super::passive::Passive;
use crate::state::{Cover, Light, Skill};

/// A kind of floor or object.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainRow {
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
    /// On maps.
    #[serde(default)]
    pub symbol: Option<char>,
    /// A run counts it double.
    #[serde(default)]
    pub double: bool,
    /// What it covers.
    #[serde(default)]
    pub cover: Option<Cover>,
    /// The one who stands in it is covered too.
    #[serde(default)]
    pub stands_among: bool,
    /// Feet it is tall.
    #[serde(default)]
    pub tall: Option<u16>,
    /// `climb`, `swim` or `blocked`.
    #[serde(default)]
    pub enter: Option<String>,
    /// Feet to climb.
    #[serde(default)]
    pub climb: Option<u16>,
    /// Against what.
    #[serde(default)]
    pub climb_dc: Option<u8>,
    /// What it is made of, if it can be broken.
    #[serde(default)]
    pub object: Option<String>,
    /// `shallow` or `deep`.
    #[serde(default)]
    pub water: Option<String>,
    /// The light it sheds.
    #[serde(default)]
    pub light: Option<String>,
    /// What entering by a run does.
    #[serde(default)]
    pub run_in: Option<EnteringRow>,
    /// What entering does.
    #[serde(default)]
    pub enter_any: Vec<Effect>,
    /// What beginning a Turn in it does.
    #[serde(default)]
    pub turn_start: Vec<Effect>,
    /// What holds inside.
    #[serde(default)]
    pub passives: Vec<Passive>,
    /// Breaks lines between spaces further apart.
    #[serde(default)]
    pub blocks_beyond: Option<u16>,
    /// Code of this name.
    #[serde(default)]
    pub hook: Option<String>,
}

/// What entering a floor by a run does.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnteringRow {
    /// Unless this succeeds.
    #[serde(default)]
    pub check: Option<FootingRow>,
    /// What happens.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// The run is over.
    #[serde(default)]
    pub stops: bool,
}

/// A check to keep one's footing.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FootingRow {
    /// Which Skill.
    pub skill: Skill,
    /// Against what.
    pub dc: u8,
}

/// A light source, radii in feet.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LightRow {
    /// What it is called.
    pub name: String,
    /// Blinding Light up to here.
    #[serde(default)]
    pub blinding: Option<u16>,
    /// High Light up to here.
    #[serde(default)]
    pub high: Option<u16>,
    /// Low Light up to here.
    #[serde(default)]
    pub low: Option<u16>,
    /// Everywhere so.
    #[serde(default)]
    pub everywhere: Option<Light>,
}

/// What objects of a material stand.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectRow {
    /// Which material.
    pub made_of: String,
    /// Armoring of a piece.
    pub armoring: u16,
    /// What is left.
    #[serde(default)]
    pub leaves: Option<String>,
}

/// A trap.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrapRow {
    /// What it is called.
    #[serde(default)]
    pub name: Option<String>,
    /// To notice it.
    pub notice: u8,
    /// To disarm it.
    #[serde(default)]
    pub disarm: Option<u8>,
    /// To avoid it.
    pub avoid: u8,
    /// A fall of so many feet.
    #[serde(default)]
    pub fall: Option<u16>,
    /// What it does.
    #[serde(default)]
    pub effects: Vec<Effect>,
}

/// A kind of weather.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherRow {
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
    /// On Ranged Attacks.
    pub ranged: i8,
    /// On Perception.
    pub perception: i8,
    /// Light by day.
    pub day: Light,
    /// What is left of the miles.
    pub travel: [u8; 2],
    /// No Line of Sight beyond.
    #[serde(default)]
    pub sight: Option<u16>,
    /// On Stealth.
    #[serde(default)]
    pub stealth: i8,
    /// No Ranged Attacks beyond.
    #[serde(default)]
    pub shooting: Option<u16>,
    /// Chilled per Watch without fire.
    #[serde(default)]
    pub chilled: u8,
    /// Only in Resting Watches.
    #[serde(default)]
    pub chilled_resting: bool,
    /// Overheated per Watch outdoors.
    #[serde(default)]
    pub overheated: u8,
    /// Soaks.
    #[serde(default)]
    pub soaks: bool,
    /// Torches go out after so many Rounds.
    #[serde(default)]
    pub torches: Option<u8>,
    /// Half gallons a Watch.
    #[serde(default)]
    pub collects: u8,
    /// What the ground becomes.
    #[serde(default)]
    pub floor: Option<String>,
    /// Hurts in the open.
    #[serde(default)]
    pub hail: bool,
    /// Interacts more to light something.
    #[serde(default)]
    pub extra_light: u8,
    /// Rounds Smoke lasts.
    #[serde(default)]
    pub smoke: Option<u16>,
}

/// A row of the day's weather.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherStepRow {
    /// Sums of 2d6.
    #[serde(default)]
    pub faces: Vec<u8>,
    /// In spring.
    pub spring: String,
    /// In summer.
    pub summer: String,
    /// In autumn.
    pub autumn: String,
    /// In winter.
    pub winter: String,
}

/// How far one comes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TravelRow {
    /// On which ground.
    pub ground: String,
    /// In a Watch.
    pub miles: u8,
    /// To find the way.
    #[serde(default)]
    pub dc: Option<u8>,
}
