//! Keeping some dice of many by rank, without listing hands. Dice alike that keep one end are worked out by
//! the value of the last die kept; everything else by a walk over the values, class of dice by class.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Dist;
use super::budget::{sorted_bytes, tree_bytes, weight_bytes};
use super::line::slide;
use super::weights::{Tier, Weight, binomials, fill_powers};
use crate::Natural;

/// One value a die can have: what it is, how likely, and what it brings when kept.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub value: i64,
    pub weight: Natural,
    pub score: i64,
}

/// Dice alike: how many, and their values from low to high.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Class<'a> {
    pub count: usize,
    pub values: &'a [Value],
}

impl Class<'_> {
    pub fn total(&self) -> Natural {
        self.values.iter().map(|value| &value.weight).sum()
    }
}

/// The total of the kept dice of one class that keeps its highest or its lowest dice.
pub(crate) fn keep_alike(class: &Class<'_>, kept: &Range<usize>) -> Dist<i64> {
    let total = class.total().pow(class.count as u32);
    let highest = kept.end == class.count;
    if kept.is_empty() {
        return Dist::certain(0);
    }
    match Tier::of(&total) {
        Tier::Small => keep_end::<u64>(class, kept.len(), highest, total),
        Tier::Wide => keep_end::<u128>(class, kept.len(), highest, total),
        Tier::Big => keep_end::<Natural>(class, kept.len(), highest, total),
    }
}

fn keep_end<W: Weight>(class: &Class<'_>, keep: usize, highest: bool, total: Natural) -> Dist<i64> {
    let n = class.count;
    // Only the rows of `n` dice less those above are looked at.
    let first = n + 1 - keep;
    let rows = binomials::<W>(first, n);
    let choose = |of: usize, count: usize| &rows[of - first][count];
    let ordered: Vec<(W, i64)> = {
        let pair = |value: &Value| (W::of(&value.weight), value.score);
        let values = class.values.iter().map(pair);
        if highest { values.rev().collect() } else { values.collect() }
    };
    let low = ordered.iter().map(|v| v.1).min().unwrap_or(0);
    let high = ordered.iter().map(|v| v.1).max().unwrap_or(0);
    let mut result = vec![W::ZERO; ((high - low) * keep as i64 + 1) as usize];
    let offset = low * keep as i64;
    // What is worse than the last die kept, by weight.
    let mut worse = ordered.iter().fold(W::ZERO, |mut sum, v| {
        sum.plus(&v.0);
        sum
    });
    let (mut sums, mut next) = (Vec::new(), Vec::new());
    let (mut equal, mut below) = (Vec::new(), Vec::new());
    let mut better = Better { low: 0, weights: Vec::new(), even: false };
    for (place, (weight, score)) in ordered.iter().enumerate() {
        worse.minus(weight);
        fill_powers(weight, n, &mut equal);
        fill_powers(&worse, n, &mut below);
        if keep > 1 {
            better.set(&ordered[..place]);
        }
        sums.clear();
        sums.push(W::small(1));
        // So many dice are better than this one; enough of the others are equal to it.
        for above in 0..keep {
            if above > 0 {
                if place == 0 {
                    break;
                }
                better.one_more(&sums, &mut next);
                std::mem::swap(&mut sums, &mut next);
            }
            let rest = n - above;
            let mut ways = W::ZERO;
            for c in keep - above..=rest {
                ways.add_product(&choose(rest, c).times(&equal[c]), &below[rest - c]);
            }
            let ways = ways.times(choose(n, above));
            if ways.is_zero() {
                continue;
            }
            let start = better.low * above as i64 + score * (keep - above) as i64 - offset;
            for (sum, weight) in result[start as usize..].iter_mut().zip(&sums) {
                sum.add_product(weight, &ways);
            }
        }
    }
    Dist::range(offset, W::wrap(result), total)
}

/// The scores of the values better than a given one, as an array from the lowest.
struct Better<W> {
    low: i64,
    weights: Vec<W>,
    /// All alike: then one more die is a sliding window.
    even: bool,
}

impl<W: Weight> Better<W> {
    fn set(&mut self, values: &[(W, i64)]) {
        self.low = values.iter().map(|v| v.1).min().unwrap_or(0);
        let high = values.iter().map(|v| v.1).max().unwrap_or(0);
        self.weights.clear();
        self.weights.resize((high - self.low) as usize + 1, W::ZERO);
        for (weight, score) in values {
            self.weights[(score - self.low) as usize].plus(weight);
        }
        let one = W::small(1);
        self.even = self.weights.iter().all(|weight| *weight == one);
    }

    fn one_more(&self, sums: &[W], next: &mut Vec<W>) {
        if self.even {
            return slide(sums, self.weights.len(), next);
        }
        next.clear();
        next.resize(sums.len() + self.weights.len() - 1, W::ZERO);
        for (i, x) in self.weights.iter().enumerate().filter(|(_, x)| !x.is_zero()) {
            next[i..].iter_mut().zip(sums).for_each(|(sum, y)| sum.add_product(x, y));
        }
    }
}

/// The total of the kept dice of several classes; `shared` counts ranks from the lowest of all dice together.
/// What that takes, [`measured`] tells beforehand.
pub(crate) fn keep_any(classes: &[Class<'_>], kept: &Range<usize>) -> Dist<i64> {
    let total =
        classes.iter().fold(Natural::ONE, |total, class| total * class.total().pow(class.count as u32));
    match Tier::of(&total) {
        Tier::Small => walk::<u64>(classes, kept),
        Tier::Wide => walk::<u128>(classes, kept),
        Tier::Big => walk::<Natural>(classes, kept),
    }
}

/// What [`keep_any`] will take: steps and bytes, and between which totals it ends.
pub(crate) struct Walk {
    pub steps: u64,
    pub bytes: u64,
    pub ends: (i64, i64),
}

/// What is too much of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Excess {
    Steps,
    Bytes,
}

