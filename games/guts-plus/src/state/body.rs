//! Bodies in parts: the chart, which rarely changes, and the lines drawn through it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A part of a body, as the chart has it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct PartSheet {
    /// What it is called.
    pub name: String,
    /// What it is: head, torso, arm, hand, leg, foot, wing, tail and the like.
    pub kind: String,
    /// Losing it knocks out.
    #[serde(default)]
    pub vital: bool,
    /// The part it hangs on: a hand on its arm.
    #[serde(default)]
    pub beyond: Option<u8>,
    /// The part that takes an injury it cannot take itself.
    #[serde(default)]
    pub passes: Option<u8>,
}

/// What became of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Part {
    /// Lines through it: two cross it out.
    pub lines: u8,
    /// Gone for good.
    pub lost: bool,
    /// Struck from the chart: it counts for nothing any more.
    pub struck: bool,
    /// A line came in the fight under way.
    pub fresh: bool,
    /// Healing it has had, in seconds of an ordinary day.
    pub healed: u32,
    /// Seconds of healing its injury needs, if the GM set another time.
    pub needs: Option<u32>,
    /// A treatment at work: when it is done, and how many lines it leaves.
    pub treated: Option<(u64, u8)>,
    /// The day of the last treatment check.
    pub checked: Option<u32>,
    /// Counts as resting until then, by a treatment.
    pub rests_until: Option<u64>,
}

impl Part {
    /// Whether it is crossed out, lost or not.
    pub fn crossed_out(self) -> bool {
        self.lines >= 2 || self.lost
    }
}

/// Somebody who cannot act, and how long that may last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Out {
    /// Too late after this moment, if there is danger.
    pub deadline: Option<u64>,
    /// Knocked out by the GM's word, not by the chart.
    pub by_word: bool,
}
