//! Marks met so far: everything that matters from there on, and what is known of it.

use std::collections::{BTreeSet, HashMap};
use std::hash::BuildHasher;
use std::rc::Rc;

use foldhash::fast::FixedState;

use super::mix::{Mix, NodeId};
use crate::{Game, RuleId};

/// The places by number, in the order in which they were met.
pub(super) struct Places<G: Game, O> {
    all: Vec<Place<G, O>>,
    /// The last one met with a hash; from there on by [`Place::before`].
    by_hash: HashMap<u64, usize, FixedState>,
}

pub(super) struct Place<G: Game, O> {
    pub(super) rule: RuleId,
    pub(super) digest: u64,
    pub(super) state: G::State,
    pub(super) known: Known<O>,
    /// Another place with the same hash.
    before: Option<usize>,
}

pub(super) enum Known<O> {
    /// Being explored further up, this often.
    UnderWay {
        rounds: u8,
    },
    Done(Rc<Mix<O>>),
    /// What was found out depended on the way here.
    Forgotten,
}

impl<G: Game, O> Default for Places<G, O> {
    fn default() -> Self {
        Self { all: Vec::new(), by_hash: HashMap::default() }
    }
}

impl<G: Game, O> Places<G, O> {
    /// The place of a mark, and whether it was met before.
    pub(super) fn find(&mut self, state: &G::State, rule: RuleId, digest: u64) -> (usize, bool) {
        let hash = FixedState::default().hash_one((digest, state));
        let last = self.by_hash.get(&hash).copied();
        if let Some(nth) = self.found(last, state, rule, digest) {
            return (nth, true);
        }
        let nth = self.all.len();
        let (state, known) = (state.clone(), Known::UnderWay { rounds: 1 });
        self.all.push(Place { rule, digest, state, known, before: last });
        self.by_hash.insert(hash, nth);
        (nth, false)
    }

    /// What comes of a mark, if that is known.
    pub(super) fn look_up(&self, state: &G::State, rule: RuleId, digest: u64) -> Option<&Rc<Mix<O>>> {
        let hash = FixedState::default().hash_one((digest, state));
        let nth = self.found(self.by_hash.get(&hash).copied(), state, rule, digest)?;
        self.solved(NodeId(nth))
    }

    fn found(&self, last: Option<usize>, state: &G::State, rule: RuleId, digest: u64) -> Option<usize> {
        let mut known = last;
        while let Some(nth) = known {
            let place = &self.all[nth];
            if place.digest == digest && place.rule == rule && place.state == *state {
                return Some(nth);
            }
            known = place.before;
        }
        None
    }

    /// The rules that mark.
    pub(super) fn rules(&self) -> BTreeSet<RuleId> {
        self.all.iter().map(|place| place.rule).collect()
    }

    /// What comes of a throw that stands for others is known now. Wrong where something else was known of it.
    pub(super) fn learn(&mut self, nth: usize, mix: &Rc<Mix<O>>) -> Result<(), ()>
    where
        O: Clone + Ord,
    {
        let known = &mut self.all[nth].known;
        match known {
            Known::Done(known) if !Rc::ptr_eq(known, mix) && **known != **mix => return Err(()),
            Known::Done(_) => {}
            // What leads back to somewhere is not known yet.
            _ if mix.is_open() => *known = Known::Forgotten,
            _ => *known = Known::Done(Rc::clone(mix)),
        }
        Ok(())
    }

    pub(super) fn at(&self, nth: usize) -> &Place<G, O> {
        &self.all[nth]
    }

    pub(super) fn known(&mut self, nth: usize) -> &mut Known<O> {
        &mut self.all[nth].known
    }

    /// What comes of a place, if that is known by now.
    pub(super) fn solved(&self, node: NodeId) -> Option<&Rc<Mix<O>>> {
        match &self.all[node.0].known {
            Known::Done(mix) => Some(mix),
            Known::UnderWay { .. } | Known::Forgotten => None,
        }
    }
}
