//! Every command that stories and small scenes (`small`) give: odds with marks are the odds without them, and the odds of
//! small ones are what counting every face finds. A new command fails here until somebody gives it.

use std::sync::LazyLock;

use boneyard_testkit::{Reasons, Walked};
use guts_plus::GutsPlus;

static WALKED: LazyLock<Walked> = LazyLock::new(|| Walked::of::<GutsPlus>(env!("CARGO_MANIFEST_DIR")));

/// Rules that mark: were one of them not met, the walk would have gone blind.
const MARKS: &[&str] =
    &["GP-ASST-02", "GP-CHECK-05", "GP-CONT-02", "GP-DBL-01", "GP-HOUSE-05H", "GP-ROLL-01", "GP-SCN-10"];

/// Commands whose scenes are all too large to go through without marks.
const TOO_LARGE: Reasons<'_> = &[
    (
        "attack at GP-ASST-02",
        "help that comes late opens many ways; `check` and `contest` are compared with help",
    ),
    ("end_round at GP-ROLL-01", "by instinct the GM waits for those who had no turn, and nothing is thrown"),
    (
        "essence at GP-ASST-02",
        "help that comes late opens many ways; `check` and `contest` are compared with help",
    ),
    (
        "essence at GP-CONT-02",
        "a contest of many essence dice; `push_aside` is compared with one against one",
    ),
    (
        "idle at GP-CONT-02",
        "a 6 for the room is thrown again without end, and what else the creature may do is too much to count beside it",
    ),
    (
        "idle at GP-ROLL-01",
        "a 6 for the room is thrown again without end, and what else the creature may do is too much to count beside it",
    ),
    (
        "passive at GP-ASST-02",
        "by instinct it happens without a roll; a roll the GM calls for is that of `check`",
    ),
    (
        "passive at GP-CHECK-05",
        "by instinct it happens without a roll; a roll the GM calls for is that of `check`",
    ),
    (
        "passive at GP-ROLL-01",
        "by instinct it happens without a roll; a roll the GM calls for is that of `check`",
    ),
    (
        "task at GP-ASST-02",
        "help that comes late opens many ways; `check` and `contest` are compared with help",
    ),
    ("task at GP-CONT-02", "tasks with a contest are the last of a watch, after which the creature acts"),
    (
        "treat at GP-ASST-02",
        "help that comes late opens many ways; `check` and `contest` are compared with help",
    ),
];

/// Commands whose throws are nowhere few enough to be counted.
const UNCOUNTED: Reasons<'_> = &[
    (
        "come_out",
        "a 6 is thrown again, so that its faces have no end; at its mark it is compared as far as counting reaches",
    ),
    ("end_round", "by instinct the GM waits for those who had no turn, and nothing is thrown"),
    (
        "end_watch",
        "a 6 for the room is thrown again without end, and what else the creature may do is too much to count beside it",
    ),
    (
        "idle",
        "a 6 for the room is thrown again without end, and what else the creature may do is too much to count beside it",
    ),
    ("passive", "by instinct it happens without a roll; a roll the GM calls for is that of `check`"),
    ("random", "a character takes seven dice at the least, and some are thrown until they fit"),
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
