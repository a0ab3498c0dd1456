//! Every command that stories give: odds with marks are the odds without them, and the odds of small ones are what
//! counting every face finds.

use std::sync::LazyLock;

use boneyard_testkit::Walked;
use dirk_rules::DirkRules;

static WALKED: LazyLock<Walked> = LazyLock::new(|| Walked::of::<DirkRules>(env!("CARGO_MANIFEST_DIR")));

/// Rules that mark: were one of them not met, the walk would have gone blind.
const MARKS: &[&str] = &["DK-BATTLE-11", "DK-BATTLE-12", "DK-CHECK-07", "DK-EVENT-04", "DK-WPN-03"];

/// Commands whose scenes in the stories are all too large to go through without marks. Time that passes is the same
/// rule for all of them (`rest` and `train` are small enough); a weapon by lot and a run past somebody are in
/// `marks.rs`.
const TOO_LARGE: &[&str] = &[
    "begin at DK-WPN-03",
    "event at DK-LOOT-02H",
    "explore at DK-EVENT-04",
    "fix at DK-EVENT-04",
    "fix at DK-LOOT-02H",
    "go at DK-EVENT-04",
    "move at DK-BATTLE-07",
    "pass at DK-LOOT-02H",
    "relieve at DK-EVENT-04",
    "tend at DK-EVENT-04",
    "travel at DK-EVENT-04",
    "travel at DK-LOOT-02H",
    "voyage at DK-EVENT-04",
    "work at DK-EVENT-04",
    "work at DK-LOOT-02H",
];

/// Small commands of every family.
const COUNTED: &[&str] = &[
    "attack",
    "begin",
    "called_shot",
    "consume",
    "contest",
    "draw",
    "feint",
    "ford",
    "grapple",
    "hazard",
    "mishap",
    "save",
    "search",
    "special",
    "use",
    "weather",
];

/// Commands that no story without a pack gives. What was made at a table stands in its own pack.
const NEVER: &[&str] = &["another", "bring_in", "fall_upon", "leave_lesson", "name"];

#[test]
fn no_command_marks_without_being_compared() {
    assert_eq!(WALKED.wrong, Vec::<String>::new());
    assert!(WALKED.never.iter().all(|name| NEVER.contains(&name.as_str())), "{:?}", WALKED.never);
    let met = WALKED.marks();
    assert!(MARKS.iter().all(|mark| met.contains(mark)), "{met:?}");
    assert_eq!(WALKED.unproven(), TOO_LARGE);
}

#[test]
fn odds_are_what_counting_every_face_finds() {
    let missing: Vec<&&str> = COUNTED.iter().filter(|name| !WALKED.counted.contains(**name)).collect();
    assert!(missing.is_empty(), "{missing:?} of {:?}", WALKED.counted);
}
