//! Runs every story of the game.

use boneyard_testkit::every_story_holds;
use roll_high_or_die::RollHighOrDie;

#[test]
fn every_story_of_the_game_holds() {
    every_story_holds::<RollHighOrDie>(env!("CARGO_MANIFEST_DIR"));
}