/// What [`keep_any`] will take with weights of so many bits, or what of it is more than may be. Follows the same walk
/// with the range of totals in the place of the totals, so it is found out long before the work would be done.
pub(crate) fn measured(
    classes: &[Class<'_>],
    kept: &Range<usize>,
    bits: u64,
    (most_steps, most_bytes): (u64, u64),
) -> Result<Walk, Excess> {
    let values: u64 = classes.iter().map(|class| class.values.len() as u64).sum();
    let largest = classes.iter().map(|class| class.count as u64).max().unwrap_or(0);
    // The order of the moves, twice while it is made; the ways to choose; the powers of one value.
    let fixed =
        values.saturating_mul(64).saturating_add((largest + 2).pow(2).saturating_mul(weight_bytes(bits)));
    let key = 2 * (24 + 24 + 8) + 8 * classes.len() as u64;
    let state = |low: i64, high: i64| key + tree_bytes(low.abs_diff(high) + 1, 8 + weight_bytes(bits));
    let start: Vec<usize> = classes.iter().map(|class| class.count).collect();
    let dice: usize = start.iter().sum();
    let mut walk = Walk { steps: 0, bytes: fixed, ends: (0, 0) };
    if walk.bytes > most_bytes {
        return Err(Excess::Bytes);
    }
    let mut here = state(0, 0);
    let mut states: BTreeMap<Vec<usize>, (i64, i64)> = BTreeMap::from([(start, (0, 0))]);
    for (place, value) in moves(classes) {
        let Class { values, .. } = &classes[place];
        let last = value + 1 == values.len();
        let score = values[value].score;
        let mut next: BTreeMap<Vec<usize>, (i64, i64)> = BTreeMap::new();
        let mut there = 0u64;
        for (left, &(low, high)) in &states {
            let rank = dice - left.iter().sum::<usize>();
            let mine = left[place];
            for count in if last { mine } else { 0 }..=mine {
                // A move costs something by itself, however few totals it carries on.
                walk.steps = walk.steps.saturating_add(low.abs_diff(high) + 4);
                if walk.steps > most_steps {
                    return Err(Excess::Steps);
                }
                let more = score * overlap(kept, rank, rank + count) as i64;
                let (low, high) = (low + more, high + more);
                let mut after = left.clone();
                after[place] -= count;
                let mut before = 0;
                let range = next.entry(after).and_modify(|range| before = state(range.0, range.1));
                let range = range.or_insert((low, high));
                *range = (range.0.min(low), range.1.max(high));
                there = there.saturating_add(state(range.0, range.1) - before);
                walk.bytes = walk.bytes.max(fixed.saturating_add(here).saturating_add(there));
                if walk.bytes > most_bytes {
                    return Err(Excess::Bytes);
                }
            }
        }
        (states, here) = (next, there);
    }
    // All dice are placed: one state is left.
    walk.ends = states.into_values().next().unwrap_or((0, 0));
    let totals = walk.ends.0.abs_diff(walk.ends.1) + 1;
    walk.bytes = walk.bytes.max(here.saturating_add(sorted_bytes(totals, bits)));
    if walk.bytes > most_bytes { Err(Excess::Bytes) } else { Ok(walk) }
}

/// Every value of every class in rising order of values: which class, and which of its values.
fn moves(classes: &[Class<'_>]) -> Vec<(usize, usize)> {
    let of_class = |(place, class): (usize, &Class<'_>)| {
        let values: Vec<(i64, usize, usize)> =
            class.values.iter().enumerate().map(|(at, value)| (value.value, place, at)).collect();
        values
    };
    let mut all: Vec<(i64, usize, usize)> = classes.iter().enumerate().flat_map(of_class).collect();
    all.sort_unstable();
    all.into_iter().map(|(_, place, at)| (place, at)).collect()
}

fn walk<W: Weight>(classes: &[Class<'_>], kept: &Range<usize>) -> Dist<i64> {
    let most = classes.iter().map(|class| class.count).max().unwrap_or(0);
    let choose = binomials::<W>(0, most);
    // Of what is left of each class, and the total so far: the weight.
    let start: Vec<usize> = classes.iter().map(|class| class.count).collect();
    let dice: usize = start.iter().sum();
    let mut states: BTreeMap<Vec<usize>, BTreeMap<i64, W>> = BTreeMap::new();
    states.insert(start, BTreeMap::from([(0, W::small(1))]));
    let mut equal = Vec::new();
    for (place, index) in moves(classes) {
        let class = &classes[place];
        let Value { weight, score, .. } = &class.values[index];
        fill_powers(&W::of(weight), class.count, &mut equal);
        let last = index + 1 == class.values.len();
        let mut next: BTreeMap<Vec<usize>, BTreeMap<i64, W>> = BTreeMap::new();
        for (left, sums) in &states {
            let rank = dice - left.iter().sum::<usize>();
            let mine = left[place];
            for count in if last { mine } else { 0 }..=mine {
                let ways = choose[mine][count].times(&equal[count]);
                let counted = overlap(kept, rank, rank + count) as i64;
                let mut after = left.clone();
                after[place] -= count;
                let target = next.entry(after).or_default();
                for (sum, weight) in sums {
                    target.entry(sum + score * counted).or_insert(W::ZERO).add_product(weight, &ways);
                }
            }
        }
        states = next;
    }
    Dist::pairs(states.into_values().flatten().collect())
}

fn overlap(kept: &Range<usize>, from: usize, to: usize) -> usize {
    kept.end.min(to).saturating_sub(kept.start.max(from))
}
