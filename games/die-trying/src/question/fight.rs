//! Questions of a fight: half or full for a sweep, whom it spills over to, the next target, Reactions.

use boneyard_table::view::{Beforehand, Candidate, Domain, PromptKind, Stakes};
use boneyard_table::{Choices, Form, Question, Refusal, RuleId, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Here, no, yes_no};
use crate::DieTrying;
use crate::rules;

/// Whether a Sweeping hit does only half, to spill over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HalfForSweep {
    /// Who strikes.
    pub who: Who,
    /// Whom.
    pub target: Who,
}

impl Question<DieTrying> for HalfForSweep {
    type Answer = bool;

    fn form(&self, at: Here<'_>) -> Form {
        let question =
            format!("Halve the damage to {}? If it drops, it spills over.", at.state.name(self.target));
        yes_no("sweep", rules::DT_WPN_07, question, "Half", "Full")
    }

    fn check(&self, _at: Here<'_>, _answer: &bool) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<bool> {
        Choices::Every(vec![true, false])
    }

    fn instinct(&self, at: Here<'_>) -> bool {
        // Half of a middling hit is enough for the weakest.
        at.state.live(self.target).hp <= 1
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// Whom the damage of a sweep spills over to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SpillTo {
    /// Who strikes.
    pub who: Who,
    /// Those near both.
    pub among: Vec<Who>,
}

/// Whom the next attack of a Strike is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NextTarget {
    /// Who strikes.
    pub who: Who,
    /// Those in reach.
    pub among: Vec<Who>,
}

fn people(at: Here<'_>, among: &[Who]) -> Domain {
    let all = among.iter().map(|who| Candidate::new(json!(who), at.state.name(*who).to_owned()));
    Domain::one_of(all.chain([Candidate::new(Value::Null, "Nobody")]))
}

fn enemy_first(at: Here<'_>, who: Who, among: &[Who]) -> Option<Who> {
    let side = at.state.sheet(who).side;
    let enemies = among.iter().copied().filter(|other| at.state.sheet(*other).side != side);
    enemies.min_by_key(|other| (at.state.live(*other).hp, *other))
}

macro_rules! picks {
    ($question:ident, $name:literal, $rule:ident, $sentence:literal) => {
        impl Question<DieTrying> for $question {
            type Answer = Option<Who>;

            fn form(&self, at: Here<'_>) -> Form {
                Form {
                    name: $name,
                    rule: rules::$rule,
                    question: $sentence.into(),
                    kind: PromptKind::PickOne,
                    domain: people(at, &self.among),
                    stakes: Stakes::None,
                }
            }

            fn check(&self, _at: Here<'_>, answer: &Option<Who>) -> Result<(), Refusal> {
                if answer.is_none_or(|who| self.among.contains(&who)) {
                    return Ok(());
                }
                no(rules::$rule, "not-near", "Pick one of those listed, or nobody.")
            }

            fn choices(&self, _at: Here<'_>) -> Choices<Option<Who>> {
                Choices::Every(self.among.iter().copied().map(Some).chain([None]).collect())
            }

            fn instinct(&self, at: Here<'_>) -> Option<Who> {
                enemy_first(at, self.who, &self.among)
            }

            fn stance(&self) -> Stance {
                Stance::Own
            }
        }
    };
}

picks!(SpillTo, "spill", DT_WPN_07, "Whom does the blow carry on to?");
picks!(NextTarget, "next", DT_CORE_04, "Whom is the next attack for?");

/// Whether somebody uses their Reaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UseReaction {
    /// Who.
    pub who: Who,
    /// On whom.
    pub target: Who,
    /// By what.
    pub rule: RuleId,
}

impl Question<DieTrying> for UseReaction {
    type Answer = bool;

    fn form(&self, at: Here<'_>) -> Form {
        let question = if self.who == self.target {
            format!("{}: use the Reaction?", at.state.name(self.who))
        } else {
            format!("{}: use the Reaction on {}?", at.state.name(self.who), at.state.name(self.target))
        };
        yes_no("reaction", self.rule, question, "Use it", "Let it be")
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

    fn pass(&self) -> Option<bool> {
        Some(false)
    }

    fn beforehand(&self, _at: Here<'_>) -> Vec<Beforehand> {
        vec![Beforehand::new(ALWAYS, "Always use the Reaction"), Beforehand::new(NEVER, "Never use it")]
    }

    fn by_word(&self, _at: Here<'_>, id: &str) -> Option<bool> {
        match id {
            ALWAYS => Some(true),
            NEVER => Some(false),
            _ => None,
        }
    }
}

/// Said beforehand: the Reaction is used wherever it can be.
const ALWAYS: &str = "always";
/// Said beforehand: it is not.
const NEVER: &str = "never";
