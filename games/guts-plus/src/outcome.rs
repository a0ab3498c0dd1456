//! What came of an action in a word, so that odds can be told: how a roll reads in the end.

use boneyard_table::At;
use boneyard_table::outcome::{Outcome, Rolled};

use crate::GutsPlus;
use crate::state::Scale;

/// What a roll came to, as the side of the one who rolled sees it.
pub fn outcome(after: At<'_, GutsPlus>, side: u8) -> Outcome {
    Outcome::of_result(after.state.last.as_ref().map(|last| {
        let (words, rank) = match last.outcome {
            Scale::Negative => ("negative", -2),
            Scale::Failure => ("failure", -1),
            Scale::Near => ("near success", 0),
            Scale::Full => ("full success", 1),
            Scale::Positive => ("positive success", 2),
        };
        let own = after.state.creature(last.who).is_none_or(|one| one.sheet.side == side);
        Rolled { words: words.into(), rank: if own { rank } else { -rank } }
    }))
}
