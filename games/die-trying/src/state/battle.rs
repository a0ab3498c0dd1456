//! A fight under way: the order of turns and who is in it. Where everybody stands is on the map.

use boneyard_table::Who;
use boneyard_table::order::Order;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A fight under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Battle {
    /// Who acts when; nobody is in it while Initiative is rolled.
    pub order: Order<Initiative>,
    /// Everybody in it, characters first, as they came.
    pub fighters: SmallVec<[Who; 8]>,
    /// Those who have made their morale save.
    #[serde(default)]
    pub tested: SmallVec<[Who; 4]>,
    /// Those who run.
    #[serde(default)]
    pub fleeing: SmallVec<[Who; 4]>,
    /// How many there were on the other side, for morale.
    #[serde(default)]
    pub foes: u8,
}

/// What puts somebody into their place: the check, Dexterity, characters before Creatures, the d10s of
/// a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Initiative {
    /// What the check came to.
    pub total: i16,
    /// Dexterity.
    pub dexterity: i8,
    /// Whether it is a character.
    pub hero: bool,
    /// The place after the d10s of a tie, higher first.
    pub lot: u64,
}

impl Battle {
    /// Whose turn it is.
    #[inline]
    pub fn acting(&self) -> Option<Who> {
        self.order.turn()
    }

    /// Whether somebody is in it.
    pub fn has(&self, who: Who) -> bool {
        self.fighters.contains(&who)
    }
}
