//! Every shown number with the terms behind it, and the answer to "why?".
//! Terms are computed by the same function the rules use; nothing here is stored in a state.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::msg::Msg;
use crate::RuleId;

/// One part of a number: a base, a bonus, a cap, a floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Term {
    /// What it is, such as "Strength" or "at most 20".
    pub label: Msg,
    /// What it adds; caps and floors are the difference they make.
    pub amount: i32,
    /// The rule that says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// Where it comes from: an item, a feature, a creature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Msg>,
}

/// A number and its terms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Value {
    /// The number as the rules use it.
    pub total: i32,
    /// What it is made of, as far as the seat may know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<Term>,
}

/// What "why?" opens under a value or a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Why {
    /// The outcome in one sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Msg>,
    /// The number with its terms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The rules behind it, the most telling first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleId>,
    /// House switches in force that are not at their default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub house: Vec<Msg>,
    /// Rulings that were used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<u32>,
}

impl Term {
    /// A term with its name and what it adds.
    pub fn new(label: impl Into<Msg>, amount: i32) -> Self {
        Term { label: label.into(), amount, rule: None, from: None }
    }

    /// Names the rule that gives this term.
    #[must_use]
    pub fn by(mut self, rule: RuleId) -> Self {
        self.rule = Some(rule);
        self
    }

    /// Names the item, feature or creature it comes from.
    #[must_use]
    pub fn source(mut self, source: impl Into<Msg>) -> Self {
        self.from = Some(source.into());
        self
    }
}

impl Value {
    /// The sum of its terms.
    pub fn sum(terms: Vec<Term>) -> Self {
        let total = terms.iter().fold(0i32, |sum, term| sum.saturating_add(term.amount));
        Value { total, terms }
    }

    /// A number some of whose terms the seat may not know: it is not shown as a sum.
    pub fn partly(total: i32, known: Vec<Term>) -> Self {
        Value { total, terms: known }
    }

    /// Whether the terms shown account for the whole number.
    pub fn adds_up(&self) -> bool {
        let sum: i64 = self.terms.iter().map(|term| i64::from(term.amount)).sum();
        !self.terms.is_empty() && sum == i64::from(self.total)
    }
}

impl From<i32> for Value {
    fn from(total: i32) -> Self {
        Value { total, terms: Vec::new() }
    }
}

impl Why {
    /// Adds a rule to read.
    #[must_use]
    pub fn rule(mut self, rule: RuleId) -> Self {
        self.rules.push(rule);
        self
    }

    /// Adds a house switch in force.
    #[must_use]
    pub fn house(mut self, switch: impl Into<Msg>) -> Self {
        self.house.push(switch.into());
        self
    }

    /// Adds a ruling that was used.
    #[must_use]
    pub fn ruling(mut self, ruling: u32) -> Self {
        self.rulings.push(ruling);
        self
    }
}

impl From<Value> for Why {
    fn from(value: Value) -> Self {
        Why { value: Some(value), ..Why::default() }
    }
}

impl From<Msg> for Why {
    fn from(outcome: Msg) -> Self {
        Why { outcome: Some(outcome), ..Why::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cap_is_a_term_like_any_other_and_the_sum_still_adds_up() {
        let value = Value::sum(vec![
            Term::new("Strength", 17),
            Term::new("Training", 5).source("greatsword"),
            Term::new("at most 20", -2),
        ]);
        assert_eq!(value.total, 20);
        assert!(value.adds_up());
    }

    #[test]
    fn a_number_with_a_hidden_part_is_not_shown_as_a_sum() {
        assert!(!Value::partly(15, vec![Term::new("base", 10)]).adds_up());
        assert!(!Value::from(7).adds_up());
    }
}
