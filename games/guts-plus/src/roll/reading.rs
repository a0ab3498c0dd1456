//! Reading dice: each by itself, and all of them together as the proposal.

use crate::state::Scale;

/// How one die reads.
pub fn scale_of(value: u8) -> Scale {
    match value {
        0 | 1 => Scale::Negative,
        2 => Scale::Failure,
        3 => Scale::Near,
        4 | 5 => Scale::Full,
        _ => Scale::Positive,
    }
}

/// How many dice fall in each result, the worst first.
pub fn spread(values: &[u8]) -> [u8; 5] {
    let mut counts = [0; 5];
    for value in values {
        counts[scale_of(*value) as usize] += 1;
    }
    counts
}

/// What is proposed for a spread, and by which step.
pub(super) fn read_spread(counts: [u8; 5]) -> (Scale, u8) {
    let dice: u8 = counts.iter().sum();
    if let Some(most) = Scale::ALL.into_iter().find(|scale| counts[*scale as usize] * 2 > dice) {
        return (most, 1);
    }
    let [negative, failure, near, full, positive] = counts;
    let pairs = negative.min(positive);
    let (good, bad) = (full + positive - pairs, failure + negative - pairs);
    if good >= 1 && good >= bad {
        (Scale::Full, 3)
    } else if good + near >= bad {
        (Scale::Near, 4)
    } else {
        (Scale::Failure, 5)
    }
}

/// What is proposed for these dice, and why.
pub fn reading(values: &[u8]) -> (Scale, String) {
    let (scale, step) = read_spread(spread(values));
    let why = match step {
        1 => "step 1: more than half of the dice say so",
        3 => "step 3: successes are not outnumbered",
        4 => "step 4: with the near ones, failures do not prevail",
        _ => "step 5: failures prevail",
    };
    (scale, why.to_owned())
}

/// The result of a contest, for the one who acts.
pub fn contest_scale(difference: i16) -> Scale {
    match difference {
        ..=-3 => Scale::Negative,
        -2 | -1 => Scale::Failure,
        0 => Scale::Near,
        1..=3 => Scale::Full,
        4.. => Scale::Positive,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_rule_read_as_they_should() {
        let read = |values: &[u8]| read_spread(spread(values));
        assert_eq!(read(&[3, 2]), (Scale::Near, 4));
        assert_eq!(read(&[6, 1]), (Scale::Near, 4));
        assert_eq!(read(&[1, 2, 6]), (Scale::Failure, 5));
        assert_eq!(read(&[2, 2, 6, 3]), (Scale::Near, 4));
        assert_eq!(read(&[1, 1, 1, 6, 6]), (Scale::Negative, 1));
        assert_eq!(read(&[4, 6, 1]), (Scale::Full, 3));
        assert_eq!(read(&[3, 3, 6]), (Scale::Near, 1));
        assert_eq!(read(&[2, 3, 6]), (Scale::Full, 3));
    }

    #[test]
    fn differences_read_by_the_scale() {
        let read = [-3, -2, -1, 0, 1, 3, 4].map(contest_scale);
        use Scale::{Failure, Full, Near, Negative, Positive};
        assert_eq!(read, [Negative, Failure, Failure, Near, Full, Full, Positive]);
    }
}
