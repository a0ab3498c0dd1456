//! Questions about essence: whether an aura may be chosen, going on against a warning, keeping
//! something up, and fighting it off.

use boneyard_table::view::Stakes;
use boneyard_table::{Asked, Pick, RuleId, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Here;
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

impl Pick<GutsPlus> for Consent {
    type Answer = bool;

    fn asked(&self, at: Here<'_>) -> Asked<bool> {
        let name = at.state.name(self.who);
        let question = format!("{name} would rather choose the aura {} than throw for it. Fine?", self.aura);
        Asked::yes_no("consent", rules::GP_ESS_04, question, "Fine", "I mind")
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

impl Pick<GutsPlus> for GoOn {
    type Answer = bool;

    fn asked(&self, at: Here<'_>) -> Asked<bool> {
        let name = at.state.name(self.who);
        let (rule, question) = if self.why == "strained" {
            let hurts = "what would strain again hurts the head. Use it all the same?";
            (rules::GP_ESS_14, format!("{name} is strained: {hurts}"))
        } else {
            let more = format!("That is more than {name}'s essence allows: another check, or strain. Go on?");
            (rules::GP_ESS_15, more)
        };
        Asked::yes_no("go_on", rule, question, "Go on", "Stop").at_stake(Stakes::Costly)
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        true
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

impl Pick<GutsPlus> for Maintain {
    type Answer = String;

    fn asked(&self, at: Here<'_>) -> Asked<String> {
        let answers = [("check", "Check, and keep it up"), ("let_go", "Let go")];
        let question =
            format!("{} keeps up {}. Check, or let go?", at.state.name(self.who), self.kept.join(" and "));
        let answers = answers.map(|(key, label)| (key.to_owned(), label));
        Asked::one_of("maintain", rules::GP_ESS_12, question, answers)
    }

    fn instinct(&self, at: Here<'_>) -> String {
        if crate::essence::strained(at.state, self.who) { "let_go".into() } else { "check".into() }
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

impl Pick<GutsPlus> for Resist {
    type Answer = String;

    fn asked(&self, at: Here<'_>) -> Asked<String> {
        let (by, name) = (at.state.name(self.by), at.state.name(self.who));
        let question = format!("{by} turns {} on {name}. Resist?", self.skill);
        let with = self.with.iter().map(|name| (name.clone(), format!("With {name}")));
        let answers = with.chain([(NOT.to_owned(), "Let it happen".to_owned())]);
        Asked::one_of("resist", self.rule, question, answers)
    }

    fn instinct(&self, _at: Here<'_>) -> String {
        self.with.first().cloned().unwrap_or_else(|| NOT.into())
    }
}
