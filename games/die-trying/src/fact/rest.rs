//! Facts of Rests and of time outside fights.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::State;

/// Something that became true of a Rest or a turn of exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RestFact {
    /// A Rest begins.
    Began {
        /// On which day.
        day: u64,
    },
    /// It is over, and was one.
    Rested,
    /// It was broken off.
    Broken {
        /// After so many hours.
        after: u8,
    },
    /// Somebody had the watch and woke the others.
    Watched {
        /// Who.
        who: Who,
    },
    /// Turns of exploration so far.
    Turn {
        /// How many.
        turns: u32,
    },
    /// A day begins.
    Day {
        /// Which.
        day: u64,
    },
}

pub(super) fn apply(state: &mut State, fact: &RestFact) {
    match *fact {
        RestFact::Began { day } => state.rested = Some(day),
        RestFact::Broken { .. } => state.rested = None,
        RestFact::Turn { turns } => state.turns = turns,
        RestFact::Rested | RestFact::Watched { .. } | RestFact::Day { .. } => {}
    }
}
