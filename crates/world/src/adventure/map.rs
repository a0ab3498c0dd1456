//! Maps in squares: drawn here, or a file beside this one.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::name::{FileName, LightName, MapId, MapName, ObjectsName, Text};
use crate::part::Spot;

/// A map. Exactly one of `squares`, `walls`, `vtt` and `picture` says what is on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// Its id.
    pub id: MapId,
    /// Drawn with one sign for each square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub squares: Option<String>,
    /// Drawn on ruled paper, walls between squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walls: Option<String>,
    /// A Universal VTT file beside this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vtt: Option<FileName>,
    /// A picture beside this one, with its grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// What the signs of the drawing are.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub legend: BTreeMap<char, Sign>,
    /// How bright it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub light: Option<LightName>,
    /// What gives light on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lights: Vec<Lamp>,
    /// Players see what they have seen.
    #[serde(default = "yes")]
    pub fog: bool,
    /// Squares with a light or a roof of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<Patch>,
    /// Which floor it is.
    #[serde(default)]
    pub floor: i8,
}

/// A picture with squares laid over it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// The file.
    pub file: FileName,
    /// How many pixels a square has.
    pub pixels: u16,
    /// Where the first square begins.
    #[serde(default)]
    pub from: [u16; 2],
}

/// What a sign of a drawing is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sign {
    /// What it is called.
    pub name: Text,
    /// Nobody stands in it or sees through it.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub solid: bool,
    /// What a step onto it costs, if it is not 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u32>,
    /// How high it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feet: Option<i16>,
}

/// Something that gives light.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lamp {
    /// Its square.
    pub at: Spot,
    /// What it is, in the game's words.
    pub is: ObjectsName,
}

/// Squares with a light or a roof of their own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Patch {
    /// Which.
    pub r#box: Edges,
    /// How bright it is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub light: Option<LightName>,
    /// There is a roof.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub roof: bool,
}

/// Squares of a map that belong to a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// The map.
    pub map: MapName,
    /// Which squares; all if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#box: Option<Edges>,
}

/// A block of squares: left, top, width, height, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Edges(pub [u16; 4]);

impl Edges {
    /// Whether a square is in it.
    pub fn covers(self, x: i16, y: i16) -> bool {
        let Self([left, top, width, height]) = self;
        let within = |at: i16, from: u16, many: u16| {
            i32::from(at) >= i32::from(from) && i32::from(at) < i32::from(from) + i32::from(many)
        };
        within(x, left, width) && within(y, top, height)
    }
}

fn yes() -> bool {
    true
}
