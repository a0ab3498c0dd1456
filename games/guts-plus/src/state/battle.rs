//! A fight: who is in it, the order of the first round, whose turn is open.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A fight under way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Battle {
    /// The round, from 1.
    pub round: u16,
    /// Who takes part, in the order of the first round.
    pub fighters: Vec<Fighter>,
    /// Whose turn is open.
    pub turn: Option<Who>,
    /// Everybody who was beaten so far.
    pub beaten: Vec<Who>,
}

/// Somebody in a fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Fighter {
    /// Who.
    pub who: Who,
    /// What they rolled for the first round.
    #[serde(default)]
    pub rolled: i16,
    /// Left: fled, gave up, was let go.
    #[serde(default)]
    pub left: bool,
}

impl Battle {
    /// Whether somebody is in it.
    pub fn has(&self, who: Who) -> bool {
        self.fighters.iter().any(|fighter| fighter.who == who && !fighter.left)
    }
}
