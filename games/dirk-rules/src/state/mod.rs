//! Everything that changes in play. What a fight changes ([`Live`]) is kept apart from what it
//! does not ([`Sheet`]), so that a clone is cheap and exact odds compare only what matters.

mod attack;
mod creature;
mod lasting;

pub use attack::{Attack, Manner, Reaction, With};
pub use boneyard_table::Kept;
pub use creature::{
    Ability, Background, Creature, Item, ItemSheet, Live, MOST_THINGS, Part, PartState, Place, Sheet, Turn,
    Wear,
};
pub use lasting::{Afflicted, Affliction, Ends, Lasting, Lasts};

use std::sync::Arc;

use boneyard_board::Distances;
use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::house::House;
use crate::scenario::Land;
use crate::time::Days;
use crate::world::World;

/// A table of DIRK RULES!.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// House switches.
    pub house: Arc<House>,
    /// Seconds since the campaign began.
    pub clock: u32,
    /// Everybody, by number.
    pub creatures: Vec<Arc<Creature>>,
    /// Distances, as far as they are known.
    pub apart: Distances,
    /// The battle under way.
    pub battle: Option<Battle>,
    /// The attack under way, from its declaration to its wear.
    pub attack: Option<Attack>,
    /// What came of the last roll that was called for.
    pub last: Option<Last>,
    /// Time outside battle.
    #[serde(default)]
    pub days: Days,
    /// The scenario being played.
    #[serde(default)]
    pub land: Option<Kept<Land>>,
    /// The world beyond the fight.
    #[serde(default)]
    pub world: World,
}

/// A battle under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Battle {
    /// Who acts in which order.
    pub order: SmallVec<[Who; 8]>,
    /// DEX and bid of each, as they made the order.
    #[serde(default)]
    pub scores: SmallVec<[u16; 8]>,
    /// Whose turn it is, by place in the order; `None` in the quickfire round.
    pub turn: Option<u8>,
    /// Which round it is.
    pub round: u16,
    /// Sides whose nerve has been tried.
    #[serde(default)]
    pub shaken: SmallVec<[u8; 4]>,
}

/// What came of the last roll that was called for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Last {
    /// In a word: `pass`, `fail`, `part`, or the winner of a contest.
    pub outcome: String,
    /// The dice that counted.
    pub dice: Vec<u8>,
}

impl State {
    /// A creature that is known to exist.
    #[inline]
    pub fn creature(&self, who: Who) -> Option<&Creature> {
        self.creatures.get(usize::from(who.0)).map(|creature| &**creature)
    }

    /// What a fight changes of a creature. Rules check that it exists before they begin.
    #[inline]
    pub fn live(&self, who: Who) -> &Live {
        &self.creatures[usize::from(who.0)].live
    }

    /// A creature's sheet.
    #[inline]
    pub fn sheet(&self, who: Who) -> &Sheet {
        &self.creatures[usize::from(who.0)].sheet
    }

    /// For [`apply`](crate::fact::apply) alone.
    #[inline]
    pub(crate) fn live_mut(&mut self, who: Who) -> Option<&mut Live> {
        self.creatures.get_mut(usize::from(who.0)).map(|creature| &mut Arc::make_mut(creature).live)
    }

    /// For [`apply`](crate::fact::apply) alone.
    pub(crate) fn sheet_mut(&mut self, who: Who) -> Option<&mut Sheet> {
        self.creatures.get_mut(usize::from(who.0)).map(|creature| Arc::make_mut(creature).sheet.change())
    }

    /// For [`apply`](crate::fact::apply) alone.
    pub(crate) fn land_mut(&mut self) -> Option<&mut Land> {
        self.land.as_mut().map(Kept::change)
    }

    /// Everybody, in the referee's order.
    #[inline]
    pub fn everybody(&self) -> impl Iterator<Item = Who> + use<> {
        (0..self.creatures.len() as u16).map(Who)
    }

    /// Whose turn it is.
    #[inline]
    pub fn acting(&self) -> Option<Who> {
        let battle = self.battle.as_ref()?;
        battle.order.get(usize::from(battle.turn?)).copied()
    }

    /// Everybody in turn order, outside battle in the referee's order.
    pub fn in_order(&self) -> SmallVec<[Who; 8]> {
        match &self.battle {
            Some(battle) => battle.order.clone(),
            None => self.everybody().collect(),
        }
    }

    /// Feet between two creatures; those of whom nothing is said stand within reach.
    #[inline]
    pub fn feet(&self, one: Who, other: Who) -> u16 {
        self.apart.between(one.0, other.0).unwrap_or(5)
    }
}
