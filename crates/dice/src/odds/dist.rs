//! A distribution over outcomes of any kind: sorted outcomes, integer weights, one denominator.
//! What only makes sense for numbers (sums, means, "at least") is in `line`.

use std::fmt;

use super::states::States;
use super::weights::{Tier, Weight, Weights};
use crate::{Natural, Ratio};

/// How likely each outcome is, exactly. Outcomes are sorted and none has the weight zero.
#[derive(Clone)]
pub struct Dist<T> {
    pub(crate) outcomes: Vec<T>,
    pub(crate) weights: Weights,
    pub(crate) total: Natural,
}

impl<T: Ord + Clone> Dist<T> {
    /// One outcome, for certain.
    pub fn certain(outcome: T) -> Self {
        Dist { outcomes: vec![outcome], weights: Weights::Small(vec![1]), total: Natural::ONE }
    }

    /// All of these, one as likely as the other (those listed twice, twice as likely).
    pub fn uniform(outcomes: impl IntoIterator<Item = T>) -> Self {
        Dist::pairs(outcomes.into_iter().map(|outcome| (outcome, 1u64)).collect())
    }

    /// Outcomes with their weights.
    pub fn weighted(outcomes: impl IntoIterator<Item = (T, Natural)>) -> Self {
        let list: Vec<(T, Natural)> = outcomes.into_iter().collect();
        let total: Natural = list.iter().map(|pair| &pair.1).sum();
        match Tier::of(&total) {
            Tier::Small => Dist::pairs(list.into_iter().map(|(t, w)| (t, u64::of(&w))).collect()),
            Tier::Wide => Dist::pairs(list.into_iter().map(|(t, w)| (t, u128::of(&w))).collect()),
            Tier::Big => Dist::pairs(list),
        }
    }

    /// Sorts, merges and drops what cannot happen.
    pub(crate) fn pairs<W: Weight>(mut list: Vec<(T, W)>) -> Self {
        if !list.is_sorted_by(|a, b| a.0 < b.0) {
            list.sort_by(|a, b| a.0.cmp(&b.0));
        }
        let mut outcomes: Vec<T> = Vec::with_capacity(list.len());
        let mut weights: Vec<W> = Vec::with_capacity(list.len());
        for (outcome, weight) in list {
            if weight.is_zero() {
                continue;
            }
            match weights.last_mut() {
                Some(last) if outcomes.last() == Some(&outcome) => last.plus(&weight),
                _ => {
                    outcomes.push(outcome);
                    weights.push(weight);
                }
            }
        }
        // Many pairs often become few outcomes: those do not keep the room of all pairs.
        if outcomes.capacity() > 1_024 && outcomes.len() < outcomes.capacity() / 2 {
            outcomes.shrink_to_fit();
            weights.shrink_to_fit();
        }
        let weights = W::wrap(weights);
        let total = weights.sum();
        Dist { outcomes, weights, total }
    }

    /// How many different outcomes there are.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Whether nothing can happen at all.
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// The outcomes in order.
    pub fn outcomes(&self) -> &[T] {
        &self.outcomes
    }

    /// The outcomes in order, with their weights.
    pub fn iter(&self) -> impl Iterator<Item = (&T, Natural)> {
        self.outcomes.iter().enumerate().map(|(i, outcome)| (outcome, self.weights.at(i)))
    }

    /// The denominator of all weights.
    pub fn total(&self) -> &Natural {
        &self.total
    }

    /// The weight of one outcome.
    pub fn weight(&self, outcome: &T) -> Natural {
        self.outcomes.binary_search(outcome).map_or(Natural::ZERO, |i| self.weights.at(i))
    }

    /// How likely one outcome is.
    pub fn chance(&self, outcome: &T) -> Ratio {
        self.ratio(self.weight(outcome))
    }

    /// How likely it is that this holds.
    pub fn probability(&self, mut holds: impl FnMut(&T) -> bool) -> Ratio {
        self.ratio(self.iter().filter(|(outcome, _)| holds(outcome)).map(|(_, weight)| weight).sum())
    }

    pub(crate) fn ratio(&self, weight: Natural) -> Ratio {
        Ratio::new(weight, self.total.clone()).unwrap_or(Ratio::ZERO)
    }

    /// The same odds with the smallest whole weights.
    #[must_use]
    pub fn reduced(&self) -> Self {
        let divisor = self.iter().fold(Natural::ZERO, |divisor, (_, weight)| divisor.gcd(&weight));
        if divisor.is_zero() || divisor == Natural::ONE {
            return self.clone();
        }
        let reduce = |(outcome, weight): (&T, Natural)| {
            (outcome.clone(), weight.exact_div(&divisor).unwrap_or_default())
        };
        Dist::weighted(self.iter().map(reduce))
    }

