//! What came of an action in a word, so that odds can be told: the degree of a check or strike.

use boneyard_table::At;
use boneyard_table::outcome::{Outcome, Rolled};

use crate::DieTrying;
use crate::state::Degree;

/// What a check or strike came to.
pub fn outcome(after: At<'_, DieTrying>) -> Outcome {
    Outcome::of_result(after.state.last.as_ref().map(|last| {
        let degree = Degree::ALL.into_iter().zip([-2, -1, 1, 2]);
        let mut known = degree.filter(|(degree, _)| degree.name().eq_ignore_ascii_case(&last.outcome));
        Rolled { words: last.outcome.clone().into_owned(), rank: known.next().map_or(0, |(_, rank)| rank) }
    }))
}
