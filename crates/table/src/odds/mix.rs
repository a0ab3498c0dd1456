//! How likely each outcome is, as integer weights over one total; while a cycle is open, some of
//! the weight goes to "the same place again".

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::rc::Rc;

use boneyard_dice::Natural;

use super::Worth;

/// A mark being explored or solved, by its number among the places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NodeId(pub usize);

#[derive(Debug)]
pub(super) struct Mix<O> {
    total: Natural,
    outcomes: Vec<(O, Natural)>,
    again: Vec<(NodeId, Natural)>,
    cut: Natural,
    /// Worked out when it is first compared: the same odds stand behind many choices.
    mean: OnceCell<Mean>,
}

/// A mean worth, to compare with another: sums of gains and losses over a total.
#[derive(Debug)]
pub(super) struct Mean {
    total: Natural,
    sums: Vec<(Natural, Natural)>,
}

impl<O: PartialEq> PartialEq for Mix<O> {
    fn eq(&self, other: &Self) -> bool {
        self.total == other.total
            && self.outcomes == other.outcomes
            && self.again == other.again
            && self.cut == other.cut
    }
}

impl<O: Clone> Clone for Mix<O> {
    /// A copy is made to be changed: what was worked out does not hold for it.
    fn clone(&self) -> Self {
        Self {
            total: self.total.clone(),
            outcomes: self.outcomes.clone(),
            again: self.again.clone(),
            cut: self.cut.clone(),
            mean: OnceCell::new(),
        }
    }
}

impl<O: Clone + Ord> Mix<O> {
    fn over(total: Natural) -> Self {
        Self { total, outcomes: Vec::new(), again: Vec::new(), cut: Natural::ZERO, mean: OnceCell::new() }
    }

    pub(super) fn sure(outcome: O) -> Self {
        Self { outcomes: vec![(outcome, Natural::ONE)], ..Self::over(Natural::ONE) }
    }

    pub(super) fn again(node: NodeId) -> Self {
        Self { again: vec![(node, Natural::ONE)], ..Self::over(Natural::ONE) }
    }

    pub(super) fn cut_off() -> Self {
        Self { cut: Natural::ONE, ..Self::over(Natural::ONE) }
    }

