//! Questions words bring up: fleeing, rallying, whose will to save on.

use boneyard_table::view::Stakes;
use boneyard_table::{Asked, Pick, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Here;
use crate::DirkRules;
use crate::rules;

/// How somebody who was routed spends the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Flight {
    /// A full move away.
    Retreat,
    /// Weapons down, hands up.
    Surrender,
}

/// Retreat or surrender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Flee {
    /// Who was routed.
    pub who: Who,
}

impl Pick<DirkRules> for Flee {
    type Answer = Flight;

    fn asked(&self, _at: Here<'_>) -> Asked<Flight> {
        let options = [(Flight::Retreat, "Retreat"), (Flight::Surrender, "Surrender")];
        Asked::one_of("flee", rules::DK_ADV_10, "Your nerve is gone. Retreat or surrender?", options)
            .at_stake(Stakes::Costly)
    }

    fn instinct(&self, _at: Here<'_>) -> Flight {
        Flight::Retreat
    }
}

/// Whether to save against fear and enchantment when somebody rallies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RallySave {
    /// Who may save.
    pub who: Who,
}

impl Pick<DirkRules> for RallySave {
    type Answer = bool;

    fn asked(&self, _at: Here<'_>) -> Asked<bool> {
        let question = "You are called upon. Try to shake it off?";
        Asked::yes_no("rally", rules::DK_ADV_11, question, "Save against it", "Leave it")
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        true
    }
}

/// Whether to save on the WIL of whoever rallied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WhoseWil {
    /// Who saves.
    pub who: Who,
    /// Whose WIL is higher.
    pub by: Who,
}

impl Pick<DirkRules> for WhoseWil {
    type Answer = bool;

    fn asked(&self, at: Here<'_>) -> Asked<bool> {
        let question = format!("Save on the WIL of {}?", at.state.sheet(self.by).name);
        Asked::yes_no("wil", rules::DK_ADV_11, question, "On theirs", "On your own")
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        true
    }
}
