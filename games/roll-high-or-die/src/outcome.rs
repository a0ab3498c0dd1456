//! What came of an action in a word, so that odds can be told: a hit, a success, a contest won, somebody wounded or dead.

use boneyard_table::At;
use boneyard_table::outcome::{Outcome, Rolled};

use crate::RollHighOrDie;

/// What the last roll came to, and whether that is welcome to the one who made it.
pub fn outcome(after: At<'_, RollHighOrDie>) -> Outcome {
    Outcome::of_result(after.state.last.as_ref().map(|last| {
        let rank = match &*last.outcome {
            "hit" | "success" | "won" | "wounded" => 1,
            "dead" => 2,
            "miss" | "failure" | "lost" => -1,
            _ => 0,
        };
        Rolled { words: last.outcome.to_string(), rank }
    }))
}
