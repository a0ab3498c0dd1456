//! Questions about bodies: which piece takes a mark, which injury heals next.

use boneyard_table::view::{Candidate, Domain};
use boneyard_table::{Choices, Form, Question, Refusal, RuleId, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Here, no, pick_one};
use crate::GutsPlus;
use crate::rules;

/// Which piece of protection takes the mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PickPiece {
    /// Whose.
    pub who: Who,
    /// Pieces that could.
    pub pieces: Vec<u8>,
}

/// Which injury heals next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HealNext {
    /// Whose.
    pub who: Who,
    /// Parts that could.
    pub parts: Vec<u8>,
}

trait Among {
    fn names(&self, at: Here<'_>) -> Vec<String>;
}

impl Among for PickPiece {
    fn names(&self, at: Here<'_>) -> Vec<String> {
        let items = &at.state.sheet(self.who).items;
        self.pieces
            .iter()
            .filter_map(|nth| items.get(usize::from(*nth)))
            .map(|item| item.name.clone())
            .collect()
    }
}

impl Among for HealNext {
    fn names(&self, at: Here<'_>) -> Vec<String> {
        let sheet = at.state.sheet(self.who);
        self.parts.iter().map(|nth| sheet.part_name(*nth).to_owned()).collect()
    }
}

fn form(name: &'static str, rule: RuleId, question: String, names: Vec<String>) -> Form {
    let options = names.into_iter().map(|name| Candidate::new(json!(name), name));
    pick_one(name, rule, question, Domain::one_of(options))
}

fn check(rule: RuleId, names: &[String], answer: &str) -> Result<(), Refusal> {
    if names.iter().any(|name| name.eq_ignore_ascii_case(answer)) {
        return Ok(());
    }
    no(rule, "not-an-option", format!("\"{answer}\" is not among {}.", names.join(", ")))
}

macro_rules! pick {
    ($question:ident, $name:literal, $rule:ident, $sentence:literal) => {
        impl Question<GutsPlus> for $question {
            type Answer = String;

            fn form(&self, at: Here<'_>) -> Form {
                let question = format!($sentence, at.state.name(self.who));
                form($name, rules::$rule, question, self.names(at))
            }

            fn check(&self, at: Here<'_>, answer: &String) -> Result<(), Refusal> {
                check(rules::$rule, &self.names(at), answer)
            }

            fn choices(&self, at: Here<'_>) -> Choices<String> {
                Choices::Every(self.names(at))
            }

            fn instinct(&self, at: Here<'_>) -> String {
                self.names(at).into_iter().next().unwrap_or_default()
            }

            fn stance(&self) -> Stance {
                Stance::Own
            }
        }
    };
}

pick!(PickPiece, "piece", GP_PROT_06, "{}: which piece takes the mark?");
pick!(HealNext, "heals_next", GP_RECV_01, "{}: which injury heals next?");
