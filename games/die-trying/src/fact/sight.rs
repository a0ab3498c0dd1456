//! Facts of hiding: who is hidden from whom.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::live;
use crate::state::{Hidden, State};

/// Something that became true between two creatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SightFact {
    /// Hidden from somebody, or by now Undetected.
    Hides {
        /// Who.
        who: Who,
        /// From whom and how.
        hidden: Hidden,
    },
    /// No longer hidden from somebody.
    Found {
        /// Who.
        who: Who,
        /// By whom.
        by: Who,
    },
    /// A Sneak check was made this turn.
    Sneaked {
        /// By whom.
        who: Who,
    },
}

pub(super) fn apply(state: &mut State, fact: &SightFact) {
    match fact {
        SightFact::Hides { who, hidden } => live(state, *who, |live| {
            live.hidden.retain(|known| known.from != hidden.from);
            let at = live.hidden.partition_point(|known| known.from < hidden.from);
            live.hidden.insert(at, *hidden);
        }),
        SightFact::Found { who, by } => {
            live(state, *who, |live| live.hidden.retain(|known| known.from != *by));
        }
        SightFact::Sneaked { who } => live(state, *who, |live| live.turn.sneaked = true),
    }
}
