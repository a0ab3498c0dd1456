//! The dungeon and its rooms as rows.

use std::collections::BTreeMap;

use boneyard_table::RuleId;
use serde::Deserialize;

use super::creature::Loot;
use super::formula::Formula;

/// A dungeon.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What everybody knows.
    pub text: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// Light where no room says otherwise.
    pub light: String,
    /// Where the heroes come in.
    pub start: Vec<[i16; 2]>,
    /// Ready heroes.
    pub heroes: Vec<String>,
    /// Known to everybody at the start.
    pub known: Vec<String>,
    /// For the TS.
    pub gm: Vec<String>,
    /// The map on ruled paper.
    pub map: String,
    /// What its other characters are.
    pub legend: BTreeMap<char, boneyard_board::Ground>,
    /// Doors of the map.
    pub doors: Vec<DoorRow>,
    /// Who comes when the alarm is raised in a room.
    pub alarms: Vec<AlarmRow>,
    /// What ends it, and the Points for it.
    pub ends: EndRow,
}

/// A door.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoorRow {
    /// The two squares it stands between.
    pub between: [[i16; 2]; 2],
    /// The object it is made of.
    pub is: String,
    /// DC of its lock.
    #[serde(default)]
    pub lock: Option<u8>,
    /// DC to find it.
    #[serde(default)]
    pub secret: Option<u8>,
}

/// Help that comes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlarmRow {
    /// The room that was entered by force or whose alarm went off.
    pub room: RuleId,
    /// The room whose creatures come.
    pub brings: RuleId,
    /// After so many rounds.
    pub after: Formula,
}

/// How the adventure ends well.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndRow {
    /// The thing that must be brought out.
    pub with: String,
    /// The room one leaves by.
    pub by: RuleId,
    /// Points for each.
    pub points: u8,
}

/// A room.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What one sees.
    pub text: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// Left, top, width, height in squares.
    #[serde(rename = "box")]
    pub at: [i16; 4],
    /// Its light, if it has one of its own.
    #[serde(default)]
    pub light: Option<String>,
    /// Squares that are in Darkness all the same.
    #[serde(default)]
    pub dark: Vec<[i16; 2]>,
    /// Ways out, in words with the room they lead to.
    pub exits: Vec<ExitRow>,
    /// Who waits here.
    #[serde(default)]
    pub creatures: Vec<WaitsRow>,
    /// Traps.
    #[serde(default)]
    pub traps: Vec<LaidRow>,
    /// What can be found.
    #[serde(default)]
    pub loot: Vec<CacheRow>,
    /// Things that can be broken.
    #[serde(default)]
    pub objects: Vec<StandsRow>,
    /// For the TS.
    #[serde(default)]
    pub gm: Vec<String>,
}

/// A way out.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExitRow {
    /// Where it leads: a room, or `out`.
    pub to: String,
    /// In words.
    pub text: String,
    /// The square it is at.
    pub at: [i16; 2],
    /// Feet to climb.
    #[serde(default)]
    pub climb: Option<u16>,
    /// Athletics DC of the climb without a rope.
    #[serde(default)]
    pub dc: Option<u8>,
}

/// A creature in a room.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaitsRow {
    /// Which.
    pub who: String,
    /// Where.
    pub at: [i16; 2],
    /// It sleeps.
    #[serde(default)]
    pub asleep: bool,
    /// It looks like something else.
    #[serde(default)]
    pub disguised: bool,
}

/// A trap in a room.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaidRow {
    /// Which.
    pub trap: String,
    /// Its square.
    #[serde(default)]
    pub at: Option<[i16; 2]>,
    /// Or the door it guards.
    #[serde(default)]
    pub door: Option<[[i16; 2]; 2]>,
    /// Set off by opening what stands on its square, not by stepping on it.
    #[serde(default)]
    pub guards: bool,
}

/// A place where something is.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CacheRow {
    /// What it is: "toll box", "dead delver".
    pub name: String,
    /// Where.
    pub at: [i16; 2],
    /// DC of its lock.
    #[serde(default)]
    pub lock: Option<u8>,
    /// Perception DC to find it.
    #[serde(default)]
    pub find: Option<u8>,
    /// What is in it.
    pub holds: Vec<Loot>,
}

/// Something that can be broken.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandsRow {
    /// What it is called.
    pub name: String,
    /// The row of the object list.
    pub is: String,
    /// Where.
    pub at: [i16; 2],
    /// What happens when it breaks.
    #[serde(default)]
    pub breaks: Option<CollapseRow>,
}

/// A spell let loose by a broken object.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CollapseRow {
    /// The spell.
    pub spell: String,
    /// Its Power.
    pub power: u8,
    /// Its save DC.
    pub dc: u8,
    /// Its centre.
    pub centre: [i16; 2],
}
