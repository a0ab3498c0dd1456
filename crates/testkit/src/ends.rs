//! Everything a command may leave behind, as a number: whole states are told apart, and of the last roll what is told of
//! it. The faces behind it are left out, since odds put faces together that the rules read alike.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use boneyard_dice::{Natural, Ratio};
use boneyard_table::odds::Worth;
use boneyard_table::outcome::Outcome;
use boneyard_table::{At, Playable, Seat};

/// The states met so far, numbered in the order in which they were met.
pub(crate) struct Ends<'a, G: Playable> {
    start: At<'a, G>,
    side: u8,
    met: RefCell<Met<G>>,
}

struct Met<G: Playable> {
    states: Vec<(G::State, Outcome)>,
    by_hash: BTreeMap<u64, Vec<usize>>,
}

/// How likely each end is.
pub(crate) type Shares = BTreeMap<usize, Ratio>;

impl<'a, G: Playable> Ends<'a, G> {
    /// Ends of what begins here, as this side sees them.
    pub(crate) fn new(start: At<'a, G>, side: u8) -> Self {
        let met = Met { states: Vec::new(), by_hash: BTreeMap::new() };
        Self { start, side, met: RefCell::new(met) }
    }

    /// The number of a state.
    pub(crate) fn number(&self, at: At<'_, G>) -> usize {
        let outcome = G::outcome(self.start, at, Seat::GM, self.side);
        let mut state = at.state.clone();
        G::forget(&mut state);
        let Met { states, by_hash } = &mut *self.met.borrow_mut();
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(&state);
        let alike = by_hash.entry(hash).or_default();
        let same = |number: &&usize| states[**number].0 == state && states[**number].1 == outcome;
        if let Some(number) = alike.iter().find(same) {
            return *number;
        }
        states.push((state, outcome));
        alike.push(states.len() - 1);
        states.len() - 1
    }

    /// What an end is worth to the side.
    pub(crate) fn worth(&self, number: usize) -> Worth {
        self.met.borrow().states[number].1.worth.clone()
    }

    /// Whether the same ends are as likely in both.
    pub(crate) fn same(&self, one: &Shares, other: &Shares) -> bool {
        // States that lie elsewhere in memory may compare as different and still say the same.
        one == other || self.by_text(one) == self.by_text(other)
    }

    fn by_text(&self, shares: &Shares) -> BTreeMap<String, Ratio> {
        let met = self.met.borrow();
        let mut all = BTreeMap::new();
        for (number, share) in shares {
            let (state, outcome) = &met.states[*number];
            let text = serde_json::to_string(state).expect("a state can be written") + &outcome.words;
            let so_far = all.remove(&text).unwrap_or(Ratio::ZERO);
            all.insert(text, sum(&so_far, share));
        }
        all
    }
}

fn sum(one: &Ratio, other: &Ratio) -> Ratio {
    let across = |a: &Ratio, b: &Ratio| -> Natural { a.numerator() * b.denominator() };
    let up = across(one, other) + across(other, one);
    Ratio::new(up, one.denominator() * other.denominator()).expect("shares of something")
}
