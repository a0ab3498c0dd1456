//! What magic leaves in the world: rips in reality, and ground that is no longer what it was.

use boneyard_table::Who;
use boneyard_table::clock::Time;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Spot;

/// A hole in reality.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Rip {
    /// Where it is, on a map.
    #[serde(default)]
    pub at: Option<Spot>,
    /// Where it leads.
    pub place: String,
    /// When it closes; never if nothing is said.
    #[serde(default)]
    pub until: Option<Time>,
}

/// Ground that magic changed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Patch {
    /// Which squares.
    pub squares: Vec<Spot>,
    /// What it is: slick, gripping, icy, rubble.
    pub is: String,
    /// Who did it.
    pub by: Who,
    /// DC of a save on it.
    #[serde(default)]
    pub dc: u8,
    /// Turns of theirs that are left; for good if nothing is said.
    #[serde(default)]
    pub rounds: Option<u16>,
}

impl Patch {
    /// Whether every step onto it costs double.
    pub fn slows(&self) -> bool {
        matches!(self.is.as_str(), "gripping" | "rubble")
    }
}
