//! Facts of bodies: Armoring, Vitality, Wounds, Hit Dice, Death Calls, death, breath.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{item, live};
use crate::state::{Last, State};

/// Something that became true of a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HurtFact {
    /// Damage came to nothing.
    Unhurt {
        /// On whom.
        who: Who,
    },
    /// A piece lost Armoring.
    Armor {
        /// Whose.
        who: Who,
        /// Which thing; its own hide if none.
        item: Option<u8>,
        /// What is lost of it now, in all.
        lost: u16,
    },
    /// Vitality was lost.
    Lost {
        /// By whom.
        who: Who,
        /// How much.
        amount: i16,
        /// What is left.
        to: i16,
    },
    /// Vitality was regained, or cut to what it can be.
    Regained {
        /// By whom.
        who: Who,
        /// How much.
        amount: i16,
        /// What there is now.
        to: i16,
    },
    /// A Wound.
    Wounded {
        /// Whose.
        who: Who,
        /// How many there are now.
        wounds: u8,
    },
    /// A Wound is resolved.
    Mended {
        /// Whose.
        who: Who,
        /// How many are left.
        wounds: u8,
    },
    /// Hit Dice that are left.
    HitDice {
        /// Whose.
        who: Who,
        /// How many.
        left: u8,
    },
    /// A Death Call.
    DeathCall {
        /// Whose.
        who: Who,
        /// Its face.
        face: u8,
    },
    /// Dead.
    Died {
        /// Who.
        who: Who,
    },
    /// There is air, or there is none.
    Air {
        /// For whom.
        who: Who,
        /// None.
        airless: bool,
    },
}

pub(super) fn apply(state: &mut State, fact: &HurtFact) {
    let last = |outcome: &'static str| Some(Last { outcome: outcome.into(), total: 0 });
    match fact {
        HurtFact::Unhurt { .. } => {}
        HurtFact::Armor { who, item: Some(number), lost } => {
            item(state, *who, *number, |item| item.lost = *lost);
        }
        HurtFact::Armor { who, item: None, lost } => live(state, *who, |live| live.hide_lost = *lost),
        HurtFact::Lost { who, to, .. } | HurtFact::Regained { who, to, .. } => {
            live(state, *who, |live| live.vitality = *to);
        }
        HurtFact::Wounded { who, wounds } => {
            live(state, *who, |live| live.wounds = *wounds);
            state.last = last("wounded");
        }
        HurtFact::Mended { who, wounds } => live(state, *who, |live| live.wounds = *wounds),
        HurtFact::HitDice { who, left } => live(state, *who, |live| live.hit_dice = *left),
        HurtFact::DeathCall { .. } => {}
        HurtFact::Died { who } => {
            live(state, *who, |live| {
                live.dead = true;
                // Whatever was left of it, the blow that killed went past it.
                live.vitality = 0;
                live.ap = 0;
                live.conditions = Default::default();
            });
            if let Some(encounter) = &mut state.encounter {
                encounter.order.remove(*who);
            }
            state.last = last("dead");
        }
        HurtFact::Air { who, airless } => live(state, *who, |live| live.airless = *airless),
    }
}
