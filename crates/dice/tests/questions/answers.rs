//! The odds questions, each answered in a few lines: by notation where it can say it, by a fold where it cannot.
//! Shared by the tests, which check the answers, and the benchmark, which times them.

use boneyard_dice::{Dist, Expression, Pool, Ratio};

/// An answer in a form that can be compared: outcomes as text with weights, or worths.
#[derive(Debug)]
pub enum Answer {
    /// A distribution over numbers.
    Numbers(Dist<i64>),
    /// A distribution over pairs.
    Pairs(Dist<(u8, u8)>),
    /// What play is worth.
    Worth(Vec<Ratio>),
}

/// How a question is asked.
pub type Ask = fn() -> Answer;

/// Every question by name.
pub const QUESTIONS: [(&str, Ask); 16] = [
    ("Q1", || Answer::Numbers(odds("4d6dl1"))),
    ("Q2", || Answer::Numbers(odds("6x(3d6)"))),
    ("Q3", || Answer::Numbers(odds("6d6-5d6").map(band))),
    ("Q4", || Answer::Pairs(test_of_five().map(|s| (s.level(), u8::from(s.tired))))),
    ("Q5a", || {
        rerolls(|s| {
            [
                i64::from(s.level() >= 2),
                i64::from(s.level() == 3),
                -i64::from(s.level() == 0),
                -i64::from(s.tired),
            ]
        })
    }),
    ("Q5b", || rerolls(|s| [i64::from(s.level() == 3)])),
    ("Q5c", || rerolls(|s| [[-2, 0, 2, 4][usize::from(s.level())] - i64::from(s.tired)])),
    ("Q6", || Answer::Pairs(doubles(false))),
    ("Q6r", || Answer::Pairs(doubles(true))),
    ("Q7", || Answer::Pairs(magic(|md, id| if md + id > 1 { md + id } else { 0 }))),
    ("Q7b", || Answer::Pairs(magic(|md, id| if md > 0 { id } else { 0 }))),
    ("Q8", || Answer::Numbers(odds("2d20kh1+5-(1d20+3)"))),
    ("Q9", || Answer::Numbers(odds("4d6!"))),
    ("Q10", || Answer::Numbers(odds("10d10kh5"))),
    ("Q11", || {
        Answer::Numbers(
            Pool::new(20, 6).fold(0u8, |sets, _, n| sets + u8::from(n >= 2)).map(|n| i64::from(*n)),
        )
    }),
    ("Q11p", || {
        Answer::Numbers(
            Pool::new(20, 6).fold(0u8, |pairs, _, n| pairs + (n / 2) as u8).map(|n| i64::from(*n)),
        )
    }),
];

fn odds(text: &str) -> Dist<i64> {
    Expression::parse(text).expect("a roll").odds().expect("small enough")
}

fn band(difference: &i64) -> i64 {
    match difference {
        ..=-10 => -2,
        -9..=-1 => -1,
        0 => 0,
        1..=9 => 1,
        10.. => 2,
    }
}

/// What matters about the dice of a test: how many sixes (two at most), any success, any 1, any 1 or 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Test {
    sixes: u8,
    success: bool,
    one: bool,
    tired: bool,
}

impl Test {
    fn with(mut self, face: u32, count: u32) -> Self {
        if count > 0 {
            self.sixes = if face == 6 { (self.sixes + count.min(2) as u8).min(2) } else { self.sixes };
            self.success |= face >= 4;
            self.one |= face == 1;
            self.tired |= face == 1 || face == 4;
        }
        self
    }

    fn level(&self) -> u8 {
        match self {
            Test { sixes: 2, .. } => 3,
            Test { success: true, .. } => 2,
            Test { one: true, .. } => 0,
            _ => 1,
        }
    }
}

fn test_of_five() -> Dist<Test> {
    Pool::new(5, 6).fold(Test::default(), |test, face, count| test.with(face, count))
}

fn rerolls<const N: usize>(worth: impl Fn(Test) -> [i64; N]) -> Answer {
    let test = |hand: &[u8]| {
        hand.iter().zip(1..).fold(Test::default(), |test, (count, face)| test.with(face, u32::from(*count)))
    };
    Answer::Worth(Pool::new(5, 6).best_rerolls(2, |hand| worth(test(hand))).expect("few hands").to_vec())
}

/// A test with bonus dice for doubles: those still to roll, those had, and which faces wait for a partner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Doubles {
    test: Test,
    owed: u8,
    bonus: u8,
    single: u8,
}

fn doubles(bonus_dice_pair: bool) -> Dist<(u8, u8)> {
    let mut dist = Pool::new(5, 6).fold(Doubles::default(), |d, face, count| {
        let pairs = if face > 1 { (count / 2) as u8 } else { 0 };
        let single = if bonus_dice_pair && face > 1 && count % 2 == 1 { 1 << face } else { 0 };
        let test = Test { tired: false, ..d.test.with(face, count) };
        Doubles { test, owed: d.owed + pairs, bonus: d.bonus + pairs, single: d.single | single }
    });
    while dist.outcomes().iter().any(|d| d.owed > 0) {
        dist = dist.roll(6, |d, face| {
            if d.owed == 0 {
                return Doubles { single: 0, ..*d };
            }
            let mut next =
                Doubles { test: Test { tired: false, ..d.test.with(face, 1) }, owed: d.owed - 1, ..*d };
            if bonus_dice_pair && face > 1 {
                let paired = u8::from(d.single & 1 << face != 0);
                next.single ^= 1 << face;
                next.owed += paired;
                next.bonus += paired;
            }
            next
        });
    }
    dist.map(|d| (d.bonus, d.test.level()))
}

fn magic(caught: impl Fn(u8, u8) -> u8) -> Dist<(u8, u8)> {
    Pool::new(4, 6).fold_with(&Pool::new(3, 6), (0u8, 0u8), |(sum, matched), face, md, id| {
        (sum + (face * md) as u8, matched + caught(md as u8, id as u8))
    })
}
