//! Distributions of whole numbers: sums, differences, repetition, mean, deviation, "at least".

use std::borrow::Cow;

use super::Dist;
use super::weights::{Accumulate, Tier, Weight, Weights};
use crate::{Natural, Ratio};

/// How much wider than its outcomes a range may be and still be worth a plain array.
const SPARSE: u64 = 16;

impl Dist<i64> {
    /// One fair die.
    pub fn die(sides: u32) -> Self {
        Dist::uniform(1..=i64::from(sides))
    }

    /// The sum of `n` fair dice.
    pub fn dice(n: u32, sides: u32) -> Self {
        Dist::even_sum(n, 1, sides.max(1) as usize)
    }

    /// The sum of `n` things, each `low` or up to `width - 1` more, all as likely.
    pub(crate) fn even_sum(n: u32, low: i64, width: usize) -> Self {
        let total = Natural::from(width as u64).pow(n);
        let weights = match Tier::of(&total) {
            Tier::Small => Weights::Small(even_weights(n, width)),
            Tier::Wide => Weights::Wide(even_weights(n, width)),
            Tier::Big => Weights::Big(even_weights(n, width)),
        };
        let low = low * i64::from(n);
        Dist { outcomes: (low..low + weights.len() as i64).collect(), weights, total }
    }

    /// The sum of both.
    #[must_use]
    pub fn plus(&self, other: &Dist<i64>) -> Dist<i64> {
        let total = &self.total * &other.total;
        let (a, b) = (self, other);
        if a.is_empty() || b.is_empty() || !a.is_dense() || !b.is_dense() {
            return a.combine(b, |x, y| x + y);
        }
        let low = a.outcomes[0] + b.outcomes[0];
        let size = (a.width() + b.width() - 1) as usize;
        let weights = match (Tier::of(&total), a.weights.tier().max(b.weights.tier())) {
            (Tier::Small, _) => Weights::Small(convolve::<u64, u64>(&a.dense(), &b.dense(), size)),
            (Tier::Wide, Tier::Small) => Weights::Wide(convolve::<u64, u128>(&a.dense(), &b.dense(), size)),
            (Tier::Wide, _) => Weights::Wide(convolve::<u128, u128>(&a.dense(), &b.dense(), size)),
            (Tier::Big, _) => Weights::Big(convolve::<Natural, Natural>(&a.dense(), &b.dense(), size)),
        };
        Dist::range(low, weights, total)
    }

    /// How many numbers there are from the lowest outcome to the highest.
    pub(crate) fn width(&self) -> u64 {
        self.max().unwrap_or(0).abs_diff(self.min().unwrap_or(0)) + 1
    }

    /// Whether a sum of this is worked out in a plain array over its width, not pair by pair.
    pub(crate) fn is_dense(&self) -> bool {
        self.width() <= SPARSE * self.len() as u64 + 64
    }

    /// The difference: this less the other.
    #[must_use]
    pub fn minus(&self, other: &Dist<i64>) -> Dist<i64> {
        self.plus(&other.negated())
    }

    /// Turned round zero.
    #[must_use]
    pub fn negated(&self) -> Dist<i64> {
        let mut turned = self.clone();
        turned.outcomes.iter_mut().for_each(|outcome| *outcome = -*outcome);
        turned.outcomes.reverse();
        match &mut turned.weights {
            Weights::Small(list) => list.reverse(),
            Weights::Wide(list) => list.reverse(),
            Weights::Big(list) => list.reverse(),
        }
        turned
    }

    /// A number added to every outcome.
    #[must_use]
    pub fn shifted(mut self, by: i64) -> Dist<i64> {
        self.outcomes.iter_mut().for_each(|outcome| *outcome += by);
        self
    }

    /// The sum of `times` of these, each rolled anew.
    #[must_use]
    pub fn repeat(&self, times: u32) -> Dist<i64> {
        let mut result: Option<Dist<i64>> = None;
        let mut power = Cow::Borrowed(self);
        let mut left = times;
        while left > 0 {
            if left & 1 == 1 {
                result = Some(result.map_or_else(|| power.as_ref().clone(), |sum| sum.plus(&power)));
            }
            left >>= 1;
            if left > 0 {
                power = Cow::Owned(power.plus(&power));
            }
        }
        result.unwrap_or_else(|| Dist::certain(0))
    }

    /// The lowest outcome.
    pub fn min(&self) -> Option<i64> {
        self.outcomes.first().copied()
    }

    /// The highest outcome.
    pub fn max(&self) -> Option<i64> {
        self.outcomes.last().copied()
    }

    /// How likely this or more is.
    pub fn at_least(&self, least: i64) -> Ratio {
        let from = self.outcomes.partition_point(|outcome| *outcome < least);
        self.ratio((from..self.len()).map(|i| self.weights.at(i)).sum())
    }

