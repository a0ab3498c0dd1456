//! Where points go: bonus points for the best reading, and what conditions take off.

use super::reading::{read_spread, scale_of};
use crate::state::{Dice, Scale};

/// Where a condition's points come off unless the GM says otherwise: point by point the highest die
/// whose result gets worse, else the highest above 1. Die by die.
pub fn take_off(values: &[u8], points: u8) -> Dice {
    let mut left: Dice = values.iter().copied().collect();
    for _ in 0..points {
        let worse = |value: u8| value > 1 && scale_of(value - 1) != scale_of(value);
        let highest = |test: &dyn Fn(u8) -> bool| {
            let best = left.iter().copied().filter(|value| test(*value)).max()?;
            left.iter().position(|value| *value == best)
        };
        let Some(at) = highest(&worse).or_else(|| highest(&|value| value > 1)) else { break };
        left[at] -= 1;
    }
    values.iter().zip(&left).map(|(value, left)| value - left).collect()
}

/// The placement that gives the best reading, then the most dice at 4 or more, then the highest sum,
/// then the most points on the leftmost dice. Die by die.
pub fn best_points(values: &[u8], points: u8) -> Vec<u8> {
    let mut top = None;
    let mut best: Vec<Way> = Vec::new();
    each_way(values, points, |way| {
        let own = Some((way.reading, way.good, way.used));
        if own > top {
            top = own;
            best.clear();
        }
        if own == top {
            best.push(*way);
        }
    });
    // Where the points lie is worked out for the best ways alone: there are many others.
    best.iter().map(|way| way.placed(values)).max().unwrap_or_else(|| vec![0; values.len()])
}

/// One placement for each reading that can be reached.
pub fn points_for_each_reading(values: &[u8], points: u8) -> Vec<Vec<u8>> {
    let mut found: [Option<Vec<u8>>; 5] = [None, None, None, None, None];
    each_way(values, points, |way| {
        let known = &mut found[way.reading as usize];
        if known.is_none() {
            *known = Some(way.placed(values));
        }
    });
    found.into_iter().flatten().collect()
}

/// A way to place points: how many dice end at 6, at 4 or more, at 3 or more, at 2 or more.
#[derive(Clone, Copy)]
struct Way {
    six: usize,
    four: usize,
    three: usize,
    two: usize,
    reading: Scale,
    good: u8,
    /// Points that bring the dice there.
    cost: u8,
    /// Points used in all: what is over raises 4s to 5.
    used: u8,
}

/// Goes through all spreads that can be reached; higher dice go to higher results, which is never dearer.
fn each_way(values: &[u8], points: u8, mut found: impl FnMut(&Way)) {
    let mut down: Dice = values.iter().copied().collect();
    down.sort_unstable_by(|a, b| b.cmp(a));
    let dice = down.len();
    let sums = |cost: &dyn Fn(u8) -> u8| {
        let mut sum = 0u8;
        let mut all: Dice = Dice::new();
        all.push(0);
        for value in &down {
            sum = sum.saturating_add(cost(*value));
            all.push(sum);
        }
        all
    };
    let to = |target: u8| sums(&|value| target.saturating_sub(value));
    let (to6, to4, to3, to2) = (to(6), to(4), to(3), to(2));
    let slack = sums(&|value| 5u8.saturating_sub(value.max(4)));
    let at_least = |target: u8| down.iter().filter(|value| **value >= target).count();
    let (has6, has4, has3, has2) = (at_least(6), at_least(4), at_least(3), at_least(2));
    for six in has6..=dice {
        if to6[six] > points {
            break;
        }
        for four in six.max(has4)..=dice {
            let cost4 = to6[six] + to4[four] - to4[six];
            if cost4 > points {
                break;
            }
            for three in four.max(has3)..=dice {
                let cost3 = cost4 + to3[three] - to3[four];
                if cost3 > points {
                    break;
                }
                for two in three.max(has2)..=dice {
                    let cost = cost3 + to2[two] - to2[three];
                    if cost > points {
                        break;
                    }
                    let counts =
                        [dice - two, two - three, three - four, four - six, six].map(|count| count as u8);
                    let (reading, _) = read_spread(counts);
                    let used = points.min(cost + slack[four] - slack[six]);
                    found(&Way { six, four, three, two, reading, good: four as u8, cost, used });
                }
            }
        }
    }
}

