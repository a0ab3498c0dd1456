//! What the one who is hurt holds back, at tables that ask.

use boneyard_table::view::{Candidate, Domain, PromptKind, Stakes};
use boneyard_table::{Choices, Form, Question, Refusal, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Here;
use crate::DirkRules;
use crate::rules;

/// What is held back of HP and AP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spared {
    /// Nothing.
    Nothing,
    /// HP.
    Hp,
    /// AP.
    Ap,
    /// Both.
    Both,
}

impl Spared {
    /// Whether HP take damage.
    pub fn uses_hp(self) -> bool {
        matches!(self, Self::Nothing | Self::Ap)
    }

    /// Whether AP take damage.
    pub fn uses_ap(self) -> bool {
        matches!(self, Self::Nothing | Self::Hp)
    }
}

/// Whether to hold back HP or AP from damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HoldBack {
    /// Who is hurt.
    pub who: Who,
    /// How much damage.
    pub amount: u16,
}

impl Question<DirkRules> for HoldBack {
    type Answer = Spared;

    fn form(&self, _at: Here<'_>) -> Form {
        let options = [
            (Spared::Nothing, "Use both"),
            (Spared::Hp, "Hold back HP"),
            (Spared::Ap, "Hold back AP"),
            (Spared::Both, "Hold back both"),
        ];
        Form {
            name: "soak",
            rule: rules::DK_HARM_03,
            question: format!("{} damage. What takes it?", self.amount),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options.map(|(how, label)| Candidate::new(json!(how), label))),
            stakes: Stakes::Costly,
        }
    }

    fn check(&self, _at: Here<'_>, _answer: &Spared) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<Spared> {
        Choices::Every(vec![Spared::Nothing, Spared::Hp, Spared::Ap, Spared::Both])
    }

    fn instinct(&self, _at: Here<'_>) -> Spared {
        Spared::Nothing
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}