    /// How likely this or less is.
    pub fn at_most(&self, most: i64) -> Ratio {
        let to = self.outcomes.partition_point(|outcome| *outcome <= most);
        self.ratio((0..to).map(|i| self.weights.at(i)).sum())
    }

    /// The average.
    pub fn mean(&self) -> Ratio {
        let (negative, sum) = self.moment();
        Ratio::signed(negative, sum, self.total.clone()).unwrap_or(Ratio::ZERO)
    }

    /// The average square of the distance from the mean.
    pub fn variance(&self) -> Ratio {
        let squares: Natural = self
            .iter()
            .map(|(outcome, weight)| {
                let size = u128::from(outcome.unsigned_abs());
                &Natural::from(size * size) * &weight
            })
            .sum();
        let sum = self.moment().1;
        let spread = (&squares * &self.total).checked_sub(&(&sum * &sum)).unwrap_or_default();
        Ratio::new(spread, &self.total * &self.total).unwrap_or(Ratio::ZERO)
    }

    /// The standard deviation; a root, so a float.
    pub fn deviation(&self) -> f64 {
        self.variance().to_f64().sqrt()
    }

    /// The weighted sum of all outcomes: whether it is below zero, and its size.
    fn moment(&self) -> (bool, Natural) {
        let (mut above, mut below) = (Natural::ZERO, Natural::ZERO);
        for (outcome, weight) in self.iter() {
            let part = &Natural::from(outcome.unsigned_abs()) * &weight;
            if *outcome < 0 { below += part } else { above += part }
        }
        match above.checked_sub(&below) {
            Some(sum) => (false, sum),
            None => (true, below.checked_sub(&above).unwrap_or_default()),
        }
    }

    /// Weights of every number from the lowest outcome to the highest.
    pub(crate) fn dense<W: Weight>(&self) -> Cow<'_, [W]> {
        let (Some(low), Some(high)) = (self.min(), self.max()) else { return Cow::Owned(Vec::new()) };
        let list = W::list(&self.weights);
        let width = high.abs_diff(low) as usize + 1;
        if width == self.len() {
            return list;
        }
        let mut all = vec![W::ZERO; width];
        for (outcome, weight) in self.outcomes.iter().zip(list.iter()) {
            all[outcome.abs_diff(low) as usize] = weight.clone();
        }
        Cow::Owned(all)
    }

    /// Weights of the numbers from `low` on; those of zero are dropped.
    pub(crate) fn range(low: i64, weights: Weights, total: Natural) -> Dist<i64> {
        match weights {
            Weights::Small(list) => ranged(low, list, total),
            Weights::Wide(list) => ranged(low, list, total),
            Weights::Big(list) => ranged(low, list, total),
        }
    }
}

fn ranged<W: Weight>(low: i64, mut list: Vec<W>, total: Natural) -> Dist<i64> {
    let numbers = low..low + list.len() as i64;
    if !list.iter().any(Weight::is_zero) {
        return Dist { outcomes: numbers.collect(), weights: W::wrap(list), total };
    }
    let mut outcomes: Vec<i64> =
        numbers.zip(&list).filter(|(_, weight)| !weight.is_zero()).map(|(n, _)| n).collect();
    list.retain(|weight| !weight.is_zero());
    outcomes.shrink_to_fit();
    list.shrink_to_fit();
    Dist { outcomes, weights: W::wrap(list), total }
}

/// Each sum of `n` even things by a sliding window over the sums of `n - 1`.
fn even_weights<W: Weight>(n: u32, width: usize) -> Vec<W> {
    let mut sums = Vec::with_capacity(n as usize * (width - 1) + 1);
    sums.push(W::small(1));
    let mut next = Vec::with_capacity(sums.capacity());
    for _ in 0..n {
        slide(&sums, width, &mut next);
        std::mem::swap(&mut sums, &mut next);
    }
    sums
}

/// The sums of what was and one more even thing of `width` values.
pub(crate) fn slide<W: Weight>(sums: &[W], width: usize, next: &mut Vec<W>) {
    next.clear();
    let mut window = W::ZERO;
    for i in 0..sums.len() + width - 1 {
        if let Some(enters) = sums.get(i) {
            window.plus(enters);
        }
        if i >= width {
            window.minus(&sums[i - width]);
        }
        next.push(window.clone());
    }
}

pub(crate) fn convolve<A: Weight, W: Weight + Accumulate<A>>(a: &[A], b: &[A], size: usize) -> Vec<W> {
    let mut sums = vec![W::ZERO; size];
    for (i, x) in a.iter().enumerate() {
        if x.is_zero() {
            continue;
        }
        for (sum, y) in sums[i..].iter_mut().zip(b) {
            sum.add_product(x, y);
        }
    }
    sums
}
