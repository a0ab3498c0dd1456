//! Facts of spells and prayers, of what lasts on somebody and of what was used.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::live;
use crate::state::{Lasting, State, Used};

/// Something that became true by a power or a use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MagicFact {
    /// Something was done that may not be done again for a while.
    Used {
        /// By whom.
        who: Who,
        /// What, and until when.
        used: Used,
    },
    /// Something lasts on somebody, in the place of what the same rule left before.
    Lasts {
        /// On whom.
        who: Who,
        /// What.
        lasting: Lasting,
    },
    /// It lasts no longer.
    Over {
        /// On whom.
        who: Who,
        /// What.
        lasting: Lasting,
    },
}

pub(super) fn apply(state: &mut State, fact: &MagicFact) {
    match fact {
        MagicFact::Used { who, used } => live(state, *who, |live| live.used.push(*used)),
        MagicFact::Lasts { who, lasting } => live(state, *who, |live| {
            live.lasting.retain(|known| known.by != lasting.by);
            live.lasting.push(*lasting);
        }),
        MagicFact::Over { who, lasting } => live(state, *who, |live| {
            live.lasting.retain(|known| known.by != lasting.by);
        }),
    }
}
