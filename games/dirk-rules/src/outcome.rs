//! What came of an action in a word, so that odds can be told: how a save or contest ended, who fell, who is hurt.

use boneyard_table::outcome::{Outcome, Rolled};
use boneyard_table::{At, Seat, Who};

use crate::DirkRules;

/// What changed between two moments, as a side sees it.
pub fn outcome(before: At<'_, DirkRules>, after: At<'_, DirkRules>, seat: Seat, side: u8) -> Outcome {
    let result = after.state.last.as_ref().map(|last| {
        let winner = |who: &Who| after.state.sheet(*who).name == last.outcome;
        match last.outcome.as_str() {
            "pass" => Rolled { words: "passes".into(), rank: 2 },
            "part" => Rolled { words: "passes in part".into(), rank: 1 },
            "fail" => Rolled { words: "fails".into(), rank: -1 },
            other => match after.state.everybody().find(winner) {
                Some(who) if after.state.sheet(who).side == side => {
                    Rolled { words: format!("{other} wins"), rank: 1 }
                }
                Some(_) => Rolled { words: format!("{other} wins"), rank: -1 },
                None => Rolled { words: other.to_owned(), rank: 0 },
            },
        }
    });
    Outcome::of::<DirkRules>(before, after, seat, side, result)
}
