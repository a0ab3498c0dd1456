//! Questions between fights: what an Encounter was worth to somebody.

use boneyard_table::view::{Domain, PromptKind, Stakes};
use boneyard_table::{Choices, Form, Question, Refusal, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Here;
use crate::RollHighOrDie;
use crate::rules;

/// How much Experience somebody gains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GiveExp {
    /// Who.
    pub who: Who,
    /// What the rules propose.
    pub proposed: u16,
}

/// The most one Encounter gives.
const MOST: u16 = 20;

impl Question<RollHighOrDie> for GiveExp {
    type Answer = u16;

    fn form(&self, at: Here<'_>) -> Form {
        let question = format!("{}: {} EXP are proposed. How many?", at.state.name(self.who), self.proposed);
        Form {
            name: "award",
            rule: rules::RH_EXP_01,
            question,
            kind: PromptKind::Number,
            domain: Domain::Amount { least: 0, most: MOST.into(), unit: Some("EXP".into()) },
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &u16) -> Result<(), Refusal> {
        if *answer > MOST {
            let sentence = format!("An Encounter gives from 0 to {MOST} EXP.");
            return Err(Refusal::new(rules::RH_EXP_01, "so-much", sentence));
        }
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<u16> {
        Choices::Some((0..=4).collect())
    }

    fn instinct(&self, _at: Here<'_>) -> u16 {
        self.proposed
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}
