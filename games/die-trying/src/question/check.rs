//! The question of which check somebody has to make.

use boneyard_table::view::{Candidate, Domain, Param, PromptKind, Stakes};
use boneyard_table::{Choices, Form, Question, Refusal, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Here, no};
use crate::DieTrying;
use crate::rules;
use crate::state::Proficiency;

/// Which check is made for what somebody tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NameCheck {
    /// Who tries.
    pub who: Who,
    /// The skill they had in mind.
    #[serde(default)]
    pub skill: Option<Proficiency>,
}

/// A check by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// With this skill.
    pub skill: Proficiency,
    /// Against this.
    pub dc: i16,
}

impl Question<DieTrying> for NameCheck {
    type Answer = Named;

    fn form(&self, at: Here<'_>) -> Form {
        let skills = Proficiency::skills().iter().map(|skill| Candidate::new(json!(skill), skill.name()));
        let steps: Vec<String> =
            at.book.steps.iter().map(|step| format!("{} {}", step.name, step.dc)).collect();
        let params = vec![
            Param::new("skill", "Skill", Domain::one_of(skills)),
            Param::new("dc", "DC", Domain::amount(0, 15)),
        ];
        Form {
            name: "check",
            rule: rules::DT_HOUSE_03H,
            question: format!("Which check for {}? {}", at.state.name(self.who), steps.join(", ")),
            kind: PromptKind::PickOne,
            domain: Domain::Form { params },
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &Named) -> Result<(), Refusal> {
        if !answer.skill.is_skill() {
            let sentence = format!("{} is none of the 16 skills.", answer.skill.name());
            return no(rules::DT_CHECK_06, "no-skill", sentence);
        }
        if !(0..=15).contains(&answer.dc) {
            return no(rules::DT_HOUSE_03H, "no-such-dc", "A DC is a number from 0 to 15.");
        }
        Ok(())
    }

    fn choices(&self, at: Here<'_>) -> Choices<Named> {
        let skill = self.instinct(at).skill;
        Choices::Some([3, 4, 5, 6, 8, 10].map(|dc| Named { skill, dc }).to_vec())
    }

    fn instinct(&self, _at: Here<'_>) -> Named {
        Named { skill: self.skill.unwrap_or(Proficiency::Athletics), dc: 4 }
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}
