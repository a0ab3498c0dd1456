//! Questions words bring up: fleeing, rallying, whose will to save on.

use boneyard_table::view::{Candidate, Domain, PromptKind, Stakes};
use boneyard_table::{Choices, Form, Question, Refusal, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Here, yes_no};
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

impl Question<DirkRules> for Flee {
    type Answer = Flight;

    fn form(&self, _at: Here<'_>) -> Form {
        let options = [(Flight::Retreat, "Retreat"), (Flight::Surrender, "Surrender")];
        Form {
            name: "flee",
            rule: rules::DK_ADV_10,
            question: "Your nerve is gone. Retreat or surrender?".into(),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options.map(|(how, label)| Candidate::new(json!(how), label))),
            stakes: Stakes::Costly,
        }
    }

    fn check(&self, _at: Here<'_>, _answer: &Flight) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<Flight> {
        Choices::Every(vec![Flight::Retreat, Flight::Surrender])
    }

    fn instinct(&self, _at: Here<'_>) -> Flight {
        Flight::Retreat
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// Whether to save against fear and enchantment when somebody rallies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RallySave {
    /// Who may save.
    pub who: Who,
}

impl Question<DirkRules> for RallySave {
    type Answer = bool;

    fn form(&self, _at: Here<'_>) -> Form {
        let question = "You are called upon. Try to shake it off?".into();
        yes_no("rally", rules::DK_ADV_11, question, "Save against it", "Leave it")
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
}

/// Whether to save on the WIL of whoever rallied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WhoseWil {
    /// Who saves.
    pub who: Who,
    /// Whose WIL is higher.
    pub by: Who,
}

impl Question<DirkRules> for WhoseWil {
    type Answer = bool;

    fn form(&self, at: Here<'_>) -> Form {
        let question = format!("Save on the WIL of {}?", at.state.sheet(self.by).name);
        yes_no("wil", rules::DK_ADV_11, question, "On theirs", "On your own")
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
}
