//! Every command that stories and small scenes (`small`) give: odds with marks are the odds without them, and the odds of
//! small ones are what counting every face finds. A new command fails here until somebody gives it.

use std::sync::LazyLock;

use boneyard_testkit::{Reasons, Walked};
use dead_weight::DeadWeight;

static WALKED: LazyLock<Walked> = LazyLock::new(|| Walked::of::<DeadWeight>(env!("CARGO_MANIFEST_DIR")));

/// Rules that mark: were one of them not met, the walk would have gone blind.
const MARKS: &[&str] = &["DW-HURT-10", "DW-HURT-12", "DW-TEST-13", "DW-TRACK-01"];

/// Commands whose scenes are all too large to go through without marks.
const TOO_LARGE: Reasons<'_> = &[
    (
        "cast at DW-TRACK-01",
        "decay on top of what it throws itself; `search` and `pass_turns` go through the same decay and are compared",
    ),
    (
        "disarm at DW-TRACK-01",
        "decay on top of what it throws itself; `search` and `pass_turns` go through the same decay and are compared",
    ),
    (
        "loot at DW-TRACK-01",
        "decay on top of what it throws itself; `search` and `pass_turns` go through the same decay and are compared",
    ),
    (
        "stabilise at DW-TRACK-01",
        "decay on top of what it throws itself; `search` and `pass_turns` go through the same decay and are compared",
    ),
];

/// Commands whose throws are nowhere few enough to be counted.
const UNCOUNTED: Reasons<'_> = &[
    ("draft_at_once", "a whole life takes eleven dice at the least; its steps are counted one by one"),
    ("make_site", "a site takes seven dice at the least, whatever of it is chosen"),
];

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
