//! Questions answered in free words: an objection to a reading, a plea before a near success is decided.

use boneyard_table::view::{Domain, PromptKind, Stakes};
use boneyard_table::{Choices, Form, Question, Refusal, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Here, no};
use crate::GutsPlus;
use crate::rules;
use crate::state::Scale;

/// The longest anybody may speak.
pub const MOST_WORDS: usize = 400;

/// Whether to object to a reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Object {
    /// Who acted.
    pub who: Who,
    /// The reading.
    pub reading: Scale,
}

/// A chance to plead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Plea {
    /// Who acted.
    pub who: Who,
}

fn short(rule: boneyard_table::RuleId, words: &str) -> Result<(), Refusal> {
    if words.chars().count() > MOST_WORDS {
        return no(rule, "too-long", format!("Say it in at most {MOST_WORDS} letters."));
    }
    Ok(())
}

macro_rules! words {
    ($question:ident, $name:literal, $rule:ident, |$this:ident, $at:ident| $sentence:expr) => {
        impl Question<GutsPlus> for $question {
            type Answer = String;

            fn form(&self, $at: Here<'_>) -> Form {
                let $this = self;
                Form {
                    name: $name,
                    rule: rules::$rule,
                    question: $sentence,
                    kind: PromptKind::Words { in_character: false },
                    domain: Domain::Text { least: 0, most: MOST_WORDS as u32 },
                    stakes: Stakes::None,
                }
            }

            fn check(&self, _at: Here<'_>, answer: &String) -> Result<(), Refusal> {
                short(rules::$rule, answer)
            }

            fn choices(&self, _at: Here<'_>) -> Choices<String> {
                Choices::Enough(vec![String::new()])
            }

            fn instinct(&self, _at: Here<'_>) -> String {
                String::new()
            }

            fn stance(&self) -> Stance {
                Stance::Own
            }

            fn pass(&self) -> Option<String> {
                Some(String::new())
            }
        }
    };
}

words!(Object, "object", GP_CHECK_08, |this, _at| format!(
    "It reads {}. Say nothing to accept it, or say once why it should read otherwise.",
    this.reading.name()
));
words!(Plea, "plea", GP_CHECK_06, |this, at| format!(
    "{} nearly made it. Plead, before the GM decides what comes of it?",
    at.state.name(this.who)
));
