//! A score of a hero or creature, with everything drawn beside it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed};
use super::msg::Msg;
use super::term::Value;
use super::track::{Cell, CellState, cells_of};

/// A score: dice, marks, rank, growth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Attribute {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// What it is now, with its terms.
    pub value: Value,
    /// What it would be unhurt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full: Option<i32>,
    /// What it adds to rolls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modifier: Option<Value>,
    /// The dice it gives, in notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// Training in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<i32>,
    /// Pips: open, tired, wounded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Cell>,
    /// Marks towards the next point.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub growth: Option<Growth>,
}

/// Marks on the way to something better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Growth {
    /// Marks so far.
    pub have: u32,
    /// Marks needed.
    pub need: u32,
}

impl Attribute {
    /// A score.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>, value: impl Into<Value>) -> Self {
        Attribute {
            frame: Frame::new(key, label),
            value: value.into(),
            full: None,
            modifier: None,
            dice: None,
            rank: None,
            cells: Vec::new(),
            growth: None,
        }
    }

    /// What it would be unhurt.
    #[must_use]
    pub fn full(mut self, full: i32) -> Self {
        self.full = Some(full);
        self
    }

    /// What it adds to rolls.
    #[must_use]
    pub fn modifier(mut self, modifier: impl Into<Value>) -> Self {
        self.modifier = Some(modifier.into());
        self
    }

    /// The dice it gives.
    #[must_use]
    pub fn dice(mut self, dice: impl Into<String>) -> Self {
        self.dice = Some(dice.into());
        self
    }

    /// Training in it.
    #[must_use]
    pub fn rank(mut self, rank: i32) -> Self {
        self.rank = Some(rank);
        self
    }

    /// Adds so many pips of one kind.
    #[must_use]
    pub fn cells(mut self, state: CellState, number: u32) -> Self {
        self.cells.extend(cells_of(state, number));
        self
    }

    /// Marks towards the next point.
    #[must_use]
    pub fn growth(mut self, have: u32, need: u32) -> Self {
        self.growth = Some(Growth { have, need });
        self
    }
}

impl Framed for Attribute {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        let msg = match (self.full, &self.modifier) {
            (Some(full), _) if full != self.value.total => {
                Msg::new("{label}: {value} of {full}.").with("full", full)
            }
            (_, Some(modifier)) => Msg::new("{label}: {value}, modifier {modifier}.")
                .with("modifier", format!("{:+}", modifier.total)),
            _ => Msg::new("{label}: {value}."),
        };
        msg.with("label", &self.frame.label).with("value", self.value.total)
    }
}
