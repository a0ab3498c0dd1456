//! The odds of the notation against the plainest of all methods: roll every possible row of faces.

use boneyard_dice::{Dist, Expression, Limits, Natural, OddsError, RollError, Source};
use proptest::prelude::*;

/// Shows a given row of faces, then 1s, and notes the sides asked for.
#[derive(Default)]
struct Row {
    faces: Vec<(u32, u32)>,
    next: usize,
}

impl Source for Row {
    fn face(&mut self, sides: u32) -> Result<u32, RollError> {
        if self.next == self.faces.len() {
            self.faces.push((1, sides));
        }
        self.next += 1;
        Ok(self.faces[self.next - 1].0)
    }
}

impl Row {
    /// The next row in order, if there is one.
    fn advance(&mut self) -> bool {
        while let Some((face, sides)) = self.faces.pop() {
            if face < sides {
                self.faces.push((face + 1, sides));
                self.next = 0;
                return true;
            }
        }
        false
    }
}

fn every_row(expression: &Expression) -> Dist<i64> {
    let mut row = Row::default();
    let mut seen: Vec<(i64, u128)> = Vec::new();
    loop {
        let total = expression.roll(&mut row).expect("a roll").total();
        seen.push((total, row.faces.iter().map(|(_, sides)| u128::from(*sides)).product()));
        if !row.advance() {
            break;
        }
    }
    let common = seen.iter().fold(1u128, |common, (_, rows)| {
        let (mut a, mut b) = (common, *rows);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        common / a * rows
    });
    Dist::weighted(seen.into_iter().map(|(total, rows)| (total, Natural::from(common / rows))))
}

fn small_explosions(text: &str) -> Expression {
    Expression::parse_with(text, &[], &Limits { explosions: 2, ..Limits::DEFAULT }).expect(text)
}

#[test]
fn odds_agree_with_rolling_every_row_of_faces() {
    for text in [
        "3d6",
        "2d4-1d3*2",
        "4d4kh2",
        "4d4kl3",
        "4d4dh1dl1",
        "5d3dh2",
        "4d4kh0",
        "3d4dl3",
        "3dF",
        "3dFkh2",
        "1d%",
        "3d4ro1",
        "3d4ro<=2kh2",
        "3d4r1r3",
        "3d4mi2",
        "3d4ma3kh1",
        "4d4>=3",
        "4d4>2f1",
        "4d4kh2cs4cf1",
        "4d4k>=3",
        "4d4p1kh2",
        "3d4<>2",
        "2d4!",
        "2d4!!",
        "2d4!p",
        "2d4!!p",
        "2d4!>=3",
        "2d4!1",
        "3d4xo",
        "2d4!kh1",
        "2d4!kl2",
        "2d4!pkh2",
        "2d4!!kh1",
        "3d3!dl1",
        "3d3xokh2cs>=2",
        "2d4!cs>=3",
        "2d4ro1!kh1",
        "2d4!mi2",
        "2d3!pkh1cs>=1",
        "{2d4, 1d6}kh1",
        "{1d4, 1d6, 1d8}kl2",
        "{1d4, 1d6, 1d8}dh1dl1",
        "{2d4+1}>=6",
        "{1d4, 2d4, 3}cs>=4cf2",
        "{1d6, 1d6}",
        "2x(1d4+1)",
        "3#1d4!",
        "(1d3)d4",
        "2d(1d2*2)",
        "(1d2)d(1d3)kh1",
        "1d6/2",
        "-1d6/4",
        "7/(1d3-4)",
        "2d4*1d3",
        "adv",
        "d20dis",
        "Ud6",
        "2d!",
        "3d!",
        "2d4[fire]+1[cold]",
        "10-2d4",
        "0d6",
        "1d6*1000",
        "4d4sd",
    ] {
        let expression = small_explosions(text);
        assert_eq!(expression.odds().expect(text), every_row(&expression), "{text}");
    }
}

#[test]
fn a_die_rerolled_until_it_stays_is_a_die_of_the_faces_that_stay() {
    let odds = |text: &str| Expression::parse(text).expect(text).odds().expect(text);
    assert_eq!(odds("3d6rr<3"), odds("3d4+6"));
    assert_eq!(odds("1d6rr1rr2kh1"), odds("1d4+2"));
}

#[test]
fn hundreds_of_dice_have_exact_odds_too() {
    let odds = Expression::parse("100d6").expect("dice").odds().expect("odds");
    assert_eq!(odds.mean().to_string(), "350");
    assert_eq!(odds.variance().to_string(), "875/3");
    assert_eq!(odds.total(), &Natural::from(6u32).pow(100));
    assert_eq!(odds.weight(&100), Natural::ONE);
}

#[test]
fn what_would_take_too_long_is_refused_at_once() {
    for text in [
        "1000d10000",
        "500d1000kh250",
        "1000d10!",
        "(100d6)d6",
        "100d100!kh50",
        "1000d20*1000d20",
        "1d(1d10000)",
        "1d(1d5000)",
        "2d(1d10000)",
        "4d6!!mi1000000000kh2",
        "1d1000*1d1000*1d1000",
        "1d10000*1d1000",
        "100d10*100d10",
        "60d100dl10dh10",
        "20d10!kh3",
        "{1d1000,1d1000,1d1000}kh2",
    ] {
        let refusal = Expression::parse(text).expect(text).odds();
        assert_eq!(refusal, Err(OddsError::TooMuchWork(Limits::DEFAULT.work)), "{text}");
    }
}

#[test]
fn what_cannot_be_rolled_has_no_odds() {
    for text in ["1/(1d3-2)", "(1d3-2)d6", "1d(1d2-1)", "1000000000*1000000000", "(1d6*2000)d6", "1d(60000)"]
    {
        assert!(matches!(Expression::parse(text).expect(text).odds(), Err(OddsError::Roll(_))), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn keeping_and_dropping_any_number_of_dice_agrees_with_every_row(
        dice in 1u32..5, sides in 1u32..5, first in 0u32..6, second in 0u32..6, which in 0usize..4, other in 0usize..4,
        counting in proptest::option::of(1u32..5),
    ) {
        let picks = ["kh", "kl", "dh", "dl"];
        let count = counting.map(|n| format!("cs>={n}cf1")).unwrap_or_default();
        let text = format!("{dice}d{sides}{}{first}{}{second}{count}", picks[which], picks[other]);
        let expression = Expression::parse(&text).expect("a roll");
        prop_assert_eq!(expression.odds().expect("odds"), every_row(&expression), "{}", text);
    }
}
