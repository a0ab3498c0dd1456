//! Questions about essence: whether an aura may be chosen, going on against a warning, keeping
//! something up, and fighting it off.

use boneyard_table::view::{Candidate, Domain, PromptKind, Stakes};
use boneyard_table::{Choices, Form, Question, Refusal, RuleId, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Here, no, pick_one};
use crate::GutsPlus;
use crate::rules;

/// Whether anybody minds a chosen aura.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Consent {
    /// Who chooses.
    pub who: Who,
    /// Which.
    pub aura: String,
}

impl Question<GutsPlus> for Consent {
    type Answer = bool;

    fn form(&self, at: Here<'_>) -> Form {
        Form {
            name: "consent",
            rule: rules::GP_ESS_04,
            question: format!(
                "{} would rather choose the aura {} than throw for it. Fine?",
                at.state.name(self.who),
                self.aura
            ),
            kind: PromptKind::YesOrNo,
            domain: Domain::yes_no(),
            stakes: Stakes::None,
        }
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
        Stance::Sealed
    }
}

/// Whether to go on, strained or with more than the skill allows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GoOn {
    /// Who.
    pub who: Who,
    /// Against which warning: `strained` or `overexertion`.
    pub why: String,
}

impl Question<GutsPlus> for GoOn {
    type Answer = bool;

    fn form(&self, at: Here<'_>) -> Form {
        let name = at.state.name(self.who);
        let (rule, question) = if self.why == "strained" {
            (
                rules::GP_ESS_14,
                format!("{name} is strained: what would strain again hurts the head. Use it all the same?"),
            )
        } else {
            (
                rules::GP_ESS_15,
                format!("That is more than {name}'s essence allows: another check, or strain. Go on?"),
            )
        };
        Form {
            name: "go_on",
            rule,
            question,
            kind: PromptKind::YesOrNo,
            domain: Domain::yes_no(),
            stakes: Stakes::Costly,
        }
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

/// Whether what is kept up is kept up further.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Maintain {
    /// Who.
    pub who: Who,
    /// What is kept up.
    pub kept: Vec<String>,
}

impl Question<GutsPlus> for Maintain {
    type Answer = String;

    fn form(&self, at: Here<'_>) -> Form {
        let options = [("check", "Check, and keep it up"), ("let_go", "Let go")]
            .map(|(key, label)| Candidate::new(json!(key), label));
        let question =
            format!("{} keeps up {}. Check, or let go?", at.state.name(self.who), self.kept.join(" and "));
        pick_one("maintain", rules::GP_ESS_12, question, Domain::one_of(options))
    }

    fn check(&self, _at: Here<'_>, answer: &String) -> Result<(), Refusal> {
        if answer == "check" || answer == "let_go" {
            return Ok(());
        }
        no(rules::GP_ESS_12, "unchecked", "What is kept up is checked or let go.")
    }

    fn choices(&self, _at: Here<'_>) -> Choices<String> {
        Choices::Every(vec!["check".into(), "let_go".into()])
    }

    fn instinct(&self, at: Here<'_>) -> String {
        if crate::essence::strained(at.state, self.who) { "let_go".into() } else { "check".into() }
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// Whether to fight off another's essence, and with what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Resist {
    /// Who.
    pub who: Who,
    /// Whose essence.
    pub by: Who,
    /// Which skill.
    pub skill: String,
    /// Qualities that may serve.
    pub with: Vec<String>,
    /// The skill's rule.
    pub rule: RuleId,
}

/// What is said by somebody who lets it happen.
const NOT: &str = "no";

impl Question<GutsPlus> for Resist {
    type Answer = String;

    fn form(&self, at: Here<'_>) -> Form {
        let options = self.with.iter().map(|name| Candidate::new(json!(name), format!("With {name}")));
        let question = format!(
            "{} turns {} on {}. Resist?",
            at.state.name(self.by),
            self.skill,
            at.state.name(self.who)
        );
        let all = options.chain([Candidate::new(json!(NOT), "Let it happen")]);
        pick_one("resist", self.rule, question, Domain::one_of(all))
    }

    fn check(&self, _at: Here<'_>, answer: &String) -> Result<(), Refusal> {
        if answer == NOT || self.with.contains(answer) {
            return Ok(());
        }
        let sentence = format!("It can be resisted with {}, or not at all.", self.with.join(" or "));
        no(self.rule, "not-with-that", sentence)
    }

    fn choices(&self, _at: Here<'_>) -> Choices<String> {
        Choices::Every(self.with.iter().cloned().chain([NOT.to_owned()]).collect())
    }

    fn instinct(&self, _at: Here<'_>) -> String {
        self.with.first().cloned().unwrap_or_else(|| NOT.into())
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}
