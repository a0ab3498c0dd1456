//! Questions about things: which of two comes off, and what is put down when there is no room.

use boneyard_table::view::{Candidate, Domain, PromptKind, Stakes, Thing};
use boneyard_table::{Choices, Form, Question, Refusal, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Here, no, pick_one};
use crate::GutsPlus;
use crate::rules;

/// Which of two things for one place comes off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ComesOff {
    /// What is worn.
    pub old: String,
    /// What would be.
    pub new: String,
}

impl Question<GutsPlus> for ComesOff {
    type Answer = String;

    fn form(&self, _at: Here<'_>) -> Form {
        let options = [&self.old, &self.new].map(|name| Candidate::new(json!(name), name.clone()));
        let question = format!("{} or {}: which stays off?", self.old, self.new);
        pick_one("comes_off", rules::GP_ITEM_02, question, Domain::one_of(options))
    }

    fn check(&self, _at: Here<'_>, answer: &String) -> Result<(), Refusal> {
        if *answer == self.old || *answer == self.new {
            return Ok(());
        }
        no(rules::GP_ITEM_02, "neither", format!("Either {} or {} stays off.", self.old, self.new))
    }

    fn choices(&self, _at: Here<'_>) -> Choices<String> {
        Choices::Every(vec![self.old.clone(), self.new.clone()])
    }

    fn instinct(&self, _at: Here<'_>) -> String {
        self.old.clone()
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// What is put down when there is no room any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PutDown {
    /// Whose things.
    pub who: Who,
    /// How many.
    pub count: u8,
}

impl PutDown {
    fn carried(&self, at: Here<'_>) -> Vec<String> {
        let Some(one) = at.state.creature(self.who) else { return Vec::new() };
        let things = one.sheet.items.iter().zip(&one.live.items);
        let carried = things.filter(|(_, item)| !item.worn && !item.gone && item.count > 0);
        carried.map(|(sheet, _)| sheet.name.clone()).collect()
    }
}

impl Question<GutsPlus> for PutDown {
    type Answer = Vec<String>;

    fn form(&self, at: Here<'_>) -> Form {
        let of = self
            .carried(at)
            .into_iter()
            .map(|name| Thing { what: Candidate::new(name.clone(), name), cost: 0 });
        let count = u32::from(self.count);
        Form {
            name: "put_down",
            rule: rules::GP_ITEM_09,
            question: format!("There is no room any more: what does {} put down?", at.state.name(self.who)),
            kind: PromptKind::ChooseThings,
            domain: Domain::Subset { of: of.collect(), least: count, most: count, budget: None },
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Vec<String>) -> Result<(), Refusal> {
        let carried = self.carried(at);
        let known = answer.iter().all(|name| carried.contains(name));
        let twice = answer.iter().enumerate().any(|(at, name)| answer[..at].contains(name));
        if !known || twice || answer.len() != usize::from(self.count) {
            let sentence = format!("Name {} of: {}.", self.count, carried.join(", "));
            return no(rules::GP_ITEM_09, "not-those", sentence);
        }
        Ok(())
    }

    fn choices(&self, at: Here<'_>) -> Choices<Vec<String>> {
        Choices::Some(vec![self.instinct(at)])
    }

    fn instinct(&self, at: Here<'_>) -> Vec<String> {
        let carried = self.carried(at);
        let keep = carried.len().saturating_sub(usize::from(self.count));
        carried[keep..].to_vec()
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}
