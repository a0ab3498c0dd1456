//! Questions of a fight: how to make a hit less bad.

use boneyard_table::view::{Candidate, Domain};
use boneyard_table::{Choices, Form, Question, Refusal, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Here, no, pick_one};
use crate::GutsPlus;
use crate::rules;

/// Whether the one who was hit reacts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct React {
    /// Who was hit.
    pub who: Who,
    /// Where.
    pub part: u8,
}

/// What the one who was hit does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ReactSay {
    /// In a word.
    Word(ReactWord),
    /// Takes it on another part.
    Take {
        /// Which.
        take_on: String,
    },
}

/// A reaction in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReactWord {
    /// Nothing.
    None,
}

impl Question<GutsPlus> for React {
    type Answer = ReactSay;

    fn form(&self, at: Here<'_>) -> Form {
        let sheet = at.state.sheet(self.who);
        let none = Candidate::new(json!(ReactWord::None), "Take it as it comes");
        let parts = sheet.chart.iter().map(|part| ReactSay::Take { take_on: part.name.clone() });
        let parts = parts.filter(|say| Question::check(self, at, say).is_ok());
        let options = parts.map(|say| {
            let name = match &say {
                ReactSay::Take { take_on } => format!("Take it on the {take_on}"),
                ReactSay::Word(_) => String::new(),
            };
            Candidate::new(json!(say), name)
        });
        let question = format!("{} is hit on the {}. React?", sheet.name, sheet.part_name(self.part));
        pick_one("react", rules::GP_COMB_12, question, Domain::one_of([none].into_iter().chain(options)))
    }

    fn check(&self, at: Here<'_>, answer: &ReactSay) -> Result<(), Refusal> {
        let ReactSay::Take { take_on } = answer else { return Ok(()) };
        let one = at.state.one(self.who);
        let Some(part) = one.sheet.part(take_on) else {
            let sentence = format!("{} has no {take_on}.", one.sheet.name);
            return no(rules::GP_COMB_12, "no-part", sentence);
        };
        if part == self.part {
            return no(rules::GP_COMB_12, "the-same", "That is where it hits already.");
        }
        if one.useless(part) {
            let sentence = format!("The {take_on} is of no use now.");
            return no(rules::GP_COMB_12, "crossed-out", sentence);
        }
        Ok(())
    }

    fn choices(&self, at: Here<'_>) -> Choices<ReactSay> {
        Choices::Some(vec![Question::instinct(self, at)])
    }

    fn instinct(&self, at: Here<'_>) -> ReactSay {
        let one = at.state.one(self.who);
        let vital = one.sheet.chart.get(usize::from(self.part)).is_some_and(|part| part.vital);
        let arm = one.sheet.chart.iter().find(|part| part.kind == "arm");
        let say = arm.filter(|_| vital).map(|part| ReactSay::Take { take_on: part.name.clone() });
        let say = say.filter(|say| Question::check(self, at, say).is_ok());
        say.unwrap_or(ReactSay::Word(ReactWord::None))
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn pass(&self) -> Option<ReactSay> {
        Some(ReactSay::Word(ReactWord::None))
    }
}
