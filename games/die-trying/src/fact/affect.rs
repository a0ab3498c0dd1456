//! Facts of what lasts on somebody: it begins, its time goes by, it ends.

use boneyard_table::Who;
use boneyard_table::moment::{Moment, Until};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::live;
use crate::state::{Affect, State};

/// Something that became true of what lasts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AffectFact {
    /// It begins. The same again takes the new end.
    Begins {
        /// On whom.
        who: Who,
        /// What.
        affect: Affect,
        /// Until when.
        until: Until,
    },
    /// It is over.
    Ends {
        /// On whom.
        who: Who,
        /// What.
        affect: Affect,
        /// By its number.
        id: u32,
    },
    /// A moment went by for everything on somebody.
    Passed {
        /// On whom.
        who: Who,
        /// Which.
        moment: Moment,
    },
    /// Magic Dice and Instability Dice are so many now.
    Magic {
        /// Of whom.
        who: Who,
        /// Magic Dice until the next day.
        magic_dice: u8,
        /// Instability Dice.
        instability: u8,
    },
}

pub(super) fn apply(state: &mut State, fact: &AffectFact) {
    match fact {
        AffectFact::Begins { who, affect, until } => live(state, *who, |live| {
            live.affects.refresh(|known| known.what == affect.what, affect.clone(), until.clone());
        }),
        AffectFact::Ends { who, id, .. } => live(state, *who, |live| {
            live.affects.end(*id);
        }),
        AffectFact::Passed { who, moment } => live(state, *who, |live| live.affects.pass(*moment)),
        AffectFact::Magic { who, magic_dice, instability } => live(state, *who, |live| {
            (live.magic_dice, live.instability) = (*magic_dice, *instability);
        }),
    }
}
