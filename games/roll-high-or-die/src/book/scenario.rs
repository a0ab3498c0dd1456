//! Scenarios as rows, and lines of sight that must come out so.

use boneyard_table::RuleId;
use serde::Deserialize;

use crate::state::{Cover, Light, Size, Spot, Stance};

/// A scenario.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioRow {
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
    /// What everybody knows.
    #[serde(default)]
    pub known: Vec<String>,
    /// What the Referee knows.
    #[serde(default)]
    pub gm: Vec<String>,
    /// Ready Characters.
    #[serde(default)]
    pub heroes: Vec<RuleId>,
    /// How far it is.
    pub miles: u16,
    /// Over which ground.
    pub ground: String,
    /// Coins for each.
    pub reward: u16,
    /// The light there is.
    pub ambient: Light,
    /// And inside.
    #[serde(default)]
    pub indoors: Option<IndoorsRow>,
    /// What burns there.
    #[serde(default)]
    pub lights: Vec<LampRow>,
    /// Where the party begins.
    #[serde(default)]
    pub party: Vec<Spot>,
    /// Doors.
    #[serde(default)]
    pub doors: Vec<DoorRow>,
    /// Signs that lie higher.
    #[serde(default)]
    pub heights: Vec<LegendRow>,
    /// Who is there.
    #[serde(default)]
    pub foes: Vec<FoeRow>,
    /// What noise brings.
    #[serde(default)]
    pub alarm: Option<AlarmRow>,
    /// Who is held.
    #[serde(default)]
    pub prisoner: Option<PrisonerRow>,
    /// What is kept.
    #[serde(default)]
    pub chest: Option<ChestRow>,
    /// What is found.
    #[serde(default)]
    pub loot: Option<LootRow>,
    /// When they talk.
    #[serde(default)]
    pub parley: Option<ParleyRow>,
    /// Who visits a camp.
    #[serde(default)]
    pub camp: Option<CampRow>,
    /// What a good look shows.
    #[serde(default)]
    pub scouting: Vec<ScoutRow>,
    /// Scene by scene.
    #[serde(default)]
    pub scenes: Vec<SceneRow>,
    /// One sign for each space.
    pub map: String,
}

/// What a good look shows.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoutRow {
    /// From this total on.
    pub dc: u8,
    /// What.
    pub text: String,
}

/// A scene.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneRow {
    /// The rule it is written in.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// Where the party stands, one after the other.
    pub party: Vec<Spot>,
    /// Only this one of them.
    #[serde(default)]
    pub only: Option<String>,
    /// Who is met, by what they are called.
    #[serde(default)]
    pub foes: Vec<String>,
    /// Where some of them stand instead.
    #[serde(default)]
    pub at: Vec<(String, Spot)>,
    /// Doors that are open then.
    #[serde(default)]
    pub opens: Vec<Spot>,
    /// How the party holds itself.
    #[serde(default)]
    pub stance: Option<Stance>,
    /// An example, not on the way.
    #[serde(default)]
    pub aside: bool,
}

/// A part with a light of its own.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndoorsRow {
    /// How bright.
    pub light: Light,
    /// From corner to corner.
    pub r#box: [Spot; 2],
}

/// A light that stays.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LampRow {
    /// Where.
    pub at: Spot,
    /// Which.
    pub source: String,
}

/// A door.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoorRow {
    /// Where.
    pub at: Spot,
    /// The DC of its lock.
    #[serde(default)]
    pub lock: Option<u8>,
}

/// A sign of the map that lies higher.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LegendRow {
    /// Which.
    pub sign: char,
    /// How high.
    pub feet: i16,
}

/// Somebody who is there.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoeRow {
    /// Which entry.
    pub creature: String,
    /// What it is called.
    pub called: String,
    /// Where.
    pub at: Spot,
    /// How it holds itself.
    #[serde(default)]
    pub stance: Option<Stance>,
    /// Where it looks.
    #[serde(default)]
    pub looks: Option<String>,
    /// Inside.
    #[serde(default)]
    pub inside: bool,
    /// Looks around after the first noise.
    #[serde(default)]
    pub detects: bool,
}

/// What noise brings.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlarmRow {
    /// By which door.
    pub door: Spot,
    /// Within so many Rounds.
    pub rounds: u8,
}

/// Who is held.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrisonerRow {
    /// Which entry.
    pub creature: String,
    /// Where.
    pub at: Spot,
    /// The DC to get free.
    pub restrained: u8,
}

/// What is kept.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChestRow {
    /// What it is called.
    pub called: String,
    /// Where.
    pub at: Spot,
    /// How large.
    pub size: Size,
    /// How heavy.
    pub pounds: u16,
}

/// What is found.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LootRow {
    /// Coins.
    pub coins: u16,
    /// Things.
    #[serde(default)]
    pub items: Vec<String>,
}

/// When they talk.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParleyRow {
    /// From so many Wounds on.
    pub wounds: u8,
    /// Or so many others down.
    pub down: u8,
    /// Against what.
    pub dc: u8,
}

/// Who visits a camp.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampRow {
    /// Within so many miles.
    pub within: u8,
    /// In which Resting Watch.
    pub watch: u8,
    /// Which entry.
    pub creature: String,
    /// How many.
    pub count: u8,
    /// The light of the night there; a fire is added to it.
    pub light: Light,
}

/// A line of sight that must come out so.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SightCheckRow {
    /// From here.
    pub from: Spot,
    /// To there.
    pub to: Spot,
    /// How far that is.
    pub feet: u16,
    /// There is Line of Sight.
    #[serde(default)]
    pub sees: bool,
    /// So many of the 81 lines are free.
    #[serde(default)]
    pub lines: Option<u8>,
    /// What covers the target.
    #[serde(default)]
    pub cover: Option<Cover>,
    /// From High Ground.
    #[serde(default)]
    pub high_ground: bool,
}
