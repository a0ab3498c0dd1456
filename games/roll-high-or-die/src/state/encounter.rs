//! An Encounter under way: the Turn Order and who is in it. Where everybody stands is on the map.

use std::borrow::Cow;

use boneyard_table::Who;
use boneyard_table::order::Order;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An Encounter under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Encounter {
    /// Who acts when; nobody is in it while Initiative is rolled.
    pub order: Order<Initiative>,
    /// Everybody in it, as the Referee listed them.
    pub fighters: SmallVec<[Who; 8]>,
}

/// What puts somebody into their place: the check, the Dexterity Score, the d20s of a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Initiative {
    /// What the check came to.
    pub total: i16,
    /// The Dexterity Score.
    pub dexterity: u8,
    /// The place after the d20s of a tie, higher first.
    pub lot: u64,
}

/// What came of the last roll, for people and stories to read.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Last {
    /// In a word: success, failure, hit, miss, or what else came of it.
    pub outcome: Cow<'static, str>,
    /// What it came to.
    #[serde(default)]
    pub total: i16,
}

impl Encounter {
    /// Whose Turn it is.
    #[inline]
    pub fn acting(&self) -> Option<Who> {
        self.order.turn()
    }

    /// Whether somebody is in it.
    #[inline]
    pub fn has(&self, who: Who) -> bool {
        self.fighters.contains(&who)
    }
}
