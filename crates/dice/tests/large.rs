//! Questions that are too large: steps and memory are bounded, whatever is typed, and refused before they are taken.

use boneyard_dice::{Dist, Expression, Limits, OddsError, Pool};
use proptest::prelude::*;

use crate::counted::most_bytes;

/// What a question may take beside what its limit counts: small lists, the text of a refusal.
const BESIDE: u64 = 64 << 10;

fn asked(text: &str, limits: &Limits) -> (Result<Dist<i64>, OddsError>, u64) {
    let expression = Expression::parse(text).expect(text);
    most_bytes(|| expression.odds_within(limits))
}

#[test]
fn a_question_that_would_fill_the_memory_is_refused_before_it_does() {
    for text in [
        "16d10000!pk9",
        "15d10000!pk9",
        "12d10000!k3",
        "8d10000!p1",
        "{1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4}kh3",
        "1d10000xo>=2",
        "1d1000!>=2",
        "1d900!>=2cs>=500",
        "900d2kh450",
        "1d1200*1d1200*2",
        "(1d900)d2kh1",
    ] {
        let (odds, bytes) = asked(text, &Limits::DEFAULT);
        let refused = matches!(odds, Err(OddsError::TooMuchWork(_) | OddsError::TooMuchMemory(_)));
        assert!(refused, "{text}: {:?}", odds.map(|odds| odds.len()));
        assert!(bytes <= Limits::DEFAULT.memory, "{text} took {bytes} bytes");
    }
}

#[test]
fn a_refusal_for_memory_says_what_is_allowed() {
    let small = Limits { memory: 2 << 20, ..Limits::DEFAULT };
    let (odds, _) = asked("6d10000", &small);
    assert_eq!(odds.map(|odds| odds.len()), Err(OddsError::TooMuchMemory(2 << 20)));
    let said = OddsError::TooMuchMemory(2 << 20).to_string();
    assert_eq!(
        said,
        "The odds of that need too much memory. The limit is 2 MB; fewer dice or sides will do."
    );
}

#[test]
fn large_questions_that_are_answered_stay_within_their_memory() {
    // Small enough for a slow build; each takes another way through the odds.
    for text in [
        "4d10000",
        "1d300*1d300",
        "20d6!",
        "12d6!!kh4",
        "6d6!kh3",
        "5d6!pkh2",
        "60d6kh30",
        "12d10dl3dh3",
        "{3d6,3d6,3d6,3d6}kh2",
        "{3d6,2d8,1d20,4}>=9",
        "(3d6)d6",
        "1d(1d100)",
        "20x1d20*7",
        "20d20-20d12",
        "-50d100/3",
        "300d!",
    ] {
        let (odds, bytes) = asked(text, &Limits::DEFAULT);
        assert!(odds.is_ok(), "{text}: {}", odds.expect_err(text));
        // No more room than it takes is asked for either, give or take: then a limit means something.
        let tight = Limits { memory: bytes * 20 + BESIDE, ..Limits::DEFAULT };
        assert!(asked(text, &tight).0.is_ok(), "{text} takes {bytes} bytes and is refused 20 times that");
    }
}

#[test]
fn dice_with_one_face_are_counted_however_many_there_are() {
    // The ways to choose some of them are more than 64 bits, and none of those ways matters.
    for (text, total) in [("80d1kh3", 3), ("200d1kl7", 7), ("90d1dl1dh1", 88), ("40dFmi1kh9", 9)] {
        let (odds, _) = asked(text, &Limits::DEFAULT);
        assert!(odds == Ok(Dist::certain(total)), "{text}");
    }
    assert_eq!(Pool::new(90, 1).fold(0, |sum, face, count| sum + face * count), Dist::certain(90));
}

#[test]
fn exploding_fate_dice_of_which_the_highest_are_dropped_have_odds() {
    // Up to 80 extra dice of one face: more ways to choose than 64 bits hold.
    let (odds, _) = asked("8dF!dh4", &Limits::DEFAULT);
    let odds = odds.expect("odds");
    assert_eq!(odds.min(), Some(-8));
    let (few, _) = asked("2dF!dh1", &Limits::DEFAULT);
    let expected = every_chain_of_two();
    assert!(few == Ok(expected), "every chain counted by hand");
}

