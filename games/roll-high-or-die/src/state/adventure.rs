//! A scenario under way: which one, how far the party is, and how it ended.

use boneyard_table::RuleId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A scenario under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Adventure {
    /// Which one.
    pub scenario: RuleId,
    /// The scene the party is in, by its number.
    pub scene: u8,
    /// Its Encounter was fought.
    pub fought: bool,
    /// Miles the party had gone when it set out.
    #[serde(default)]
    pub from: u32,
    /// The camp on the way had its visitors, or the Referee kept them away.
    #[serde(default)]
    pub visited: bool,
    /// Something was heard at the place.
    #[serde(default)]
    pub noise: bool,
    /// The Round by which those inside come out; none while nobody calls them.
    #[serde(default)]
    pub alarm: Option<u32>,
    /// The prisoner is free.
    #[serde(default)]
    pub freed: bool,
    /// The chest is taken.
    #[serde(default)]
    pub chest: bool,
    /// How it ended.
    #[serde(default)]
    pub ending: Option<Ending>,
}

/// How a scenario ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Both were brought back.
    Both,
    /// One of two.
    Half,
    /// Neither.
    Nothing,
    /// Nobody came back.
    Lost,
}

impl Ending {
    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Both => "both brought back",
            Self::Half => "one of two brought back",
            Self::Nothing => "back with nothing",
            Self::Lost => "nobody came back",
        }
    }
}
