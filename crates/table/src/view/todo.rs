//! What is owed while play goes on: a point to place, a spell to pick.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed};
use super::msg::{Msg, MsgValue};
use crate::{RuleId, Who};

/// Choices still owed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Todo {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// What is owed.
    pub rows: Vec<Owed>,
}

/// One choice still owed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Owed {
    /// By whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<Who>,
    /// What.
    pub what: Msg,
    /// The rule that asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// The offer that settles it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<String>,
}

impl Todo {
    /// Nothing owed yet.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>) -> Self {
        Todo { frame: Frame::new(key, label), rows: Vec::new() }
    }

    /// Adds something owed.
    #[must_use]
    pub fn owed(mut self, owed: Owed) -> Self {
        self.rows.push(owed);
        self
    }
}

impl Owed {
    /// Something owed.
    pub fn new(what: impl Into<Msg>) -> Self {
        Owed { who: None, what: what.into(), rule: None, offer: None }
    }

    /// By whom.
    #[must_use]
    pub fn who(mut self, who: Who) -> Self {
        self.who = Some(who);
        self
    }

    /// Names the rule.
    #[must_use]
    pub fn rule(mut self, rule: RuleId) -> Self {
        self.rule = Some(rule);
        self
    }

    /// Names the offer that settles it.
    #[must_use]
    pub fn offer(mut self, id: impl Into<String>) -> Self {
        self.offer = Some(id.into());
        self
    }
}

impl Framed for Todo {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        if self.rows.is_empty() {
            return Msg::from("Nothing is owed.");
        }
        Msg::new("You owe: {what}.").with("what", MsgValue::list(self.rows.iter().map(|row| &row.what)))
    }
}
