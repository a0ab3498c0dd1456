//! Questions before something is paid or swallowed that does not come back.

use boneyard_table::view::Stakes;
use boneyard_table::{Choices, Form, Question, Refusal, RuleId, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Here, yes_no};
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

impl Question<DirkRules> for Swallow {
    type Answer = bool;

    fn form(&self, at: Here<'_>) -> Form {
        let name = at.book.powerups.get(self.powerup.as_str()).map_or("it", |row| &row.name);
        let question = format!("From now on hardly anything else will work on you. Take {name}?");
        let form = yes_no("swallow", self.powerup, question, "Take it", "Leave it");
        Form { stakes: Stakes::Costly, ..form }
    }

    fn check(&self, _at: Here<'_>, _answer: &bool) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<bool> {
        Choices::Every(vec![true, false])
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        true
    }

    fn stance(&self) -> Stance {
        Stance::Own
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

impl Question<DirkRules> for Strain {
    type Answer = bool;

    fn form(&self, _at: Here<'_>) -> Form {
        let question = format!("The HP do not suffice: it takes {} WIL. Go on?", self.wil);
        let form = yes_no("strain", rules::DK_POWER_02H, question, "Go on", "Leave it");
        Form { stakes: Stakes::Costly, ..form }
    }

    fn check(&self, _at: Here<'_>, _answer: &bool) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<bool> {
        Choices::Every(vec![true, false])
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        true
    }

    fn stance(&self) -> Stance {
        Stance::Own
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

impl Question<DirkRules> for Foresee {
    type Answer = bool;

    fn form(&self, _at: Here<'_>) -> Form {
        let question = format!("Pay {} HP, and the save of your EVADE! is passed without a roll?", self.cost);
        let form = yes_no("foresee", self.power, question, "Pay", "Roll");
        Form { stakes: Stakes::Costly, ..form }
    }

    fn check(&self, _at: Here<'_>, _answer: &bool) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<bool> {
        Choices::Every(vec![false, true])
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        false
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn pass(&self) -> Option<bool> {
        Some(false)
    }
}
