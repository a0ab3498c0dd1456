//! Facts of places, turns and trackers.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{Omens, State};

/// Something that became true on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExpeditionFact {
    /// The omens tracker stands so: for those who may know.
    Omens {
        /// How it stood.
        from: Omens,
        /// How it stands.
        to: Omens,
    },
}

pub(super) fn apply(state: &mut State, fact: &ExpeditionFact) {
    match fact {
        ExpeditionFact::Omens { to, .. } => Arc::make_mut(&mut state.party).omens = *to,
    }
}
