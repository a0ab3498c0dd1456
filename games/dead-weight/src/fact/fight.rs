//! Facts of a fight.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::live;
use crate::state::{State, Tokens};

/// Something that became true of a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FightFact {
    /// Somebody has these tokens now.
    Tokens {
        /// Who.
        who: Who,
        /// All of them.
        tokens: Tokens,
    },
}

pub(super) fn apply(state: &mut State, fact: &FightFact) {
    match fact {
        FightFact::Tokens { who, tokens } => live(state, *who, |live| live.tokens = *tokens),
    }
}