/// The odds of `2dF!dh1` counted by hand: each die is a chain of 0 to 10 explosions on +1 and a last face; the highest
/// of all dice is dropped and the others added up.
fn every_chain_of_two() -> Dist<i64> {
    let natural = |n: u64| boneyard_dice::Natural::from(n);
    let chains: Vec<(i64, i64, boneyard_dice::Natural)> = (0..=10u32)
        .flat_map(|extra| {
            let last: &[i64] = if extra == 10 { &[-1, 0, 1] } else { &[-1, 0] };
            last.iter().map(move |face| (i64::from(extra), *face, natural(3).pow(10 - extra)))
        })
        .collect();
    let mut list = Vec::new();
    for (a_extra, a_last, a) in &chains {
        for (b_extra, b_last, b) in &chains {
            let sum = a_extra + a_last + b_extra + b_last;
            let highest = if a_extra + b_extra > 0 { 1 } else { *a_last.max(b_last) };
            list.push((sum - highest, a * b));
        }
    }
    Dist::weighted(list)
}

/// Rolls that are all readable, from handfuls of dice to far too many.
fn rolls() -> impl Strategy<Value = String> {
    let count = prop::sample::select(vec!["", "1", "2", "3", "5", "8", "16", "40", "90", "300", "1000"]);
    let sides = prop::sample::select(vec![
        "1", "2", "3", "6", "10", "20", "%", "F", "400", "3000", "10000", "(1d4)", "(2d50)",
    ]);
    let bang = prop::sample::select(vec!["", "", "", "!", "!p", "!!", "!!p", "xo", "!>=2", "!1", "!!<=3"]);
    let again = prop::sample::select(vec!["", "", "", "ro1", "rr2", "mi2", "ma3", "mi1000000000"]);
    let pick = prop::sample::select(vec![
        "", "", "kh1", "kl2", "kh9", "dh4", "dl1", "dh1dl1", "kh40", "dl7dh5", "kh0",
    ]);
    let read = prop::sample::select(vec!["", "", "", ">=3", "cs>=2cf1", "k>=3"]);
    let dice = (count, sides, again, bang, pick, read).prop_map(|(count, sides, again, bang, pick, read)| {
        format!("{count}d{sides}{again}{bang}{pick}{read}")
    });
    let number = prop::sample::select(vec!["0", "3", "250", "1000000000"]).prop_map(str::to_owned);
    let leaf = prop_oneof![4 => dice, 1 => number];
    leaf.prop_recursive(3, 12, 5, |inner| {
        let sign = prop::sample::select(vec!["+", "-", "*", "/"]);
        let end = prop::sample::select(vec!["", "kh1", "kl2", "dh1", "dl1", ">=9", "dh1dl1"]);
        prop_oneof![
            (inner.clone(), sign, inner.clone()).prop_map(|(a, sign, b)| format!("({a}){sign}({b})")),
            (prop::collection::vec(inner.clone(), 2..6), end)
                .prop_map(|(members, end)| format!("{{{}}}{end}", members.join(","))),
            inner.clone().prop_map(|a| format!("({a})d6")),
            inner.prop_map(|a| format!("-({a})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn no_roll_takes_more_memory_than_it_may(roll in rolls(), times in 0u32..40, memory in 12u32..22) {
        let text = if times > 1 { format!("{times}x{roll}") } else { roll };
        let Ok(expression) = Expression::parse(&text) else { return Ok(()) };
        let limits = Limits { work: 3_000_000, memory: 1 << memory, ..Limits::DEFAULT };
        let (odds, bytes) = most_bytes(|| expression.odds_within(&limits));
        prop_assert!(bytes <= limits.memory + BESIDE, "{} took {} of {}", text, bytes, limits.memory);
        if let Ok(odds) = odds {
            let total: boneyard_dice::Natural = odds.iter().map(|(_, weight)| weight).sum();
            prop_assert_eq!(&total, odds.total(), "{}", text);
        }
    }
}