    /// What becomes of each outcome.
    pub fn map<U: Ord + Clone>(&self, mut to: impl FnMut(&T) -> U) -> Dist<U> {
        match &self.weights {
            Weights::Small(list) => mapped(&self.outcomes, list, &mut to),
            Weights::Wide(list) => mapped(&self.outcomes, list, &mut to),
            Weights::Big(list) => mapped(&self.outcomes, list, &mut to),
        }
    }

    /// This and another, rolled apart, taken together.
    pub fn combine<U: Ord + Clone, V: Ord + Clone>(
        &self,
        other: &Dist<U>,
        mut with: impl FnMut(&T, &U) -> V,
    ) -> Dist<V> {
        let total = &self.total * &other.total;
        match Tier::of(&total) {
            Tier::Small => combined::<T, U, V, u64>(self, other, &mut with),
            Tier::Wide => combined::<T, U, V, u128>(self, other, &mut with),
            Tier::Big => combined::<T, U, V, Natural>(self, other, &mut with),
        }
    }

    /// Both outcomes side by side.
    pub fn joint<U: Ord + Clone>(&self, other: &Dist<U>) -> Dist<(T, U)> {
        self.combine(other, |a, b| (a.clone(), b.clone()))
    }

    /// What happens next depends on each outcome.
    pub fn and_then<U: Ord + Clone>(&self, next: impl FnMut(&T) -> Dist<U>) -> Dist<U> {
        let parts: Vec<Dist<U>> = self.outcomes.iter().map(next).collect();
        let mut common = Natural::ONE;
        for part in &parts {
            let shared = common.gcd(&part.total);
            common *= &part.total.exact_div(&shared).unwrap_or_default();
        }
        Dist::weighted(self.iter().zip(&parts).flat_map(|((_, weight), part)| {
            let scale = weight * &common.exact_div(&part.total).unwrap_or_default();
            part.iter().map(move |(outcome, weight)| (outcome.clone(), &weight * &scale)).collect::<Vec<_>>()
        }))
    }
}

impl<T: Ord + Clone + std::hash::Hash> Dist<T> {
    /// One more die for every outcome: what each face makes of it.
    pub fn roll<U: Ord + Clone + std::hash::Hash>(
        &self,
        sides: u32,
        mut then: impl FnMut(&T, u32) -> U,
    ) -> Dist<U> {
        let total = &self.total * &Natural::from(sides);
        match Tier::of(&total) {
            Tier::Small => rolled::<T, U, u64>(self, sides, &mut then),
            Tier::Wide => rolled::<T, U, u128>(self, sides, &mut then),
            Tier::Big => rolled::<T, U, Natural>(self, sides, &mut then),
        }
    }
}

fn mapped<T, U: Ord + Clone, W: Weight>(
    outcomes: &[T],
    weights: &[W],
    to: &mut impl FnMut(&T) -> U,
) -> Dist<U> {
    // Neighbours often become the same: merged at once, there is less to sort.
    let mut list: Vec<(U, W)> = Vec::with_capacity(outcomes.len());
    for (outcome, weight) in outcomes.iter().zip(weights) {
        let outcome = to(outcome);
        match list.last_mut() {
            Some(last) if last.0 == outcome => last.1.plus(weight),
            _ => list.push((outcome, weight.clone())),
        }
    }
    Dist::pairs(list)
}

fn combined<T, U, V: Ord + Clone, W: Weight>(
    left: &Dist<T>,
    right: &Dist<U>,
    with: &mut impl FnMut(&T, &U) -> V,
) -> Dist<V> {
    let (a, b) = (W::list(&left.weights), W::list(&right.weights));
    let mut list = Vec::with_capacity(a.len() * b.len());
    for (x, v) in left.outcomes.iter().zip(a.iter()) {
        list.extend(right.outcomes.iter().zip(b.iter()).map(|(y, w)| (with(x, y), v.times(w))));
    }
    Dist::pairs(list)
}

fn rolled<T, U: Ord + Clone + std::hash::Hash, W: Weight>(
    dist: &Dist<T>,
    sides: u32,
    then: &mut impl FnMut(&T, u32) -> U,
) -> Dist<U> {
    let mut states = States::new();
    let mut sums: Vec<W> = Vec::new();
    for (outcome, weight) in dist.outcomes.iter().zip(W::list(&dist.weights).iter()) {
        for face in 1..=sides {
            let id = states.id(then(outcome, face));
            if id == sums.len() {
                sums.push(W::ZERO);
            }
            sums[id].plus(weight);
        }
    }
    Dist::pairs(states.into_list().into_iter().zip(sums).collect())
}

/// Equal odds, however the fractions are written.
impl<T: Ord + Clone> PartialEq for Dist<T> {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (self.reduced(), other.reduced());
        a.outcomes == b.outcomes && a.iter().zip(b.iter()).all(|(a, b)| a.1 == b.1)
    }
}

impl<T: Ord + Clone> Eq for Dist<T> {}

impl<T: fmt::Debug> fmt::Debug for Dist<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.outcomes.iter().enumerate().map(|(i, t)| (t, self.weights.at(i))))
            .finish()?;
        write!(f, " of {}", self.total)
    }
}
