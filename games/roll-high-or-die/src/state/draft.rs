//! A Character being made: the dice that fell and which steps are done. Everything else of the draft is on the sheet
//! already, so that going back loses nothing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A Character being made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Draft {
    /// The Referee agrees with the concept.
    pub concept: bool,
    /// The six results, in the order they fell.
    pub results: Vec<u8>,
    /// They are given to abilities.
    pub assigned: bool,
    /// What is bought so far, in order: it can be given back.
    pub bought: Vec<Bought>,
    /// Buying is done.
    pub learned: bool,
    /// Equipment is taken.
    pub equipped: bool,
}

/// Something bought with Experience.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Bought {
    /// By its name.
    pub what: String,
    /// What it cost.
    pub exp: u16,
}

/// Steps of making a Character, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// The concept.
    Concept,
    /// Obtaining six scores.
    Scores,
    /// Placing them.
    Assign,
    /// Spending Experience.
    Experience,
    /// Taking equipment.
    Equipment,
    /// Defenses and attacks, and into play.
    Finish,
}

impl Step {
    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Concept => "the concept",
            Self::Scores => "the six scores",
            Self::Assign => "placing the scores",
            Self::Experience => "spending Experience",
            Self::Equipment => "equipment",
            Self::Finish => "defenses and attacks",
        }
    }
}
