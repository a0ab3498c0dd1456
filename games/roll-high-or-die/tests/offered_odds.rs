//! Odds of offers met in fights: exact ones are what counting every face gives, and playing them out comes as near as
//! it says.

use boneyard_table::stage::Stage;
use boneyard_table::view::Tone;
use boneyard_testkit::odds_of_offers;
use roll_high_or_die::{RollHighOrDie, starts};

#[test]
fn odds_of_offers_are_what_counting_and_playing_find() {
    let fights = starts().into_iter().map(|(_, stage)| stage).filter(|stage| !stage.creatures.is_empty());
    let fights: Vec<Stage> = fights.collect();
    let compared = odds_of_offers::<RollHighOrDie>(&fights, 200);
    compared.holds(200);
    compared.tells(&[
        ("Hit", Tone::Good),
        ("Miss", Tone::Bad),
        ("Success", Tone::Good),
        ("Failure", Tone::Bad),
        ("Won", Tone::Good),
        ("Lost", Tone::Bad),
    ]);
}
