//! Every command that stories give: odds with marks are the odds without them, and the odds of small ones are what
//! counting every face finds.

use std::sync::LazyLock;

use boneyard_testkit::Walked;
use die_trying::DieTrying;

static WALKED: LazyLock<Walked> = LazyLock::new(|| Walked::of::<DieTrying>(env!("CARGO_MANIFEST_DIR")));

/// Rules that mark: were one of them not met, the walk would have gone blind.
const MARKS: &[&str] = &["DT-COM-02", "DT-HP-03", "DT-MAG-02", "DT-MAG-09", "DT-MIS-12"];

/// Commands whose scenes in the stories are all too large to go through without marks; `marks.rs` has small ones of a
/// siphon and of lots, and the dying are in `stories/odds`.
const TOO_LARGE: &[&str] = &["cast at DT-MIS-12", "fight at DT-COM-02", "settle_dying at DT-HP-03"];

/// Small commands of every family.
const COUNTED: &[&str] = &[
    "call_check",
    "cast",
    "climb",
    "contest",
    "disarm",
    "end_turn",
    "escape",
    "fall",
    "harm",
    "hide",
    "morale",
    "rounds_pass",
    "shove",
    "stabilise",
    "strike",
    "treat",
];

/// Commands that no story without a pack gives.
const NEVER: &[&str] = &["board", "encounter"];

#[test]
fn no_command_marks_without_being_compared() {
    assert_eq!(WALKED.wrong, Vec::<String>::new());
    assert!(WALKED.never.iter().all(|name| NEVER.contains(&name.as_str())), "{:?}", WALKED.never);
    let met = WALKED.marks();
    assert!(MARKS.iter().all(|mark| met.contains(mark)), "{met:?}");
    let mut open = WALKED.unproven();
    open.retain(|mark| !TOO_LARGE.contains(&mark.as_str()));
    assert_eq!(open, Vec::<String>::new());
}

#[test]
fn odds_are_what_counting_every_face_finds() {
    let missing: Vec<&&str> = COUNTED.iter().filter(|name| !WALKED.counted.contains(**name)).collect();
    assert!(missing.is_empty(), "{missing:?} of {:?}", WALKED.counted);
}
