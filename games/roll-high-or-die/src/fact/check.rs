//! Facts of checks: what they came to.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{Cover, Last, Spot, State};

/// Something that became true of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckFact {
    /// A check was made.
    Made {
        /// By whom.
        who: Who,
        /// What it was: an ability, a Skill, "Longsword".
        what: String,
        /// The face that counts.
        face: u8,
        /// With everything added.
        total: i16,
        /// Against what; hidden from players where the Referee keeps it.
        against: i16,
        /// The number is the Referee's secret.
        #[serde(default)]
        hidden: bool,
        /// It was enough.
        success: bool,
    },
    /// Two made their checks against each other.
    Contested {
        /// Who began.
        who: Who,
        /// What that came to.
        total: i16,
        /// Against whom.
        target: Who,
        /// What that came to.
        against: i16,
        /// The one who began wins.
        won: bool,
    },
    /// Somebody gives in without a roll.
    GaveIn {
        /// Who began.
        who: Who,
        /// Who gives in.
        target: Who,
    },
    /// What somebody's senses tell, as the Referee says.
    Learned {
        /// Who.
        who: Who,
        /// In words.
        text: String,
    },
    /// Something outside the rules was tried, and this came of it.
    Deed {
        /// By whom.
        who: Who,
        /// In words.
        text: String,
    },
    /// Something came out so.
    CameOut(Last),
    /// A line on the map was measured.
    Measured {
        /// From here.
        from: Spot,
        /// To there.
        to: Spot,
        /// How far.
        feet: u16,
        /// What covers the one who stands there; none where there is no Line of Sight.
        cover: Option<Cover>,
        /// From High Ground.
        high: bool,
    },
}

pub(super) fn apply(state: &mut State, fact: &CheckFact) {
    match fact {
        CheckFact::Made { total, success, .. } => {
            let outcome = if *success { "success" } else { "failure" };
            state.last = Some(Last { outcome: outcome.into(), total: *total });
        }
        CheckFact::Contested { total, won, .. } => {
            let outcome = if *won { "won" } else { "lost" };
            state.last = Some(Last { outcome: outcome.into(), total: *total });
        }
        CheckFact::GaveIn { .. } => state.last = Some(Last { outcome: "won".into(), total: 0 }),
        CheckFact::CameOut(last) => state.last = Some(last.clone()),
        CheckFact::Measured { feet, cover, high, .. } => {
            let words = match (cover, high) {
                (None, _) => "no line".to_owned(),
                (Some(cover), false) => cover.name().to_owned(),
                (Some(cover), true) => format!("{}, high", cover.name()),
            };
            state.last =
                Some(Last { outcome: words.into(), total: i16::try_from(*feet).unwrap_or(i16::MAX) });
        }
        CheckFact::Learned { .. } | CheckFact::Deed { .. } => {}
    }
}