    /// Branches, each in so many ways.
    pub(super) fn weighed<'a>(branches: impl Iterator<Item = (u64, &'a Rc<Self>)> + Clone) -> Self
    where
        O: 'a,
    {
        let mut scale = Natural::ONE;
        for (_, branch) in branches.clone() {
            if branch.total != scale {
                let shared = scale.gcd(&branch.total);
                scale = &scale * &part(&branch.total, &shared);
            }
        }
        let ways = branches.clone().fold(0u64, |sum, (ways, _)| sum + ways);
        let mut mix = Self::over(&scale * &Natural::from(ways));
        mix.outcomes.reserve(branches.clone().map(|(_, branch)| branch.outcomes.len()).max().unwrap_or(0));
        for (ways, branch) in branches {
            let times = if branch.total == scale { Natural::ONE } else { part(&scale, &branch.total) };
            mix.take(branch, &(&Natural::from(ways) * &times));
        }
        mix.reduced()
    }

    /// This mix with `node` solved as `solved`.
    pub(super) fn with(&self, node: NodeId, solved: &Self) -> Self {
        let Ok(at) = self.again.binary_search_by_key(&node, |(known, _)| *known) else {
            return self.clone();
        };
        let weight = self.again[at].1.clone();
        let mut own = self.clone();
        own.again.remove(at);
        let mut mix = Self::over(&self.total * &solved.total);
        mix.take(&own, &solved.total);
        mix.take(solved, &weight);
        mix.reduced()
    }

    /// What comes in the end of a place that leads back to itself.
    pub(super) fn without(&self, node: NodeId) -> Self {
        let Ok(at) = self.again.binary_search_by_key(&node, |(known, _)| *known) else {
            return self.clone();
        };
        let mut mix = self.clone();
        let (_, weight) = mix.again.remove(at);
        match mix.total.checked_sub(&weight) {
            Some(total) if !total.is_zero() => mix.total = total,
            // It leads nowhere else: there is no end to speak of.
            _ => return Self::cut_off(),
        }
        mix.reduced()
    }

    pub(super) fn total(&self) -> &Natural {
        &self.total
    }

    pub(super) fn outcomes(&self) -> &[(O, Natural)] {
        &self.outcomes
    }

    pub(super) fn cut(&self) -> &Natural {
        &self.cut
    }

    pub(super) fn open(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.again.iter().map(|(node, _)| *node)
    }

    pub(super) fn is_open(&self) -> bool {
        !self.again.is_empty()
    }

    /// What it is worth; `worth` is the same whenever it is asked.
    pub(super) fn mean(&self, worth: &dyn Fn(&O) -> Worth) -> &Mean {
        self.mean.get_or_init(|| self.weigh(worth))
    }

    fn weigh(&self, worth: &dyn Fn(&O) -> Worth) -> Mean {
        let mut sums: Vec<(Natural, Natural)> = Vec::new();
        for (outcome, weight) in &self.outcomes {
            for (at, part) in worth(outcome).into_iter().enumerate() {
                if sums.len() <= at {
                    sums.push((Natural::ZERO, Natural::ZERO));
                }
                let (gain, loss) = &mut sums[at];
                let side = if part >= 0 { gain } else { loss };
                match part.unsigned_abs() {
                    0 => {}
                    1 => *side += weight,
                    amount => *side += &(weight * &Natural::from(amount)),
                }
            }
        }
        Mean { total: self.total.clone(), sums }
    }

    fn take(&mut self, other: &Self, weight: &Natural) {
        for (outcome, share) in &other.outcomes {
            add(&mut self.outcomes, outcome, &(share * weight));
        }
        for (node, share) in &other.again {
            add(&mut self.again, node, &(share * weight));
        }
        if !other.cut.is_zero() {
            self.cut += &(&other.cut * weight);
        }
    }

    /// Over the smallest total: equal odds are then equal values, and numbers stay small.
    fn reduced(mut self) -> Self {
        let mut shared = self.total.clone();
        let weights = self.outcomes.iter().map(|(_, weight)| weight);
        for weight in weights.chain(self.again.iter().map(|(_, weight)| weight)).chain([&self.cut]) {
            if shared == Natural::ONE {
                break;
            }
            if !weight.is_zero() {
                shared = shared.gcd(weight);
            }
        }
        if shared == Natural::ONE {
            return self;
        }
        self.total = part(&self.total, &shared);
        self.cut = part(&self.cut, &shared);
        self.outcomes.iter_mut().for_each(|(_, weight)| *weight = part(weight, &shared));
        self.again.iter_mut().for_each(|(_, weight)| *weight = part(weight, &shared));
        self
    }
}

/// Divides by a number known to go into it.
fn part(whole: &Natural, divisor: &Natural) -> Natural {
    let exact = whole.exact_div(divisor);
    debug_assert!(exact.is_some(), "{divisor} does not divide {whole}");
    exact.unwrap_or(Natural::ZERO)
}

fn add<K: Clone + Ord>(list: &mut Vec<(K, Natural)>, key: &K, weight: &Natural) {
    match list.binary_search_by(|(known, _)| known.cmp(key)) {
        Ok(at) => list[at].1 += weight,
        Err(at) => list.insert(at, (key.clone(), weight.clone())),
    }
}

impl PartialEq for Mean {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Mean {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let nothing = (Natural::ZERO, Natural::ZERO);
        for at in 0..self.sums.len().max(other.sums.len()) {
            let (gain, loss) = self.sums.get(at).unwrap_or(&nothing);
            let (other_gain, other_loss) = other.sums.get(at).unwrap_or(&nothing);
            // gain/t - loss/t against gain'/t' - loss'/t', without leaving the natural numbers
            let (left, right) = if self.total == other.total {
                (gain + other_loss, other_gain + loss)
            } else if loss.is_zero() && other_loss.is_zero() {
                (gain * &other.total, other_gain * &self.total)
            } else {
                (
                    &(gain * &other.total) + &(other_loss * &self.total),
                    &(other_gain * &self.total) + &(loss * &other.total),
                )
            };
            match left.cmp(&right) {
                Ordering::Equal => {}
                unequal => return Some(unequal),
            }
        }
        Some(Ordering::Equal)
    }
}
