//! What belongs to the adventurers together: the party list, omens, the session, the Guild.

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Span, Used};

/// The adventurers together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Party {
    /// The party list: order of group rolls and marching order, the leader first.
    pub list: Vec<Who>,
    /// The omens tracker, for the game master's eyes.
    pub omens: Omens,
    /// Which session it is, from 1.
    pub session: u16,
    /// Whether an expedition has been finished: nothing is sold before.
    pub returned: bool,
    /// Legacy of the Guild.
    pub legacy: u16,
    /// Silver found on this expedition.
    pub found: u32,
    /// Silver got for treasure in this interlude.
    pub sold: u32,
    /// A challenging foe or fight was won on this expedition.
    pub challenging: bool,
    /// Goods asked for in this interlude.
    pub market: Vec<Good>,
    /// What the party did that may not be done again yet.
    pub used: Vec<Used>,
}

/// Something that was asked for at the market.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Good {
    /// Its entry.
    pub ware: RuleId,
    /// Whether it is there at all.
    pub found: bool,
    /// What it costs; 0 while nobody has asked.
    pub price: u32,
    /// Those it is not sold to.
    #[serde(default)]
    pub refused: Vec<Who>,
}

/// Bad luck that follows the party.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Omens {
    /// Where it stands.
    pub value: u8,
    /// Where it is full; 0 while no size was rolled.
    pub size: u8,
}

impl Party {
    /// Whether the party did something that may not be done again yet.
    pub fn has_used(&self, what: RuleId) -> bool {
        self.used.iter().any(|used| used.what == what)
    }

    pub(crate) fn forget(&mut self, span: Span) {
        self.used.retain(|used| used.until != span);
    }
}
