//! The integers odds are counted in: 64 bits while the denominator fits, then 128, then as many as it takes.
//! No weight ever exceeds its denominator, so the denominator alone decides. What is counted on the way there may:
//! 64 and 128 bits count modulo 2^64 and 2^128 on purpose. Weights are made by adding, taking away and multiplying
//! alone, which modulo a power of two leads to the same remainder in whatever order, and a weight that fits is its
//! own remainder.

use std::borrow::Cow;

use crate::Natural;

/// A list of weights, all of one size.
#[derive(Clone, Debug)]
pub(crate) enum Weights {
    Small(Vec<u64>),
    Wide(Vec<u128>),
    Big(Vec<Natural>),
}

/// Which size a denominator asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tier {
    Small,
    Wide,
    Big,
}

/// What algorithms need of a weight.
pub(crate) trait Weight: Clone + PartialEq + Accumulate<Self> {
    const ZERO: Self;
    fn of(number: &Natural) -> Self;
    fn natural(&self) -> Natural;
    fn is_zero(&self) -> bool;
    fn plus(&mut self, other: &Self);
    fn minus(&mut self, other: &Self);
    fn times(&self, other: &Self) -> Self;
    fn wrap(list: Vec<Self>) -> Weights;
    fn list(weights: &Weights) -> Cow<'_, [Self]>;

    fn small(number: u64) -> Self {
        Self::of(&Natural::from(number))
    }
}

/// Adding a product of narrower factors.
pub(crate) trait Accumulate<A: ?Sized> {
    fn add_product(&mut self, a: &A, b: &A);
}

impl Tier {
    pub fn of(total: &Natural) -> Tier {
        match total.to_u128() {
            Some(total) if total <= u128::from(u64::MAX) => Tier::Small,
            Some(_) => Tier::Wide,
            None => Tier::Big,
        }
    }
}

impl Weights {
    pub fn len(&self) -> usize {
        match self {
            Weights::Small(list) => list.len(),
            Weights::Wide(list) => list.len(),
            Weights::Big(list) => list.len(),
        }
    }

    pub fn tier(&self) -> Tier {
        match self {
            Weights::Small(_) => Tier::Small,
            Weights::Wide(_) => Tier::Wide,
            Weights::Big(_) => Tier::Big,
        }
    }

    pub fn at(&self, index: usize) -> Natural {
        match self {
            Weights::Small(list) => list.get(index).map_or(Natural::ZERO, Weight::natural),
            Weights::Wide(list) => list.get(index).map_or(Natural::ZERO, Weight::natural),
            Weights::Big(list) => list.get(index).cloned().unwrap_or_default(),
        }
    }

    pub fn sum(&self) -> Natural {
        match self {
            Weights::Small(list) => Natural::from(list.iter().map(|w| u128::from(*w)).sum::<u128>()),
            Weights::Wide(list) => list.iter().map(|w| Natural::from(*w)).sum(),
            Weights::Big(list) => list.iter().sum(),
        }
    }
}

impl Weight for u64 {
    const ZERO: Self = 0;
    fn of(number: &Natural) -> Self {
        number.to_u64().unwrap_or(u64::MAX)
    }
    fn natural(&self) -> Natural {
        Natural::from(*self)
    }
    fn is_zero(&self) -> bool {
        *self == 0
    }
    fn plus(&mut self, other: &Self) {
        *self = self.wrapping_add(*other);
    }
    fn minus(&mut self, other: &Self) {
        *self = self.wrapping_sub(*other);
    }
    fn times(&self, other: &Self) -> Self {
        self.wrapping_mul(*other)
    }
    fn wrap(list: Vec<Self>) -> Weights {
        Weights::Small(list)
    }
    fn list(weights: &Weights) -> Cow<'_, [Self]> {
        match weights {
            Weights::Small(list) => Cow::Borrowed(list),
            _ => (0..weights.len()).map(|i| Self::of(&weights.at(i))).collect(),
        }
    }
    fn small(number: u64) -> Self {
        number
    }
}

