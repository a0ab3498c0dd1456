//! Facts of the table itself: who is there, house switches, overruling, what was used, time.

use std::sync::Arc;

use boneyard_table::clock::Time;
use boneyard_table::{RuleId, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{live, sheet};
use crate::state::{BYSTANDER, Creature, Last, Span, State, Used};

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
    /// Somebody is there now.
    Came {
        /// Who.
        who: Who,
        /// Everything about them.
        #[schemars(with = "Value")]
        creature: Box<Creature>,
    },
    /// The players know of somebody now.
    Shown {
        /// Whom.
        who: Who,
    },
    /// A hero is finished, and waits while another of the same player is in play.
    Waits {
        /// Who.
        who: Who,
    },
    /// Somebody who was made is there to play.
    Joined {
        /// Who.
        who: Who,
    },
    /// Somebody is no longer there.
    Went {
        /// Who.
        who: Who,
    },
    /// Somebody who stood by was attacked, and takes no more of it.
    Provoked {
        /// Who.
        who: Who,
    },
    /// Another seat plays somebody.
    Handed {
        /// Whom.
        who: Who,
        /// Which.
        to: Seat,
    },
    /// The TS set a value.
    Overruled {
        /// Of whom.
        who: Who,
        /// Everything about them, with it.
        #[schemars(with = "Value")]
        creature: Box<Creature>,
    },
    /// Something was used that may be used only so often.
    Used {
        /// By whom.
        who: Who,
        /// What, and how often now.
        used: Used,
    },
    /// What was used up to this moment may be used again.
    Fresh {
        /// By whom.
        who: Who,
        /// Which moment.
        span: Span,
    },
    /// A term was looked up.
    LookedUp {
        /// Which.
        term: String,
        /// Its rule or entry.
        rule: RuleId,
    },
    /// Time went on.
    Time {
        /// To this.
        to: Time,
    },
}

pub(super) fn apply(state: &mut State, fact: &TableFact) {
    match fact {
        TableFact::House { switch, value } => {
            Arc::make_mut(&mut state.house).set(switch, value);
        }
        TableFact::Came { who, creature } | TableFact::Overruled { who, creature } => {
            let creature = Arc::new((**creature).clone());
            match state.place(*who) {
                Some(place) => state.creatures[place] = creature,
                None => {
                    state.numbered(*who);
                    state.creatures.push(creature);
                }
            }
        }
        TableFact::Shown { who } => {
            live(state, *who, |live| live.unseen = false);
            // What it looked like is seen through.
            state
                .caches
                .iter_mut()
                .filter(|cache| cache.disguises == Some(*who))
                .for_each(|cache| cache.empty = true);
        }
        TableFact::Waits { .. } => {}
        TableFact::Joined { who } => live(state, *who, |live| live.away = false),
        TableFact::Went { who } => live(state, *who, |live| live.away = true),
        TableFact::Provoked { who } => sheet(state, *who, |sheet| sheet.tags.retain(|tag| tag != BYSTANDER)),
        TableFact::Handed { who, to } => sheet(state, *who, |sheet| sheet.seat = *to),
        TableFact::Used { who, used } => live(state, *who, |live| {
            live.used.retain(|known| known.what != used.what);
            live.used.push(*used);
        }),
        TableFact::Fresh { who, span } => {
            live(state, *who, |live| live.used.retain(|used| used.until != *span));
        }
        TableFact::LookedUp { rule, .. } => {
            state.last = Some(Last { outcome: rule.as_str().into(), total: 0 });
        }
        TableFact::Time { to } => state.now = *to,
    }
}
