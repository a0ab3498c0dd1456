//! Facts of things in use: small acts, noise, locks, work in progress, prices.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{item, live, sheet};
use crate::state::{Rework, Spot, State};

/// Something that became true of a thing in use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InventoryFact {
    /// Somebody does one small thing.
    Interacts {
        /// Who.
        who: Who,
        /// What, as the rules write it.
        verb: String,
        /// With which thing.
        item: Option<u8>,
    },
    /// Something is heard far off.
    Heard {
        /// By whose doing.
        who: Who,
        /// How far.
        feet: u16,
    },
    /// Somebody will have more AP on their next Turn.
    Braced {
        /// Who.
        who: Who,
        /// How many.
        ap: u8,
    },
    /// A lock is open.
    Unlocked {
        /// By whom.
        who: Who,
        /// Where.
        at: Spot,
    },
    /// Work on a thing came on, or did not.
    Worked {
        /// Whose.
        who: Who,
        /// Which thing.
        item: u8,
        /// Successful Watches so far.
        done: u8,
        /// How many it takes.
        of: u8,
    },
    /// A Tag of a thing is being replaced, or that is over.
    Reworked {
        /// Whose.
        who: Who,
        /// Which thing.
        item: u8,
        /// By what, and how far it is; none when it is over.
        rework: Option<Rework>,
    },
    /// Somebody knows what a thing is worth.
    Priced {
        /// Who.
        who: Who,
        /// Which thing.
        item: u8,
        /// In coins.
        coins: u16,
    },
}

pub(super) fn apply(state: &mut State, fact: &InventoryFact) {
    match fact {
        InventoryFact::Interacts { .. } | InventoryFact::Heard { .. } | InventoryFact::Priced { .. } => {}
        InventoryFact::Braced { who, ap } => live(state, *who, |live| {
            live.turn.extra = live.turn.extra.saturating_add(i8::try_from(*ap).unwrap_or(i8::MAX));
        }),
        InventoryFact::Reworked { who, item: number, rework } => {
            item(state, *who, *number, |item| item.rework = rework.clone().map(Box::new));
        }
        InventoryFact::Unlocked { at, .. } => {
            if let Some(board) = &mut state.board {
                board.change().locks.retain(|(spot, _)| spot != at);
            }
        }
        InventoryFact::Worked { who, item, done, .. } => sheet(state, *who, |sheet| {
            if let Some(crate::state::Ware::Unfinished(work)) =
                sheet.items.get_mut(usize::from(*item)).map(|thing| &mut thing.ware)
            {
                work.done = *done;
            }
        }),
    }
}
