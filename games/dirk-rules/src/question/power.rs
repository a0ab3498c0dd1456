//! Questions before something is paid or swallowed that does not come back.

use boneyard_table::view::Stakes;
use boneyard_table::{Asked, Pick, RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Here;
use crate::DirkRules;
use crate::rules;

/// Whether to drink what changes its drinker for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Swallow {
    /// Who would take it.
    pub who: Who,
    /// What.
    pub powerup: RuleId,
}

impl Pick<DirkRules> for Swallow {
    type Answer = bool;

    fn asked(&self, at: Here<'_>) -> Asked<bool> {
        let name = at.book.powerups.get(self.powerup.as_str()).map_or("it", |row| &row.name);
        let question = format!("From now on hardly anything else will work on you. Take {name}?");
        Asked::yes_no("swallow", self.powerup, question, "Take it", "Leave it").at_stake(Stakes::Costly)
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        true
    }

    fn pass(&self) -> Option<bool> {
        Some(false)
    }
}

/// Whether to pay for a power with WIL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Strain {
    /// Who would pay.
    pub who: Who,
    /// How much WIL.
    pub wil: u8,
}

impl Pick<DirkRules> for Strain {
    type Answer = bool;

    fn asked(&self, _at: Here<'_>) -> Asked<bool> {
        let question = format!("The HP do not suffice: it takes {} WIL. Go on?", self.wil);
        Asked::yes_no("strain", rules::DK_POWER_02H, question, "Go on", "Leave it").at_stake(Stakes::Costly)
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        true
    }

    fn pass(&self) -> Option<bool> {
        Some(false)
    }
}

/// Whether to pay for an EVADE! that cannot fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Foresee {
    /// Who evades.
    pub who: Who,
    /// The power.
    pub power: RuleId,
    /// What it costs.
    pub cost: u8,
}

impl Pick<DirkRules> for Foresee {
    type Answer = bool;

    fn asked(&self, _at: Here<'_>) -> Asked<bool> {
        let question = format!("Pay {} HP, and the save of your EVADE! is passed without a roll?", self.cost);
        Asked::yes_no("foresee", self.power, question, "Pay", "Roll").at_stake(Stakes::Costly)
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        false
    }

    fn pass(&self) -> Option<bool> {
        Some(false)
    }
}
