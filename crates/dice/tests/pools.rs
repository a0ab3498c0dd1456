//! Odds beyond notation: folds over pools, distributions joined and changed, rerolls played best.

use boneyard_dice::{Dist, Natural, Pool, Ratio};
use proptest::prelude::*;

#[test]
fn dice_of_different_sizes_fold_together() {
    // The d4 show a face of their own up to 4 only; compare with every row of 2d4 and 1d6.
    let sums = Pool::new(2, 4)
        .fold_with(&Pool::new(1, 6), (0, 0), |(fours, six), face, a, b| (fours + face * a, six + face * b));
    assert_eq!(sums, Dist::dice(2, 4).joint(&Dist::dice(1, 6)).map(|(a, b)| (*a as u32, *b as u32)));
    let turned = Pool::new(1, 6).fold_with(&Pool::new(2, 4), 0, |sum, face, a, b| sum + face * (a + b));
    assert_eq!(turned.map(|n| i64::from(*n)), Dist::dice(2, 4).plus(&Dist::die(6)));
}

#[test]
fn what_comes_next_may_depend_on_what_came() {
    let roll_again_on_1 =
        Dist::die(6).and_then(|face| if *face == 1 { Dist::die(4) } else { Dist::certain(*face) });
    assert_eq!(roll_again_on_1.chance(&2), "5/24".parse().expect("a fraction"));
    assert_eq!(roll_again_on_1.total(), &Natural::from(24u32));
    assert_eq!(roll_again_on_1.chance(&9), Ratio::ZERO);
}

#[test]
fn a_usage_die_of_eight_lasts_nine_uses_on_average() {
    // Each size is left with chance 2/sides, so the average is the sum of sides/2 over the chain: 4 + 3 + 2.
    let uses = |sides: i64| Dist::die(sides as u32).probability(|face| *face <= 2);
    let average: f64 = [8, 6, 4].into_iter().map(|sides| 1.0 / uses(sides).to_f64()).sum();
    assert!((average - 9.0).abs() < 1e-9);
}

#[test]
fn means_and_deviations_are_exact_until_the_root() {
    let dist = Dist::dice(2, 6).shifted(-10);
    assert_eq!((dist.mean().to_string(), dist.variance().to_string()), ("-3".to_owned(), "35/6".to_owned()));
    assert!((dist.deviation() - (35.0f64 / 6.0).sqrt()).abs() < 1e-12);
    assert_eq!((dist.min(), dist.max()), (Some(-8), Some(2)));
    assert_eq!(dist.at_least(0).to_string(), "1/6");
    assert_eq!(dist.at_most(-7).to_string(), "1/12");
}

#[test]
fn equal_odds_are_equal_however_they_are_written() {
    let thirds = Dist::weighted([(1, Natural::from(2u32)), (2, Natural::from(4u32))]);
    assert_eq!(thirds, Dist::uniform([2, 1, 2]));
    assert_ne!(thirds, Dist::uniform([2, 1]));
    assert_eq!(thirds.reduced().total(), &Natural::from(3u32));
}

#[test]
fn rerolls_are_spent_on_the_worst_die_and_not_at_all_when_they_hurt() {
    let best = |dice, sides, rerolls, worth: fn(&[u8]) -> [i64; 1]| {
        Pool::new(dice, sides).best_rerolls(rerolls, worth).map(|[worth]| worth.to_string())
    };
    // One die, sum: keep 4 to 6, otherwise roll again: (4+5+6 + 3 * 7/2) / 6.
    let sum = |hand: &[u8]| [hand.iter().zip(1..).map(|(count, face)| i64::from(*count) * face).sum()];
    assert_eq!(best(1, 6, 1, sum), Ok("17/4".to_owned()));
    assert_eq!(best(3, 6, 0, sum), Ok("21/2".to_owned()));
    // Any change is for the worse: nobody rerolls.
    assert_eq!(best(2, 4, 3, |_| [7]), Ok("7".to_owned()));
    assert!(Pool::new(40, 20).best_rerolls(1, sum).is_err());
}

/// The same by plain recursion over rows of dice.
fn played(row: &mut Vec<u8>, dice: usize, sides: u8, rerolls: u32, worth: &dyn Fn(&[u8]) -> i64) -> f64 {
    if row.len() < dice {
        let mut sum = 0.0;
        for face in 1..=sides {
            row.push(face);
            sum += played(row, dice, sides, rerolls, worth);
            row.pop();
        }
        return sum / f64::from(sides);
    }
    let mut best = worth(row) as f64;
    for place in 0..if rerolls > 0 { dice } else { 0 } {
        let kept = row[place];
        let mut sum = 0.0;
        for face in 1..=sides {
            row[place] = face;
            sum += played(row, dice, sides, rerolls - 1, worth);
        }
        row[place] = kept;
        best = best.max(sum / f64::from(sides));
    }
    best
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn best_play_agrees_with_plain_recursion(dice in 1u32..4, sides in 2u8..5, rerolls in 0u32..3, marks in prop::collection::vec(-3i64..6, 5)) {
        let of_count = |face: usize, count: u8| marks[face] * i64::from(count).min(2) - i64::from(count == 3);
        let worth = |hand: &[u8]| hand.iter().enumerate().map(|(face, count)| of_count(face, *count)).sum::<i64>();
        let [ours] = Pool::new(dice, u32::from(sides)).best_rerolls(rerolls, |hand| [worth(hand)]).expect("few hands");
        let of_row = |row: &[u8]| {
            let counts: Vec<u8> = (1..=sides).map(|face| row.iter().filter(|shown| **shown == face).count() as u8).collect();
            worth(&counts)
        };
        let plain = played(&mut Vec::new(), dice as usize, sides, rerolls, &of_row);
        prop_assert!((ours.to_f64() - plain).abs() < 1e-9, "{} and {}", ours, plain);
    }

    #[test]
    fn a_fold_that_adds_up_is_the_sum_of_the_dice(dice in 0u32..60, sides in 1u32..8) {
        let fold = Pool::new(dice, sides).fold(0i64, |sum, face, count| sum + i64::from(face * count));
        prop_assert_eq!(fold, Dist::dice(dice, sides));
    }

    #[test]
    fn adding_and_repeating_agree_in_every_size_of_number(times in 0u32..40, weights in prop::collection::vec(0u32..5, 1..5)) {
        let once = Dist::weighted(weights.iter().zip(-1i64..).map(|(weight, n)| (n * 3, Natural::from(*weight + 1))));
        let plain = (0..times).fold(Dist::certain(0), |sum, _| sum.plus(&once));
        prop_assert_eq!(&once.repeat(times), &plain);
        prop_assert_eq!(plain.minus(&Dist::certain(2)), plain.shifted(-2));
    }
}
