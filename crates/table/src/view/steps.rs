//! Things done one after the other, and points spent along the way: creation, camp, projects.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed};
use super::msg::{Msg, MsgValue};

/// Steps, and which one it is now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Steps {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// Which one it is, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<u32>,
    /// Whether they may be done in any order.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub free_order: bool,
}

/// One step. Its frame's key and label name it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// How far it is.
    pub stage: Stage,
    /// What is still owed in it, and by whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owes: Vec<Msg>,
}

/// How far a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Not begun.
    Open,
    /// Being done.
    Now,
    /// Done, and can be gone back to.
    Done,
    /// Done, and closed by a rule.
    Locked,
    /// Left out.
    Skipped,
}

/// Points to spend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Budget {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// How many there are.
    pub have: i32,
    /// On what they went.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spent: Vec<Spent>,
    /// How many are left; below 0 where too much was spent.
    pub left: i32,
    /// Of what.
    pub unit: Msg,
}

/// Points spent on one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Spent {
    /// On what.
    pub what: Msg,
    /// How many.
    pub n: i32,
}

impl Steps {
    /// No steps yet.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>) -> Self {
        Steps { frame: Frame::new(key, label), steps: Vec::new(), now: None, free_order: false }
    }

    /// Adds a step; the one being done is where it is now.
    #[must_use]
    pub fn step(mut self, step: Step) -> Self {
        if step.stage == Stage::Now {
            self.now = u32::try_from(self.steps.len()).ok();
        }
        self.steps.push(step.settled());
        self
    }

    /// They may be done in any order.
    #[must_use]
    pub fn free_order(mut self) -> Self {
        self.free_order = true;
        self
    }
}

impl Step {
    /// A step.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>, stage: Stage) -> Self {
        Step { frame: Frame::new(key, label), stage, owes: Vec::new() }
    }

    /// Adds something still owed.
    #[must_use]
    pub fn owes(mut self, what: impl Into<Msg>) -> Self {
        self.owes.push(what.into());
        self
    }
}

impl Budget {
    /// Points nobody has spent yet.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>, have: i32, unit: impl Into<Msg>) -> Self {
        Budget { frame: Frame::new(key, label), have, spent: Vec::new(), left: have, unit: unit.into() }
    }

    /// Spends some.
    #[must_use]
    pub fn spent(mut self, what: impl Into<Msg>, n: i32) -> Self {
        self.left = self.left.saturating_sub(n);
        self.spent.push(Spent { what: what.into(), n });
        self
    }
}

impl Framed for Steps {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        let now = self.now.and_then(|at| Some((at, self.steps.get(usize::try_from(at).ok()?)?)));
        match now {
            Some((at, step)) => {
                let msg = Msg::new(if step.owes.is_empty() {
                    "Step {at} of {of}, {name}."
                } else {
                    "Step {at} of {of}, {name}. Still owed: {owes}."
                });
                let msg = msg.with("at", at + 1).with("of", self.steps.len()).with("name", &step.frame.label);
                if step.owes.is_empty() { msg } else { msg.with("owes", MsgValue::list(step.owes.iter())) }
            }
            None => {
                let done = |step: &&Step| matches!(step.stage, Stage::Done | Stage::Locked | Stage::Skipped);
                Msg::new("{label}: {done} of {of} steps done.")
                    .with("label", &self.frame.label)
                    .with("done", self.steps.iter().filter(done).count())
                    .with("of", self.steps.len())
            }
        }
    }
}

impl Framed for Step {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        let msg = match self.stage {
            Stage::Open => Msg::new("{label}: to do."),
            Stage::Now => Msg::new("{label}: now."),
            Stage::Done => Msg::new("{label}: done."),
            Stage::Locked => Msg::new("{label}: done and closed."),
            Stage::Skipped => Msg::new("{label}: left out."),
        };
        msg.with("label", &self.frame.label)
    }
}

impl Framed for Budget {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        Msg::new("{label}: {left} of {have} {unit} left.")
            .with("label", &self.frame.label)
            .with("left", self.left)
            .with("have", self.have)
            .with("unit", &self.unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_tells_who_is_still_awaited() {
        let steps = Steps::new("camp", "Camp")
            .step(Step::new("watch", "watch", Stage::Locked))
            .step(Step::new("robbery", "robbery", Stage::Now).owes("Cy chooses"));
        assert_eq!(steps.sentence().text(), "Step 2 of 2, robbery. Still owed: Cy chooses.");
        assert_eq!(steps.now, Some(1));
    }

    #[test]
    fn a_budget_counts_down_and_shows_when_it_is_overdrawn() {
        let gems = Budget::new("gems", "Purse", 10, "gems").spent("sword", 8).spent("rope", 4);
        assert_eq!(gems.sentence().text(), "Purse: -2 of 10 gems left.");
    }
}
