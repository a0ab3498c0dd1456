//! Facts of growth: experience, learning, levels, new qualities.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{live, sheet};
use crate::state::{Quality, State};

/// Something that became true of somebody's growth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GrowthFact {
    /// Experience changed.
    Xp {
        /// Whose.
        who: Who,
        /// From.
        from: u16,
        /// To.
        to: u16,
        /// For what, in the GM's words, where it was an award.
        #[serde(default)]
        why: String,
    },
    /// A choice of growth is owed.
    Due {
        /// To whom.
        who: Who,
    },
    /// The choice was made.
    Chosen {
        /// By whom.
        who: Who,
        /// Experience left.
        xp: u16,
        /// Another choice is owed already.
        again: bool,
    },
    /// Learning experiences changed.
    Le {
        /// Whose.
        who: Who,
        /// Of which quality.
        quality: u8,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// A level changed.
    Level {
        /// Whose.
        who: Who,
        /// Of which quality.
        quality: u8,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// A new quality.
    Gained {
        /// Whose.
        who: Who,
        /// Which.
        quality: Quality,
    },
    /// A quality is mastered.
    Mastered {
        /// Whose.
        who: Who,
        /// Which.
        quality: u8,
    },
}

pub(super) fn apply(state: &mut State, fact: &GrowthFact) {
    match fact {
        GrowthFact::Xp { who, to, .. } => live(state, *who, |live| live.xp = *to),
        GrowthFact::Due { who } => live(state, *who, |live| live.growth_due = true),
        GrowthFact::Chosen { who, xp, again } => live(state, *who, |live| {
            live.xp = *xp;
            live.growth_due = *again;
        }),
        GrowthFact::Le { who, quality, to, .. } => live(state, *who, |live| {
            if let Some(le) = live.le.get_mut(usize::from(*quality)) {
                *le = *to;
            }
        }),
        GrowthFact::Level { who, quality, to, .. } => sheet(state, *who, |sheet| {
            if let Some(own) = sheet.qualities.get_mut(usize::from(*quality)) {
                own.level = *to;
            }
        }),
        GrowthFact::Gained { who, quality } => {
            sheet(state, *who, |sheet| sheet.qualities.push(quality.clone()));
            live(state, *who, |live| live.le.push(0));
        }
        GrowthFact::Mastered { .. } => {}
    }
}
