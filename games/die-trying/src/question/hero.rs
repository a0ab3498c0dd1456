//! Questions of heroes outside fights: beginning play Dying, eating a ration.

use boneyard_table::{Choices, Form, Question, Refusal, Stance, Who};
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
        let question = format!("{} would begin play Dying, at {} HP. Really?", at.state.name(self.who), self.hp);
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
        let question = format!("Does {} eat a ration? Without one a Rest heals nothing.", at.state.name(self.who));
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
