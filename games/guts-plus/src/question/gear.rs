//! Questions about things: which of two comes off, and what is put down when there is no room.

use boneyard_table::view::{Candidate, Domain, PromptKind, Stakes, Thing};
use boneyard_table::{Asked, Choices, Form, Pick, Question, Refusal, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Here, no};
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

impl Pick<GutsPlus> for ComesOff {
    type Answer = String;

    fn asked(&self, _at: Here<'_>) -> Asked<String> {
        let question = format!("{} or {}: which stays off?", self.old, self.new);
        let answers = [&self.old, &self.new].map(|name| (name.clone(), name.clone()));
        Asked::one_of("comes_off", rules::GP_ITEM_02, question, answers)
    }

    fn instinct(&self, _at: Here<'_>) -> String {
        self.old.clone()
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

impl Pick<GutsPlus> for Reroll {
    type Answer = u8;

    fn asked(&self, at: Here<'_>) -> Asked<u8> {
        let mut faces = self.dice.clone();
        faces.dedup();
        faces.truncate(if self.whole { 1 } else { faces.len() });
        let again = faces.into_iter().map(|face| {
            let all = "Reroll them all".to_owned();
            (face, if self.whole { all } else { format!("Reroll this {face}") })
        });
        let question = format!("{} may use the {}. Reroll?", at.state.name(self.who), self.thing);
        let answers = again.chain([(0, "Keep the dice".to_owned())]);
        Asked::one_of("reroll", rules::GP_HOUSE_05H, question, answers)
    }

    fn instinct(&self, _at: Here<'_>) -> u8 {
        let low = self.dice.first().copied().unwrap_or(0);
        let (scale, _) = crate::roll::reading(&self.dice);
        let bad = if self.whole { scale <= crate::state::Scale::Failure } else { low <= 2 };
        if bad { low } else { 0 }
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
