//! Distances between creatures without a map, in whole feet: only what the table has said.
//!
//! There are no positions. A pair nobody has spoken of has no distance. What the GM sets is written down as it
//! is and touches nothing else. A move is told in relation to one creature, the anchor: it changes the distance to
//! that one exactly. Everybody else stays as far from the mover as before, unless that has become impossible: no
//! side of a triangle is longer than the other two together, so a distance that breaks this is taken to the nearest
//! value that does not. Nobody's distance changes by more than the mover has moved, and distances that fit together
//! before a move fit together after it. Where all this is too coarse, the GM sets the pair.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The known distances between creatures.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<(u16, u16, u16)>", into = "Vec<(u16, u16, u16)>")]
pub struct Distances {
    /// Ordered by `low`, then `high`. Five creatures fit without an allocation.
    pairs: SmallVec<[Pair; 10]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Pair {
    low: u16,
    high: u16,
    feet: u16,
}

impl Distances {
    /// How far two creatures are apart; none if nobody has said.
    #[inline]
    pub fn between(&self, one: u16, other: u16) -> Option<u16> {
        if one == other {
            return Some(0);
        }
        if self.pairs.is_empty() {
            return None;
        }
        self.position(one, other).ok().map(|at| self.pairs[at].feet)
    }

    /// Writes down how far two creatures are apart, and nothing else. A creature is never away from itself.
    pub fn set(&mut self, one: u16, other: u16, feet: u16) {
        if one == other {
            return;
        }
        let pair = Pair { low: one.min(other), high: one.max(other), feet };
        match self.position(one, other) {
            Ok(at) => self.pairs[at] = pair,
            Err(at) => self.pairs.insert(at, pair),
        }
    }

    /// Forgets how far two creatures are apart.
    pub fn forget(&mut self, one: u16, other: u16) {
        if let Ok(at) = self.position(one, other) {
            self.pairs.remove(at);
        }
    }

    /// Forgets a creature that has left.
    pub fn remove(&mut self, who: u16) {
        self.pairs.retain(|pair| pair.low != who && pair.high != who);
    }

    /// Moves a creature straight towards another, at most beside it; gives the new distance, or none if the two
    /// have no distance yet.
    pub fn approach(&mut self, mover: u16, anchor: u16, feet: u16) -> Option<u16> {
        let now = self.between(mover, anchor)?;
        Some(self.move_to(mover, anchor, now.saturating_sub(feet)))
    }

    /// Moves a creature straight away from another; gives the new distance, or none if the two have no distance
    /// yet.
    pub fn retreat(&mut self, mover: u16, anchor: u16, feet: u16) -> Option<u16> {
        let now = self.between(mover, anchor)?;
        Some(self.move_to(mover, anchor, now.saturating_add(feet)))
    }

    /// Moves a creature straight to this distance from another, and gives that distance.
    pub fn move_to(&mut self, mover: u16, anchor: u16, feet: u16) -> u16 {
        if mover == anchor {
            return 0;
        }
        self.set(mover, anchor, feet);
        // Settled are the anchor and, as the loop goes on, everyone before `at` in the order of ids.
        for at in 0..self.pairs.len() {
            let Some((other, before)) = self.pairs[at].seen_from(mover) else { continue };
            if other == anchor {
                continue;
            }
            let (mut least, mut most) = (0, u16::MAX);
            self.narrow((&mut least, &mut most), other, anchor, feet);
            for settled in 0..at {
                if let Some((by, away)) = self.pairs[settled].seen_from(mover) {
                    self.narrow((&mut least, &mut most), other, by, away);
                }
            }
            self.pairs[at].feet = before.max(least).min(most.max(least));
        }
        feet
    }

    /// The creatures known to be within this distance, with how far they are, in the order of their ids.
    pub fn within(&self, who: u16, feet: u16) -> impl Iterator<Item = (u16, u16)> + '_ {
        self.of(who).filter(move |&(_, away)| away <= feet)
    }

    /// All creatures whose distance is known, with how far they are, in the order of their ids.
    pub fn of(&self, who: u16) -> impl Iterator<Item = (u16, u16)> + '_ {
        self.pairs.iter().filter_map(move |pair| pair.seen_from(who))
    }

    /// How many pairs are known.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Narrows what the mover's distance to `other` may be, given that it is `away` from `by`.
    fn narrow(&self, (least, most): (&mut u16, &mut u16), other: u16, by: u16, away: u16) {
        if let Some(side) = self.between(other, by) {
            *least = (*least).max(side.abs_diff(away));
            *most = (*most).min(side.saturating_add(away));
        }
    }

    fn position(&self, one: u16, other: u16) -> Result<usize, usize> {
        let wanted = (one.min(other), one.max(other));
        self.pairs.binary_search_by(|pair| (pair.low, pair.high).cmp(&wanted))
    }
}

impl Pair {
    /// The other one of the pair and how far it is, if `who` is one of the two.
    fn seen_from(&self, who: u16) -> Option<(u16, u16)> {
        if self.low == who {
            Some((self.high, self.feet))
        } else {
            (self.high == who).then_some((self.low, self.feet))
        }
    }
}

impl From<Vec<(u16, u16, u16)>> for Distances {
    fn from(pairs: Vec<(u16, u16, u16)>) -> Self {
        let mut distances = Self::default();
        for (one, other, feet) in pairs {
            distances.set(one, other, feet);
        }
        distances
    }
}

impl From<Distances> for Vec<(u16, u16, u16)> {
    fn from(distances: Distances) -> Self {
        distances.pairs.iter().map(|pair| (pair.low, pair.high, pair.feet)).collect()
    }
}
