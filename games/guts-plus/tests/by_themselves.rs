//! Creatures that play themselves: one fight and no more, one turn and nothing after it, and never for anybody else.

use boneyard_testkit::{one_fight_and_no_more, one_turn_and_nothing_after, only_their_own};
use guts_plus::{GutsPlus, starts};

#[test]
fn heroes_and_foes_fight_by_themselves_and_then_nobody_does_anything() {
    one_fight_and_no_more::<GutsPlus>(&starts(), 0..1);
}

#[test]
fn a_turn_played_for_a_hero_is_that_turn_and_nothing_after_it() {
    one_turn_and_nothing_after::<GutsPlus>(&starts(), 0..1);
}

#[test]
fn whatever_people_do_creatures_that_play_themselves_do_only_their_own() {
    only_their_own::<GutsPlus>(&starts(), 0..1, 60);
}
