//! Facts of checks: what they came to, and what the TS said about trying.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{Degree, Last, State};

/// Something that became true of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckFact {
    /// A check was made.
    Made {
        /// By whom.
        who: Who,
        /// What it was: a skill, "attack", "save".
        what: String,
        /// The face of the d10.
        face: u8,
        /// With everything added.
        total: i16,
        /// Against what.
        dc: i16,
        /// How it came out.
        degree: Degree,
    },
    /// It cannot fail: no check is made.
    Automatic {
        /// For whom.
        who: Who,
        /// What.
        what: String,
    },
    /// It cannot be done.
    Impossible {
        /// By whom.
        who: Who,
        /// What.
        what: String,
    },
    /// What a critical result brings, as the table has it or as the TS says.
    Extra {
        /// To whom.
        who: Who,
        /// In words.
        text: String,
    },
    /// A separate d10 told whether an attack can hit at all.
    Glimpsed {
        /// Who attacks.
        who: Who,
        /// Whom.
        target: Who,
        /// The face.
        face: u8,
        /// The least that is enough.
        needs: u8,
    },
    /// One of several was picked at random.
    Picked {
        /// Whom.
        who: Who,
        /// Of how many.
        of: u8,
    },
    /// Something came out so.
    CameOut(Last),
}

pub(super) fn apply(state: &mut State, fact: &CheckFact) {
    match fact {
        CheckFact::Made { total, degree, .. } => {
            state.last = Some(Last { outcome: degree.key().into(), total: *total });
        }
        CheckFact::Automatic { .. } => state.last = Some(Last { outcome: "automatic".into(), total: 0 }),
        CheckFact::Impossible { .. } => state.last = Some(Last { outcome: "impossible".into(), total: 0 }),
        CheckFact::Glimpsed { face, needs, .. } if face < needs => {
            state.last = Some(Last { outcome: "missed".into(), total: i16::from(*face) });
        }
        CheckFact::CameOut(last) => state.last = Some(last.clone()),
        CheckFact::Extra { .. } | CheckFact::Glimpsed { .. } | CheckFact::Picked { .. } => {}
    }
}
