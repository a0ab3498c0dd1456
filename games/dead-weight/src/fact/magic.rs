//! Facts of spells and prayers, of what lasts on somebody and of what was used.

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::live;
use crate::state::{Lasting, Memorised, State, Used};

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
    /// These spells or prayers are ready now.
    Memorised {
        /// Whose.
        who: Who,
        /// All of them.
        all: Vec<Memorised>,
    },
    /// A spell was cast.
    Cast {
        /// By whom.
        who: Who,
        /// Which.
        what: RuleId,
    },
    /// A prayer was spoken.
    Prayed {
        /// By whom.
        who: Who,
        /// Which.
        what: RuleId,
    },
    /// A mishap or a miracle came up.
    OnTable {
        /// For whom.
        who: Who,
        /// The total.
        total: u8,
        /// What it says.
        text: String,
    },
    /// Something is told about a power, or by one.
    Told {
        /// About whom.
        who: Who,
        /// What.
        text: String,
    },
    /// A place is lit until the expedition is over.
    Lit {
        /// By whom.
        who: Who,
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
        MagicFact::Memorised { who, all } => {
            live(state, *who, |live| live.memorised = all.iter().copied().collect());
        }
        MagicFact::Cast { .. }
        | MagicFact::Prayed { .. }
        | MagicFact::OnTable { .. }
        | MagicFact::Told { .. }
        | MagicFact::Lit { .. } => {}
    }
}
