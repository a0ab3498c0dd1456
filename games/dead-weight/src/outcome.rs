//! What came of an action in a word, so that odds can be told: how a roll ended, who fell, who is hurt.

use boneyard_table::outcome::{Outcome, Rolled};
use boneyard_table::{At, Seat};

use crate::DeadWeight;

/// What changed between two moments, as a side sees it.
pub fn outcome(before: At<'_, DeadWeight>, after: At<'_, DeadWeight>, seat: Seat, side: u8) -> Outcome {
    // Only adventurers roll: what is good for them is bad for the one they roll against.
    let sign = if side == 0 { 1 } else { -1 };
    let result = after.state.last.as_ref().map(|last| match &*last.outcome {
        "success" if last.great => Rolled { words: "great success".into(), rank: 3 * sign },
        "success" => Rolled { words: "success".into(), rank: 2 * sign },
        "failure" if last.critical => Rolled { words: "critical failure".into(), rank: -2 * sign },
        "failure" => Rolled { words: "failure".into(), rank: -sign },
        other => Rolled { words: other.to_owned(), rank: 0 },
    });
    Outcome::of::<DeadWeight>(before, after, seat, side, result)
}
