//! A fight without a map: who is how far from whom, and what a move does to it.

use boneyard_board::Distances;
use proptest::prelude::*;

const BRACK: u16 = 1;
const ISOLDE: u16 = 2;
const RAIDER: u16 = 7;
const GOBLIN: u16 = 8;

#[test]
fn what_nobody_has_said_is_not_known() {
    let mut apart = Distances::default();
    assert_eq!(apart.between(BRACK, RAIDER), None);
    apart.set(RAIDER, BRACK, 5);
    assert_eq!((apart.between(BRACK, RAIDER), apart.between(RAIDER, BRACK)), (Some(5), Some(5)));
    assert_eq!(apart.approach(ISOLDE, RAIDER, 30), None);
    assert_eq!(apart.retreat(ISOLDE, RAIDER, 30), None);
    assert_eq!(apart.between(ISOLDE, RAIDER), None);
}

#[test]
fn nobody_is_away_from_oneself() {
    let mut apart = Distances::default();
    apart.set(BRACK, BRACK, 10);
    assert_eq!(apart.move_to(BRACK, BRACK, 10), 0);
    assert_eq!(apart.between(BRACK, BRACK), Some(0));
    assert!(apart.is_empty());
}

#[test]
fn who_evades_is_driven_back_ten_feet_and_keeps_to_the_others() {
    let mut apart = Distances::default();
    apart.set(BRACK, RAIDER, 5);
    apart.set(BRACK, ISOLDE, 10);
    assert_eq!(apart.retreat(BRACK, RAIDER, 10), Some(15));
    assert_eq!(apart.between(BRACK, ISOLDE), Some(10));
}

#[test]
fn a_friend_beside_the_enemy_is_left_behind() {
    let mut apart = Distances::default();
    apart.set(BRACK, RAIDER, 5);
    apart.set(ISOLDE, RAIDER, 5);
    apart.set(BRACK, ISOLDE, 5);
    apart.retreat(BRACK, RAIDER, 10);
    assert_eq!(apart.between(BRACK, RAIDER), Some(15));
    assert_eq!(apart.between(BRACK, ISOLDE), Some(10), "at least 15 - 5");
    assert_eq!(apart.between(ISOLDE, RAIDER), Some(5), "neither of them moved");
}

#[test]
fn who_runs_up_to_one_of_two_comrades_comes_near_the_other_too() {
    let mut apart = Distances::default();
    apart.set(GOBLIN, BRACK, 30);
    apart.set(GOBLIN, ISOLDE, 30);
    apart.set(BRACK, ISOLDE, 5);
    assert_eq!(apart.approach(GOBLIN, BRACK, 25), Some(5));
    assert_eq!(apart.between(GOBLIN, ISOLDE), Some(10), "at most 5 + 5");
    assert_eq!(apart.approach(GOBLIN, BRACK, 25), Some(0), "beside, never past");
    assert_eq!(apart.between(GOBLIN, ISOLDE), Some(5));
}

#[test]
fn those_in_reach_are_listed_in_the_order_of_their_ids() {
    let mut apart = Distances::default();
    apart.set(BRACK, GOBLIN, 5);
    apart.set(RAIDER, BRACK, 60);
    apart.set(ISOLDE, BRACK, 0);
    assert_eq!(apart.within(BRACK, 5).collect::<Vec<_>>(), [(ISOLDE, 0), (GOBLIN, 5)]);
    assert_eq!(apart.of(BRACK).count(), 3);
    assert_eq!(apart.within(GOBLIN, 5).collect::<Vec<_>>(), [(BRACK, 5)]);
}

#[test]
fn who_leaves_is_forgotten() {
    let mut apart = Distances::default();
    apart.set(BRACK, GOBLIN, 5);
    apart.set(RAIDER, BRACK, 60);
    apart.set(RAIDER, GOBLIN, 55);
    apart.forget(RAIDER, GOBLIN);
    apart.remove(GOBLIN);
    assert_eq!((apart.len(), apart.between(BRACK, RAIDER)), (1, Some(60)));
}

#[test]
fn a_save_is_read_back_the_same() {
    let mut apart = Distances::default();
    apart.set(BRACK, GOBLIN, 5);
    apart.set(RAIDER, BRACK, 60);
    let saved = serde_json::to_string(&apart).expect("saved");
    assert_eq!(saved, "[[1,7,60],[1,8,5]]");
    assert_eq!(serde_json::from_str::<Distances>(&saved).expect("read"), apart);
}

/// Distances of creatures on a plane, measured in steps along its axes: they fit together.
fn standing(points: &[(i16, i16)]) -> Distances {
    let mut apart = Distances::default();
    for (one, from) in (0..).zip(points) {
        for (other, to) in (0..).zip(points) {
            apart.set(one, other, from.0.abs_diff(to.0) + from.1.abs_diff(to.1));
        }
    }
    apart
}

fn fits(apart: &Distances, creatures: u16) -> bool {
    let feet = |one, other| u32::from(apart.between(one, other).expect("known"));
    let triangle = |a, b, c| feet(a, c) <= feet(a, b) + feet(b, c);
    (0..creatures).all(|a| (0..creatures).all(|b| (0..creatures).all(|c| triangle(a, b, c))))
}

proptest! {
    #[test]
    fn distances_that_fit_together_still_do_after_any_moves(
        points in proptest::collection::vec((0..200_i16, 0..200_i16), 2..7),
        moves in proptest::collection::vec((0..6_u16, 0..6_u16, 0..60_u16, any::<bool>()), 1..12),
    ) {
        let creatures = u16::try_from(points.len()).expect("few");
        let mut apart = standing(&points);
        for (mover, anchor, feet, closer) in moves {
            let (mover, anchor) = (mover % creatures, anchor % creatures);
            let before = apart.clone();
            let now = if closer { apart.approach(mover, anchor, feet) } else { apart.retreat(mover, anchor, feet) };
            prop_assert_eq!(now, apart.between(mover, anchor));
            prop_assert!(fits(&apart, creatures), "{:?}", apart);
            for one in 0..creatures {
                for other in 0..creatures {
                    let change = before.between(one, other).expect("known").abs_diff(apart.between(one, other).expect("known"));
                    prop_assert!(change <= feet, "nobody's distance changes by more than the move");
                    prop_assert!(change == 0 || one == mover || other == mover, "who did not move stays");
                }
            }
        }
    }

    #[test]
    fn whatever_was_said_a_move_reaches_exactly_its_goal(
        said in proptest::collection::vec((0..6_u16, 0..6_u16, any::<u16>()), 0..20),
        mover in 0..6_u16, anchor in 0..6_u16, feet in any::<u16>(),
    ) {
        let mut apart = Distances::from(said);
        apart.move_to(mover, anchor, feet);
        prop_assert_eq!(apart.between(mover, anchor), Some(if mover == anchor { 0 } else { feet }));
    }
}
