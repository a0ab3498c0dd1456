//! Facts of a camp.

use std::sync::Arc;

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::live;
use crate::state::{Camp, Memorised, Span, State};

/// Something that became true of a camp.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CampFact {
    /// A camp is set up.
    Pitched {
        /// Everything about it.
        camp: Camp,
    },
    /// The party spends points on something.
    Spent {
        /// On what.
        on: String,
        /// The camp after it.
        camp: Camp,
    },
    /// Somebody has these memorised now.
    Memorised {
        /// Who.
        who: Who,
        /// All of them.
        memorised: Vec<Memorised>,
    },
    /// Somebody eats.
    Eats {
        /// Who.
        who: Who,
        /// What.
        what: String,
    },
    /// The night is over, or was disturbed: nothing more is done in this camp.
    Over {
        /// Whether it was an ambush.
        ambush: bool,
    },
    /// The party breaks camp.
    Broken,
}

pub(super) fn apply(state: &mut State, fact: &CampFact) {
    match fact {
        CampFact::Pitched { camp } | CampFact::Spent { camp, .. } => state.camp = Some(camp.clone()),
        CampFact::Memorised { who, memorised } => {
            live(state, *who, |live| live.memorised = memorised.iter().copied().collect());
        }
        CampFact::Eats { .. } => {}
        CampFact::Over { .. } => state.camp = None,
        CampFact::Broken => {
            state.camp = None;
            let way = Arc::make_mut(&mut state.expedition);
            way.camps = way.camps.saturating_add(1);
            Arc::make_mut(&mut state.party).forget(Span::Camp);
            for creature in &mut state.creatures {
                let ends = |creature: &crate::state::Creature| {
                    creature.live.used.iter().any(|used| used.until == Span::Camp)
                        || creature.live.lasting.iter().any(|one| one.ends == Span::Camp)
                };
                if ends(creature) {
                    let live = &mut Arc::make_mut(creature).live;
                    live.used.retain(|used| used.until != Span::Camp);
                    live.lasting.retain(|one| one.ends != Span::Camp);
                }
            }
        }
    }
}
