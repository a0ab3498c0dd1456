//! Facts of bodies: Hitpoints lost and regained, dying, death, lying on the ground.

use boneyard_table::Who;
use boneyard_table::clock::Time;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::live;
use crate::state::{DamageType, Degree, Fate, State};

/// Something that became true of a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HurtFact {
    /// Hitpoints were lost.
    Hurt {
        /// By whom.
        who: Who,
        /// How many.
        amount: i16,
        /// Of which type.
        kind: DamageType,
        /// What is left.
        to: i16,
    },
    /// Damage did nothing.
    Unhurt {
        /// To whom.
        who: Who,
        /// Of which type.
        kind: DamageType,
    },
    /// Hitpoints were regained.
    Healed {
        /// By whom.
        who: Who,
        /// How many.
        amount: i16,
        /// What it has now.
        to: i16,
    },
    /// A Death Saving Throw, or somebody's try to stabilise, changed Hitpoints.
    Throw {
        /// Of whom.
        who: Who,
        /// How it came out.
        degree: Degree,
        /// What it has now.
        to: i16,
    },
    /// Dropped: Prone and dying.
    Dropped {
        /// Who.
        who: Who,
    },
    /// Out cold, no longer dying.
    Stable {
        /// Who.
        who: Who,
        /// When it wakes.
        until: Time,
    },
    /// Can act again.
    CameRound {
        /// Who.
        who: Who,
    },
    /// Dead; an object: broken.
    Died {
        /// Who.
        who: Who,
    },
    /// Falls to the ground.
    Fell {
        /// Who.
        who: Who,
    },
    /// Stands up.
    Stood {
        /// Who.
        who: Who,
    },
}

pub(super) fn apply(state: &mut State, fact: &HurtFact) {
    match fact {
        HurtFact::Hurt { who, to, .. }
        | HurtFact::Healed { who, to, .. }
        | HurtFact::Throw { who, to, .. } => {
            live(state, *who, |live| live.hp = *to);
        }
        HurtFact::Unhurt { .. } => {}
        HurtFact::Dropped { who } => live(state, *who, |live| {
            (live.fate, live.prone, live.reaction, live.ready) = (Fate::Dying, true, false, None);
        }),
        HurtFact::Stable { who, until } => live(state, *who, |live| {
            (live.fate, live.hp, live.prone) = (Fate::Stable(*until), 0, true);
        }),
        HurtFact::CameRound { who } => live(state, *who, |live| live.fate = Fate::Up),
        HurtFact::Died { who } => {
            let now = state.now;
            live(state, *who, |live| {
                live.died = Some(now);
                (live.fate, live.prone, live.reaction, live.ready) = (Fate::Dead, true, false, None);
                live.hidden.clear();
            });
        }
        HurtFact::Fell { who } => live(state, *who, |live| live.prone = true),
        HurtFact::Stood { who } => live(state, *who, |live| live.prone = false),
    }
}
