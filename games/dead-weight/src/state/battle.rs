//! A fight under way: the chart, who stands where, whose phase it is, morale.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::Kept;

/// A fight under way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Battle {
    /// Which round it is, from 1; 0 during setup.
    pub round: u16,
    /// Whose phase it is.
    pub phase: Phase,
    /// Who is in the middle of a turn.
    pub acting: Option<Who>,
    /// Everybody in it: adventurers in the order of the party list, enemies in the order of the enemy list.
    pub fighters: SmallVec<[Fighter; 8]>,
    /// Morale of the adventurers and of the enemies.
    pub morale: [Morale; 2],
    /// The battle chart.
    pub chart: Kept<Chart>,
}

/// Somebody in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Fighter {
    /// Who.
    pub who: Who,
    /// Acts before the enemies.
    #[serde(default)]
    pub fast: bool,
    /// Where; nowhere until placed.
    #[serde(default)]
    pub at: Option<Tile>,
    /// Has not noticed the adventurers.
    #[serde(default)]
    pub unaware: bool,
}

/// Steps of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Placing and initiative.
    #[default]
    Setup,
    /// Fast adventurers.
    Fast,
    /// Enemies.
    Enemies,
    /// Slow adventurers.
    Slow,
    /// Evaluation and cleanup.
    Cleanup,
}

/// How a side holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Morale {
    /// Its die.
    pub value: u8,
    /// The die is put away.
    pub broken: bool,
}

/// A tile of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Tile {
    /// Column, from 0 at the left.
    pub x: u8,
    /// Row, from 0 at the top.
    pub y: u8,
}

/// The battle chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Chart {
    /// Tiles across.
    pub width: u8,
    /// Tiles down.
    pub height: u8,
    /// Tiles nobody enters.
    #[serde(default)]
    pub walls: Vec<Tile>,
    /// Tiles from which one may leave.
    #[serde(default)]
    pub exits: Vec<Tile>,
    /// Where attacks are easier.
    #[serde(default)]
    pub advantage: Option<Tile>,
}

impl Default for Chart {
    fn default() -> Self {
        Self { width: 12, height: 12, walls: Vec::new(), exits: Vec::new(), advantage: None }
    }
}

impl Battle {
    /// A fighter by number.
    pub fn fighter(&self, who: Who) -> Option<&Fighter> {
        self.fighters.iter().find(|fighter| fighter.who == who)
    }
}
