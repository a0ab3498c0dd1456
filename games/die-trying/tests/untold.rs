//! A simulated fight, of which nobody keeps anything, goes as one that is told.

use boneyard_testkit::untold_fights_go_as_told;
use die_trying::{DieTrying, starts};

#[test]
fn fights_nobody_keeps_go_as_those_that_are_told() {
    untold_fights_go_as_told::<DieTrying>(&starts(), 0..6);
}
