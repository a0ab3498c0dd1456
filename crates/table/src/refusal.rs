//! Why something may not be done: a code, the rule, the values involved and a sentence
//! a player understands. All unmet requirements stand in one refusal.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::RuleId;

/// A command or answer the rules do not allow. The table is left as it was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Refusal {
    /// At least one, the weightiest first.
    pub reasons: Vec<Reason>,
}

/// One unmet requirement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// Short and stable, for programs: `no-shield`.
    pub code: String,
    /// The rule that refuses; the table's own reasons (not your seat, busy) have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// The numbers and names behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(String, Value)>,
    /// What was wrong and what is allowed.
    pub sentence: String,
}

impl Refusal {
    /// A refusal by a rule of the game.
    pub fn new(rule: RuleId, code: &str, sentence: impl Into<String>) -> Self {
        Self {
            reasons: vec![Reason {
                code: code.into(),
                rule: Some(rule),
                values: Vec::new(),
                sentence: sentence.into(),
            }],
        }
    }

    /// A refusal by the table itself.
    pub fn by_table(code: &str, sentence: impl Into<String>) -> Self {
        Self {
            reasons: vec![Reason {
                code: code.into(),
                rule: None,
                values: Vec::new(),
                sentence: sentence.into(),
            }],
        }
    }

    /// Adds a value to the last reason.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        if let Some(reason) = self.reasons.last_mut() {
            reason.values.push((name.into(), value.into()));
        }
        self
    }

    /// Adds the reasons of another refusal.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.reasons.extend(other.reasons);
        self
    }

    /// The same reasons in the name of a rule.
    #[must_use]
    pub(crate) fn under(mut self, rule: RuleId) -> Self {
        self.reasons.iter_mut().for_each(|reason| reason.rule = Some(rule));
        self
    }

    /// The same reasons, said of somebody.
    #[must_use]
    pub(crate) fn about(mut self, name: &str) -> Self {
        if let Some(reason) = self.reasons.first_mut() {
            reason.sentence = format!("{name}: {}", reason.sentence);
        }
        self
    }

    /// The code of the weightiest reason.
    pub fn code(&self) -> &str {
        self.reasons.first().map_or("", |reason| &reason.code)
    }

    /// The rules that refuse.
    pub fn rules(&self) -> impl Iterator<Item = RuleId> + '_ {
        self.reasons.iter().filter_map(|reason| reason.rule)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, reason) in self.reasons.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            f.write_str(&reason.sentence)?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}
