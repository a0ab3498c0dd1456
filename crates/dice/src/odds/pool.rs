//! Odds that are not a notation: a fold over a pool of like dice, face by face, with how many show each face.
//! It never lists the hands a pool can show: dice that look alike are counted together.

use std::hash::Hash;

use super::Dist;
use super::states::States;
use super::weights::{Tier, Weight, binomials};
use crate::Natural;

/// Like dice rolled together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    pub(crate) dice: u32,
    pub(crate) sides: u32,
}

impl Pool {
    /// So many dice of so many sides.
    pub fn new(dice: u32, sides: u32) -> Self {
        Pool { dice, sides: sides.max(1) }
    }

    /// Goes through the faces from 1 up, telling `step` how many dice show each (also none), and gives the
    /// odds of the state it ends in. The step must depend on nothing else.
    pub fn fold<S, F>(&self, start: S, mut step: F) -> Dist<S>
    where
        S: Ord + Hash + Clone,
        F: FnMut(&S, u32, u32) -> S,
    {
        match Tier::of(&self.total()) {
            Tier::Small => self.folded::<S, u64>(start, &mut step),
            Tier::Wide => self.folded::<S, u128>(start, &mut step),
            Tier::Big => self.folded::<S, Natural>(start, &mut step),
        }
    }

    /// The same over two pools at once: `step` is told how many dice of each show the face.
    pub fn fold_with<S, F>(&self, other: &Pool, start: S, mut step: F) -> Dist<S>
    where
        S: Ord + Hash + Clone,
        F: FnMut(&S, u32, u32, u32) -> S,
    {
        match Tier::of(&(self.total() * other.total())) {
            Tier::Small => self.folded_with::<S, u64>(other, start, &mut step),
            Tier::Wide => self.folded_with::<S, u128>(other, start, &mut step),
            Tier::Big => self.folded_with::<S, Natural>(other, start, &mut step),
        }
    }

    fn total(&self) -> Natural {
        Natural::from(self.sides).pow(self.dice)
    }

    fn folded<S, W: Weight>(&self, start: S, step: &mut impl FnMut(&S, u32, u32) -> S) -> Dist<S>
    where
        S: Ord + Hash + Clone,
    {
        let n = self.dice as usize;
        let width = n + 1;
        let choose = by_count::<W>(n);
        // Of each state: the weight for each number of dice that still show a higher face.
        let mut states = States::new();
        states.id(start);
        let mut weights = vec![W::ZERO; width];
        weights[n] = W::small(1);
        let mut spans = vec![(n, n)];
        for face in 1..self.sides {
            let mut next_states = States::new();
            let mut next_weights: Vec<W> = Vec::with_capacity(weights.len() * 2);
            let mut next_spans: Vec<(usize, usize)> = Vec::new();
            for (id, state) in states.list().iter().enumerate() {
                let (least, most) = spans[id];
                let mine = &weights[id * width..(id + 1) * width];
                for count in 0..=most {
                    let next = next_states.id(step(state, face, count as u32));
                    if next == next_spans.len() {
                        next_spans.push((n, 0));
                        next_weights.resize(next_weights.len() + width, W::ZERO);
                    }
                    let left = least.max(count) - count..most - count + 1;
                    let span = &mut next_spans[next];
                    *span = (span.0.min(left.start), span.1.max(left.end - 1));
                    let sums = &mut next_weights[next * width..][left.clone()];
                    let ways = &choose[count][left.clone()];
                    let from = &mine[left.start + count..left.end + count];
                    for ((sum, way), weight) in sums.iter_mut().zip(ways).zip(from) {
                        sum.add_product(weight, way);
                    }
                }
            }
            (states, weights, spans) = (next_states, next_weights, next_spans);
        }
        // The last face takes all dice that are left.
        let mut list = Vec::with_capacity(states.len());
        for (id, state) in states.list().iter().enumerate() {
            for left in spans[id].0..=spans[id].1 {
                let weight = &weights[id * width + left];
                if !weight.is_zero() {
                    list.push((step(state, self.sides, left as u32), weight.clone()));
                }
            }
        }
        Dist::pairs(list)
    }

    fn folded_with<S, W: Weight>(
        &self,
        other: &Pool,
        start: S,
        step: &mut impl FnMut(&S, u32, u32, u32) -> S,
    ) -> Dist<S>
    where
        S: Ord + Hash + Clone,
    {
        let (n, m) = (self.dice as usize, other.dice as usize);
        let width = (n + 1) * (m + 1);
        let choose = binomials::<W>(0, n.max(m));
        let last = self.sides.max(other.sides);
        let mut states = States::new();
        states.id(start);
        let mut weights = vec![W::ZERO; width];
        weights[width - 1] = W::small(1);
        for face in 1..=last {
            let mut next_states = States::new();
            let mut next_weights: Vec<W> = Vec::with_capacity(weights.len() * 2);
            // Dice whose last face this is must show it; those beyond their last face cannot.
            let counts = |left: usize, sides: u32| match face.cmp(&sides) {
                std::cmp::Ordering::Less => 0..=left,
                std::cmp::Ordering::Equal => left..=left,
                std::cmp::Ordering::Greater => 0..=0,
            };
            let mut reached: Vec<usize> = Vec::new();
            for (id, state) in states.list().iter().enumerate() {
                // Which number each pair of counts leads to; asked once, whatever is left.
                reached.clear();
                reached.resize(width, usize::MAX);
                for left in 0..width {
                    let weight = &weights[id * width + left];
                    if weight.is_zero() {
                        continue;
                    }
                    let (a, b) = (left / (m + 1), left % (m + 1));
                    for i in counts(a, self.sides) {
                        let part = weight.times(&choose[a][i]);
                        for j in counts(b, other.sides) {
                            let slot = i * (m + 1) + j;
                            if reached[slot] == usize::MAX {
                                reached[slot] = next_states.id(step(state, face, i as u32, j as u32));
                                if reached[slot] * width == next_weights.len() {
                                    next_weights.resize(next_weights.len() + width, W::ZERO);
                                }
                            }
                            let place = reached[slot] * width + left - slot;
                            next_weights[place].add_product(&part, &choose[b][j]);
                        }
                    }
                }
            }
            (states, weights) = (next_states, next_weights);
        }
        let ends = weights.into_iter().step_by(width);
        Dist::pairs(states.into_list().into_iter().zip(ends).collect())
    }
}

/// Row `c` lists, for each number of dice left, the ways to choose `c` out of those and `c` more.
fn by_count<W: Weight>(n: usize) -> Vec<Vec<W>> {
    let choose = binomials::<W>(0, n);
    (0..=n).map(|c| (c..=n).map(|m| choose[m][c].clone()).collect()).collect()
}
