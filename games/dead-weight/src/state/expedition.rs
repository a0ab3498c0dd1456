//! An expedition: the site with its doom, where the party is, turns, decay, light, camp.

use std::collections::BTreeMap;

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where the party is and what the place has come to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Expedition {
    /// Whether one is under way; between expeditions the sites visited are kept.
    pub under_way: bool,
    /// The site, by its entry; none where the game master makes it up.
    pub site: Option<RuleId>,
    /// The location, by its name.
    pub here: String,
    /// Exploration turns since it began.
    pub turn: u16,
    /// The decay tracker, open to everybody.
    pub decay: u8,
    /// Camps made in this expedition.
    pub camps: u8,
    /// Sites by their entry or name, each with its own doom.
    pub sites: BTreeMap<String, Site>,
}

/// A site and how far it has woken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Site {
    /// The doom tracker, for the game master's eyes.
    pub doom: u8,
    /// Its maximum.
    pub most: u8,
    /// Doom events that have happened, by their number.
    pub happened: Vec<u8>,
    /// Locations that differ from their entries, by name.
    pub rooms: BTreeMap<String, Room>,
}

/// What became of a location.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Room {
    /// The party has been here.
    pub visited: bool,
    /// Flags that hold here now: lit, dry, filthy, exposed, safe, exit.
    pub flags: Vec<String>,
    /// What was looted.
    pub looted: Vec<String>,
    /// Traps found, disarmed or gone off, by name.
    pub traps: BTreeMap<String, TrapState>,
    /// Who is met here.
    pub foes: Vec<Who>,
}

/// What is known of a trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TrapState {
    /// Nobody knows of it.
    Hidden,
    /// Found and armed.
    Known,
    /// Harmless.
    Disarmed,
    /// It went off.
    Sprung,
}

/// A camp.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Camp {
    /// Action points left.
    pub points: u8,
    /// There is a fire.
    pub fire: bool,
    /// Camping supplies used.
    pub supplies: u8,
    /// It is a long rest.
    pub long: bool,
    /// Dice of the ambush pool so far; lookouts may outnumber them.
    pub ambush: i8,
}