impl Way {
    /// Points die by die, as many as possible on the leftmost dice.
    fn placed(&self, values: &[u8]) -> Vec<u8> {
        let mut down: Dice = values.iter().copied().collect();
        down.sort_unstable_by(|a, b| b.cmp(a));
        let mut over = self.used - self.cost;
        for (at, value) in down.iter_mut().enumerate() {
            *value = match at {
                at if at < self.six => 6,
                at if at < self.four => (*value).max(4),
                at if at < self.three => 3,
                at if at < self.two => 2,
                _ => *value,
            };
            if over > 0 && *value == 4 && at >= self.six {
                *value = 5;
                over -= 1;
            }
        }
        down.sort_unstable_by(|a, b| b.cmp(a));
        let mut left = down;
        let mut placed = Vec::with_capacity(values.len());
        for (at, value) in values.iter().enumerate() {
            let rest = &values[at + 1..];
            let fits = |nth: &usize| left[*nth] >= *value && enough(&left, *nth, rest);
            let nth = (0..left.len()).find(fits).unwrap_or(0);
            placed.push(left.remove(nth).saturating_sub(*value));
        }
        placed
    }
}

/// Whether the values left without one of them can still be reached by the dice to come.
fn enough(left: &[u8], without: usize, rest: &[u8]) -> bool {
    let mut rest: Dice = rest.iter().copied().collect();
    rest.sort_unstable_by(|a, b| b.cmp(a));
    let left = left.iter().enumerate().filter(|(nth, _)| *nth != without).map(|(_, value)| *value);
    left.zip(rest).all(|(left, need)| left >= need)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_go_left_among_equals() {
        assert_eq!(best_points(&[2, 2, 3], 4), [3, 0, 1]);
        assert_eq!(best_points(&[5, 5], 6), [1, 1]);
        assert_eq!(best_points(&[5, 5], 2), [1, 1]);
    }

    #[test]
    fn the_placement_offered_is_the_best_of_all() {
        // Every placement of up to five points on every throw of three dice, compared one by one.
        for throw in 0..216u16 {
            let values = [throw / 36 + 1, throw / 6 % 6 + 1, throw % 6 + 1].map(|value| value as u8);
            for points in 0..=5u8 {
                let mut best = None;
                for code in 0..216u16 {
                    let placed = [code / 36, code / 6 % 6, code % 6].map(|more| more as u8);
                    let after: Vec<u8> =
                        values.iter().zip(placed).map(|(value, more)| value + more).collect();
                    if placed.iter().sum::<u8>() > points || after.iter().any(|value| *value > 6) {
                        continue;
                    }
                    let good = after.iter().filter(|value| **value >= 4).count();
                    let key =
                        (super::super::reading(&after).0, good, placed.iter().sum::<u8>(), placed.to_vec());
                    best = best.max(Some(key));
                }
                let wanted = best.map(|best| best.3);
                assert_eq!(Some(best_points(&values, points)), wanted, "{values:?} and {points}");
            }
        }
    }

    #[test]
    fn what_fear_takes_off_hurts_where_it_can() {
        assert_eq!(take_off(&[5, 5, 4], 1).as_slice(), [0, 0, 1]);
        assert_eq!(take_off(&[5], 2).as_slice(), [2]);
        assert_eq!(take_off(&[6, 2], 1).as_slice(), [1, 0]);
        assert_eq!(take_off(&[1, 1], 3).as_slice(), [0, 0]);
    }
}
