//! Runs every story of the game.

use boneyard_testkit::every_story_holds;
use dirk_rules::DirkRules;

#[test]
fn every_story_of_the_game_holds() {
    every_story_holds::<DirkRules>(env!("CARGO_MANIFEST_DIR"));
}
