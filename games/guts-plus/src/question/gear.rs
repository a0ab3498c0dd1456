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

/// Whether dice are thrown again by a thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reroll {
    /// Who.
    pub who: Who,
    /// By what.
    pub thing: String,
    /// The dice, lowest first.
    pub dice: Vec<u8>,
    /// All of them, not one.
    pub whole: bool,
}

impl Question<GutsPlus> for Reroll {
    type Answer = u8;

    fn form(&self, at: Here<'_>) -> Form {
        let mut faces = self.dice.clone();
        faces.dedup();
        let again = faces.into_iter().map(|face| {
            let label =
                if self.whole { "Throw all again".to_owned() } else { format!("Throw the {face} again") };
            Candidate::new(json!(face), label)
        });
        let again: Vec<_> = if self.whole { again.take(1).collect() } else { again.collect() };
        let all = again.into_iter().chain([Candidate::new(json!(0), "Leave them")]);
        let question = format!("{} may use the {}. Throw again?", at.state.name(self.who), self.thing);
        pick_one("reroll", rules::GP_HOUSE_05H, question, Domain::one_of(all))
    }

    fn check(&self, _at: Here<'_>, answer: &u8) -> Result<(), Refusal> {
        if *answer == 0 || self.dice.contains(answer) {
            return Ok(());
        }
        no(rules::GP_HOUSE_05H, "no-such-die", "Name the face of a die that lies there, or 0.")
    }

    fn choices(&self, _at: Here<'_>) -> Choices<u8> {
        let mut faces = self.dice.clone();
        faces.dedup();
        faces.truncate(if self.whole { 1 } else { faces.len() });
        Choices::Every(std::iter::once(0).chain(faces).collect())
    }

    fn instinct(&self, _at: Here<'_>) -> u8 {
        let low = self.dice.first().copied().unwrap_or(0);
        let (scale, _) = crate::roll::reading(&self.dice);
        let bad = if self.whole { scale <= crate::state::Scale::Failure } else { low <= 2 };
        if bad { low } else { 0 }
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn pass(&self) -> Option<u8> {
        Some(0)
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