impl Accumulate<u64> for u64 {
    #[inline]
    fn add_product(&mut self, a: &u64, b: &u64) {
        *self = self.wrapping_add(a.wrapping_mul(*b));
    }
}

impl Accumulate<u64> for u128 {
    #[inline]
    fn add_product(&mut self, a: &u64, b: &u64) {
        *self = self.wrapping_add(u128::from(*a) * u128::from(*b));
    }
}

impl Weight for u128 {
    const ZERO: Self = 0;
    fn of(number: &Natural) -> Self {
        number.to_u128().unwrap_or(u128::MAX)
    }
    fn natural(&self) -> Natural {
        Natural::from(*self)
    }
    fn is_zero(&self) -> bool {
        *self == 0
    }
    fn plus(&mut self, other: &Self) {
        *self = self.wrapping_add(*other);
    }
    fn minus(&mut self, other: &Self) {
        *self = self.wrapping_sub(*other);
    }
    fn times(&self, other: &Self) -> Self {
        self.wrapping_mul(*other)
    }
    fn wrap(list: Vec<Self>) -> Weights {
        Weights::Wide(list)
    }
    fn list(weights: &Weights) -> Cow<'_, [Self]> {
        match weights {
            Weights::Wide(list) => Cow::Borrowed(list),
            Weights::Small(list) => list.iter().map(|w| u128::from(*w)).collect(),
            Weights::Big(list) => list.iter().map(Self::of).collect(),
        }
    }
    fn small(number: u64) -> Self {
        Self::from(number)
    }
}

impl Accumulate<u128> for u128 {
    #[inline]
    fn add_product(&mut self, a: &u128, b: &u128) {
        *self = self.wrapping_add(a.wrapping_mul(*b));
    }
}

impl Weight for Natural {
    const ZERO: Self = Natural::ZERO;
    fn of(number: &Natural) -> Self {
        number.clone()
    }
    fn natural(&self) -> Natural {
        self.clone()
    }
    fn is_zero(&self) -> bool {
        Natural::is_zero(self)
    }
    fn plus(&mut self, other: &Self) {
        *self += other;
    }
    fn minus(&mut self, other: &Self) {
        self.take_away(other);
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn wrap(list: Vec<Self>) -> Weights {
        Weights::Big(list)
    }
    fn list(weights: &Weights) -> Cow<'_, [Self]> {
        match weights {
            Weights::Big(list) => Cow::Borrowed(list),
            Weights::Small(list) => list.iter().map(|w| Natural::from(*w)).collect(),
            Weights::Wide(list) => list.iter().map(|w| Natural::from(*w)).collect(),
        }
    }
}

impl Accumulate<Natural> for Natural {
    fn add_product(&mut self, a: &Natural, b: &Natural) {
        *self += a * b;
    }
}

/// The rows `first` to `n` of the ways to choose: row `m` lists how many there are to choose 0 to `m` of `m`.
pub(crate) fn binomials<W: Weight>(first: usize, n: usize) -> Vec<Vec<W>> {
    let mut rows: Vec<Vec<W>> = Vec::with_capacity(n + 1 - first.min(n));
    let mut above: Vec<W> = Vec::new();
    for m in 0..=n {
        let mut row = Vec::with_capacity(m + 1);
        for c in 0..=m {
            let value = if c > 0 && c < m {
                let mut sum = above[c - 1].clone();
                sum.plus(&above[c]);
                sum
            } else {
                W::small(1)
            };
            row.push(value);
        }
        if m > first {
            rows.push(std::mem::take(&mut above));
        }
        above = row;
    }
    rows.push(above);
    rows
}

/// Fills a list with the powers of a number from 0 to `n`.
pub(crate) fn fill_powers<W: Weight>(base: &W, n: usize, list: &mut Vec<W>) {
    list.clear();
    list.push(W::small(1));
    for i in 0..n {
        let next = list[i].times(base);
        list.push(next);
    }
}
