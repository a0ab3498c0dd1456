//! Facts of the table itself: who is there, house switches, overruling, what was used, time.

use std::sync::Arc;

use boneyard_table::clock::Time;
use boneyard_table::{Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{live, sheet};
use crate::state::{Adventure, Attitude, Creature, Regard, Shared, Span, State, Used};

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
    /// Another seat plays somebody.
    Handed {
        /// Whom.
        who: Who,
        /// Which.
        to: Seat,
    },
    /// The Referee set a value.
    Overruled {
        /// Of whom.
        who: Who,
        /// Everything about them, with it.
        #[schemars(with = "Value")]
        creature: Box<Creature>,
    },
    /// Somebody regards another so.
    Regards {
        /// Who.
        who: Who,
        /// Whom.
        of: Who,
        /// How.
        regard: Regard,
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
    /// A scenario, as far as the party is in it.
    Adventure {
        /// How far; none where there is none.
        adventure: Option<Adventure>,
    },
    /// Somebody asked another for something.
    Asked {
        /// Who.
        who: Who,
        /// Whom.
        target: Who,
        /// For what.
        what: String,
    },
    /// How somebody meets those who ask.
    Attitude {
        /// Who.
        who: Who,
        /// How.
        attitude: Attitude,
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
            // What floors mean to the eye hangs on the house rules.
            if let Some(board) = &mut state.board {
                board.change().seen = Default::default();
            }
        }
        TableFact::Came { who, creature } | TableFact::Overruled { who, creature } => {
            let creature = Arc::new((**creature).clone());
            match state.place(*who) {
                Some(place) => state.creatures[place] = creature,
                None => state.came(*who, creature),
            }
        }
        TableFact::Shown { who } => live(state, *who, |live| live.unseen = false),
        TableFact::Joined { who } => live(state, *who, |live| live.away = false),
        TableFact::Went { who } => live(state, *who, |live| live.away = true),
        TableFact::Handed { who, to } => sheet(state, *who, |sheet| sheet.seat = *to),
        TableFact::Regards { who, of, regard } => {
            state.regards.retain(|(pair, _)| *pair != (*who, *of));
            state.regards.push(((*who, *of), *regard));
            state.regards.sort_unstable();
        }
        TableFact::Used { who, used } => live(state, *who, |live| {
            live.used.retain(|known| known.what != used.what);
            live.used.push(*used);
        }),
        TableFact::Fresh { who, span } => {
            live(state, *who, |live| live.used.retain(|used| used.until != *span));
        }
        TableFact::Adventure { adventure } => state.scenario = adventure.clone().map(Shared::new),
        TableFact::Asked { who, target, what } => state.requests.push((*who, *target, what.clone())),
        TableFact::Attitude { who, attitude } => {
            state.attitudes.retain(|(known, _)| known != who);
            state.attitudes.push((*who, *attitude));
            state.attitudes.sort_unstable();
        }
        TableFact::Time { to } => state.now = *to,
    }
}
