//! What somebody has seen of a map. What they see now comes from `relief`; who remembers for whom, and what
//! of a remembered square is shown, is a rule of each game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::chart::Chart;
use crate::square::Square;
use crate::squares::Squares;

/// How much somebody knows of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Known {
    /// It was never seen.
    Never,
    /// It was seen, and is not seen now.
    Before,
    /// It is seen now.
    Now,
}

/// Every square somebody has ever seen.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Memory(Vec<Squares>);

/// All that one seat knows of a map just now: what its heroes see, and what it remembers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fog {
    now: BTreeMap<i8, Squares>,
    before: Memory,
}

impl Memory {
    /// Adds what is seen; whether any of it is new.
    pub fn add(&mut self, seen: &Squares) -> bool {
        match self.0.iter_mut().find(|floor| floor.level() == seen.level() && floor.size() == seen.size()) {
            Some(floor) => floor.join(seen),
            None => {
                let at = self.0.partition_point(|floor| floor.level() < seen.level());
                self.0.insert(at, seen.clone());
                !seen.is_empty()
            }
        }
    }

    /// Whether a square was ever seen.
    pub fn has(&self, square: Square) -> bool {
        self.0.iter().any(|floor| floor.has(square))
    }

    /// Whether every square of a floor of this size was seen.
    pub fn has_all(&self, level: i8, size: (i16, i16)) -> bool {
        let all = usize::from(size.0.max(0).unsigned_abs()) * usize::from(size.1.max(0).unsigned_abs());
        self.0.iter().any(|floor| floor.level() == level && floor.size() == size && floor.len() == all)
    }

    /// Of what is seen, all that is new; what a fact has to carry.
    pub fn new_in(&self, seen: &Squares) -> Squares {
        self.0.iter().fold(seen.clone(), |rest, floor| rest.without(floor))
    }
}

impl Fog {
    /// What is seen now, by any number of eyes, on top of what is remembered.
    pub fn new<'a>(before: &Memory, now: impl IntoIterator<Item = &'a Squares>) -> Self {
        let mut floors: BTreeMap<i8, Squares> = BTreeMap::new();
        for seen in now {
            match floors.get_mut(&seen.level()) {
                Some(floor) => {
                    floor.join(seen);
                }
                None => {
                    floors.insert(seen.level(), seen.clone());
                }
            }
        }
        Self { now: floors, before: before.clone() }
    }

    /// How much is known of a square.
    pub fn of(&self, square: Square) -> Known {
        if self.now.get(&square.level).is_some_and(|floor| floor.has(square)) {
            Known::Now
        } else if self.before.has(square) {
            Known::Before
        } else {
            Known::Never
        }
    }

    /// How much is known of what stands between two squares: as much as of the one that is known better.
    pub fn between(&self, one: Square, other: Square) -> Known {
        self.of(one).max(self.of(other))
    }

    /// The squares of a map that are known just so well, in order.
    pub fn squares<'a>(&'a self, chart: &'a Chart, known: Known) -> impl Iterator<Item = Square> + 'a {
        chart.squares().filter(move |square| self.of(*square) == known)
    }
}
