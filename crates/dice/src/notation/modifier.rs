//! What can be said after dice: reroll, explode, bound, keep, filter, count, sort.
//! They work in the order of this list, in whatever order they are typed.

/// One modifier. The order of the variants is the order in which they work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Modifier {
    Reroll { until: bool, on: Condition },
    Explode { how: Explode, on: Option<Condition> },
    AtLeast(i32),
    AtMost(i32),
    Pick(Pick, u32),
    Filter(Condition),
    Success(Condition),
    Failure(Condition),
    Sort { descending: bool },
}

/// How a die explodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Explode {
    /// Extra dice count as part of the die that brought them.
    pub compound: bool,
    /// Extra dice count one less.
    pub penetrate: bool,
    /// At most one extra die.
    pub once: bool,
}

/// Which dice are kept or dropped by rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    KeepHighest,
    KeepLowest,
    DropHighest,
    DropLowest,
}

/// A question asked of each die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    pub test: Test,
    pub than: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Modifier {
    /// Where in the order it works.
    pub fn stage(&self) -> u8 {
        match self {
            Modifier::Reroll { .. } => 0,
            Modifier::Explode { .. } => 1,
            Modifier::AtLeast(_) => 2,
            Modifier::AtMost(_) => 3,
            Modifier::Pick(..) => 4,
            Modifier::Filter(_) => 5,
            Modifier::Success(_) => 6,
            Modifier::Failure(_) => 7,
            Modifier::Sort { .. } => 8,
        }
    }

    /// Whether more than one of its kind makes sense.
    pub fn repeats(&self) -> bool {
        matches!(self, Modifier::Reroll { .. } | Modifier::Pick(..))
    }
}

impl Condition {
    /// The opposite: what holds where this does not.
    pub fn negated(self) -> Condition {
        let test = match self.test {
            Test::Equal => Test::NotEqual,
            Test::NotEqual => Test::Equal,
            Test::Less => Test::AtLeast,
            Test::AtMost => Test::Greater,
            Test::Greater => Test::AtMost,
            Test::AtLeast => Test::Less,
        };
        Condition { test, ..self }
    }

    #[inline]
    pub fn holds(&self, value: i64) -> bool {
        let than = i64::from(self.than);
        match self.test {
            Test::Equal => value == than,
            Test::NotEqual => value != than,
            Test::Less => value < than,
            Test::AtMost => value <= than,
            Test::Greater => value > than,
            Test::AtLeast => value >= than,
        }
    }
}

/// The places in sorted order, lowest first, that survive the picks one after another.
pub(crate) fn picked(modifiers: &[Modifier], dice: usize) -> std::ops::Range<usize> {
    let mut kept = 0..dice;
    for modifier in modifiers {
        if let Modifier::Pick(pick, count) = modifier {
            let count = (*count as usize).min(kept.len());
            match pick {
                Pick::KeepHighest => kept.start = kept.end - count,
                Pick::KeepLowest => kept.end = kept.start + count,
                Pick::DropHighest => kept.end -= count,
                Pick::DropLowest => kept.start += count,
            }
        }
    }
    kept
}

/// What a kept die brings to the total: its value, or one more or less success.
#[inline]
pub(crate) fn score(modifiers: &[Modifier], value: i64) -> i64 {
    let (mut score, mut counting) = (value, false);
    for modifier in modifiers {
        match modifier {
            Modifier::Filter(on) if !on.holds(value) => return 0,
            Modifier::Success(on) => (score, counting) = (i64::from(on.holds(value)), true),
            Modifier::Failure(on) if counting => score -= i64::from(on.holds(value)),
            _ => {}
        }
    }
    score
}

/// Whether every kept die simply counts what it shows.
#[inline]
pub(crate) fn plain_score(modifiers: &[Modifier]) -> bool {
    !modifiers.iter().any(|m| matches!(m, Modifier::Filter(_) | Modifier::Success(_)))
}
