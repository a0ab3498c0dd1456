//! A hero being made: the dice that fell and which steps are done. Everything else of the draft is on the
//! sheet already, so that going back loses nothing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A hero being made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Draft {
    /// Species and Size are chosen.
    pub kin: bool,
    /// The six results, in the order they fell.
    pub results: Vec<i8>,
    /// They are given to Abilities.
    pub assigned: bool,
    /// The shopping is done.
    pub equipped: bool,
}

/// Steps of making a hero, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// Species and Size.
    Kin,
    /// Rolling the scores.
    Roll,
    /// Giving them out.
    Assign,
    /// Six levels, and the spells they bring.
    Levels,
    /// 45 silver.
    Equipment,
    /// HP, AC and Speed, and into play.
    Finish,
}

impl Step {
    /// All of them, in their order.
    pub const ALL: [Self; 6] =
        [Self::Kin, Self::Roll, Self::Assign, Self::Levels, Self::Equipment, Self::Finish];

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Kin => "species and Size",
            Self::Roll => "rolling the scores",
            Self::Assign => "giving out the scores",
            Self::Levels => "the six levels and their spells",
            Self::Equipment => "equipment",
            Self::Finish => "HP, AC and Speed",
        }
    }
}
