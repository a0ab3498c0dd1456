//! Facts of the table itself: who is there, house switches, the party list, sessions.

use std::sync::Arc;

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{Creature, Span, State};

/// Something that became true of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableFact {
    /// A house switch was set.
    House {
        /// Which.
        switch: String,
        /// To what.
        value: String,
    },
    /// Somebody is here from now on.
    Joined {
        /// Their number.
        who: Who,
        /// Everything about them.
        #[schemars(with = "serde_json::Value")]
        creature: Box<Creature>,
    },
    /// The game master changed something about somebody.
    Overruled {
        /// Who.
        who: Who,
        /// Everything about them, as it is now.
        #[schemars(with = "serde_json::Value")]
        creature: Box<Creature>,
    },
    /// The party list stands so.
    List {
        /// The leader first.
        list: Vec<Who>,
    },
    /// A new session begins.
    Session {
        /// Its number.
        number: u16,
    },
}

pub(super) fn apply(state: &mut State, fact: &TableFact) {
    match fact {
        TableFact::House { switch, value } => {
            Arc::make_mut(&mut state.house).set(switch, value);
        }
        TableFact::Joined { who, creature } | TableFact::Overruled { who, creature } => {
            let at = usize::from(who.0);
            if at < state.creatures.len() {
                state.creatures[at] = Arc::new((**creature).clone());
            } else if at == state.creatures.len() {
                state.creatures.push(Arc::new((**creature).clone()));
            }
        }
        TableFact::List { list } => Arc::make_mut(&mut state.party).list.clone_from(list),
        TableFact::Session { number } => {
            let party = Arc::make_mut(&mut state.party);
            party.session = *number;
            party.forget(Span::Session);
            for creature in &mut state.creatures {
                if creature.live.used.iter().any(|used| used.until == Span::Session) {
                    Arc::make_mut(creature).live.used.retain(|used| used.until != Span::Session);
                }
            }
        }
    }
}
