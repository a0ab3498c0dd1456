//! Odds of offers met in fights: exact ones are what counting every face gives, and playing them out comes as near as
//! it says.

use boneyard_table::stage::Stage;
use boneyard_testkit::odds_of_offers;
use guts_plus::{GutsPlus, starts};

#[test]
fn odds_of_offers_are_what_counting_and_playing_find() {
    let fights = starts().into_iter().map(|(_, stage)| stage).filter(|stage| !stage.creatures.is_empty());
    let fights: Vec<Stage> = fights.collect();
    odds_of_offers::<GutsPlus>(&fights, 200).holds(200);
}
