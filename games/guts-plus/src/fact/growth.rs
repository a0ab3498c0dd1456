//! Facts of growth: experience, learning, levels, new qualities.

use boneyard_table::Who;
use boneyard_table::change::{Change, Telling};
use boneyard_table::view::Line;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{live, sheet};
use crate::GutsPlus;
use crate::state::{Quality, State};
use crate::tell::{Teller, change};

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

impl Change<GutsPlus> for GrowthFact {
    fn apply(&self, state: &mut State) {
        match self {
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

    fn tell(&self, to: Telling<'_, GutsPlus>) -> Option<Line> {
        let teller = Teller::of(&to);
        let name = |who| teller.name(who);
        match self {
            GrowthFact::Xp { who, .. } | GrowthFact::Le { who, .. } | GrowthFact::Level { who, .. }
                if !teller.open(*who) =>
            {
                None
            }
            GrowthFact::Xp { who, from, to, why } => {
                let why = if why.is_empty() { String::new() } else { format!(" for {why}") };
                change(format!("{}: XP {from} to {to}{why}.", name(*who)), *who)
            }
            GrowthFact::Due { who } => {
                change(format!("{} may grow: a level, or a new quality.", name(*who)), *who)
            }
            GrowthFact::Chosen { who, xp, .. } => change(format!("{} has grown: XP {xp}.", name(*who)), *who),
            GrowthFact::Le { who, quality, from, to } => {
                let quality = teller.quality(*who, *quality);
                change(format!("{}: {quality} learns, {from} to {to}.", name(*who)), *who)
            }
            GrowthFact::Level { who, quality, from, to } => {
                let quality = teller.quality(*who, *quality);
                change(format!("{}: {quality} {from} to {to}.", name(*who)), *who)
            }
            GrowthFact::Gained { who, quality } => {
                change(format!("{} has a new quality: {}.", name(*who), quality.name), *who)
            }
            GrowthFact::Mastered { who, quality } => {
                change(format!("{} has mastered {}.", name(*who), teller.quality(*who, *quality)), *who)
            }
        }
    }
}
