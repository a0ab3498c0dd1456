//! Questions of heroes: beginning play Dying, eating a ration, rolling again.

use boneyard_table::view::{Beforehand, Stands, Tone};
use boneyard_table::{Choices, Form, Question, Refusal, RuleId, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Here, yes_no};
use crate::DieTrying;
use crate::hurt::max_hp;
use crate::rules;

/// Whether a hero with no HP really begins play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StartDying {
    /// Who.
    pub who: Who,
    /// With so many HP.
    pub hp: i16,
}

impl Question<DieTrying> for StartDying {
    type Answer = bool;

    fn form(&self, at: Here<'_>) -> Form {
        let question =
            format!("{} would begin play Dying, at {} HP. Really?", at.state.name(self.who), self.hp);
        yes_no("start dying", rules::DT_CHAR_13, question, "Begin", "Not yet")
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

/// Whether somebody eats a ration at a Rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EatRation {
    /// Who.
    pub who: Who,
}

impl Question<DieTrying> for EatRation {
    type Answer = bool;

    fn form(&self, at: Here<'_>) -> Form {
        let question =
            format!("Does {} eat a ration? Without one a Rest heals nothing.", at.state.name(self.who));
        yes_no("ration", rules::DT_ITEM_03, question, "Eat", "Save it")
    }

    fn check(&self, _at: Here<'_>, _answer: &bool) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<bool> {
        Choices::Every(vec![true, false])
    }

    fn instinct(&self, at: Here<'_>) -> bool {
        at.state.live(self.who).hp < max_hp(at.state, at.book, self.who)
    }

    fn stance(&self) -> Stance {
        Stance::Sealed
    }
}

/// Whether somebody rolls the d10 of a check again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TryAgain {
    /// Who.
    pub who: Who,
    /// By which talent.
    pub rule: RuleId,
    /// What the d10 shows.
    pub face: u8,
    /// What it comes to.
    pub total: i16,
    /// Whether that is enough, where it is known against what.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<bool>,
}

impl Question<DieTrying> for TryAgain {
    type Answer = bool;

    fn form(&self, at: Here<'_>) -> Form {
        let (name, face, total) = (at.state.name(self.who), self.face, self.total);
        let question = format!("{name} shows {face}, {total} in all. Roll again?");
        let keep = match self.made {
            Some(true) => "Keep the success",
            Some(false) => "Keep the failure",
            None => "Keep it",
        };
        yes_no("again", self.rule, question, "Roll again", keep)
    }

    fn check(&self, _at: Here<'_>, _answer: &bool) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<bool> {
        Choices::Every(vec![true, false])
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        self.face <= 3
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn pass(&self) -> Option<bool> {
        Some(false)
    }

    fn settled(&self, _at: Here<'_>) -> Option<bool> {
        // A second try is for failures.
        (self.made == Some(true)).then_some(false)
    }

    fn stands(&self, _at: Here<'_>) -> Option<Stands> {
        Some(match self.made? {
            true => Stands::new(Tone::Good, "Success so far"),
            false => Stands::new(Tone::Bad, "Failure so far"),
        })
    }

    fn beforehand(&self, _at: Here<'_>) -> Vec<Beforehand> {
        vec![Beforehand::new(NEVER, "Never roll again")]
    }

    fn by_word(&self, _at: Here<'_>, id: &str) -> Option<bool> {
        (id == NEVER).then_some(false)
    }
}

/// Said beforehand: what lies, lies.
const NEVER: &str = "never";
