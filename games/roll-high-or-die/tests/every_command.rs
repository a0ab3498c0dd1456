//! Every command that stories and small scenes (`small`) give: odds with marks are the odds without them, and the odds of
//! small ones are what counting every face finds. A new command fails here until somebody gives it.

use std::sync::LazyLock;

use boneyard_testkit::{Reasons, Walked};
use roll_high_or_die::RollHighOrDie;

static WALKED: LazyLock<Walked> = LazyLock::new(|| Walked::of::<RollHighOrDie>(env!("CARGO_MANIFEST_DIR")));

/// Rules that mark: were one of them not met, the walk would have gone blind.
const MARKS: &[&str] = &["RH-ENC-03"];

/// Commands whose scenes are all too large to go through without marks.
const TOO_LARGE: Reasons<'_> = &[
    ("begin_watch at RH-ENC-03", "wolves come to the fire, and everybody there throws a d20 of their own"),
    ("call at RH-ENC-03", "two d20, and two more for as long as they are equal"),
];

/// Commands whose throws are nowhere few enough to be counted.
const UNCOUNTED: Reasons<'_> =
    &[("roll_scores", "six scores of three or four dice each; one score is counted in `odds.rs`")];

/// Commands that neither stories nor small scenes give.
const NEVER: Reasons<'_> = &[];

#[test]
fn every_command_is_given() {
    WALKED.meets_all_but(NEVER);
}

#[test]
fn no_command_marks_without_being_compared() {
    WALKED.compares_all_but(MARKS, TOO_LARGE);
}

#[test]
fn odds_are_what_counting_every_face_finds() {
    WALKED.counts_all_but(UNCOUNTED);
}
