//! A list of blocks that belongs to a hero, a creature, or the table itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::block::Block;
use super::msg::Msg;
use crate::Who;

/// A sheet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sheet {
    /// Whose it is.
    pub owner: Owner,
    /// What stands above it.
    pub title: Msg,
    /// Its blocks in order.
    pub blocks: Vec<Block>,
}

/// Whose sheet it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Owner {
    /// A player's character.
    Hero {
        /// Which one.
        who: Who,
    },
    /// Anyone else with stats.
    Creature {
        /// Which one.
        who: Who,
    },
    /// The table: a guild, a ship, a guard rota.
    Table {
        /// Which of its sheets.
        key: String,
    },
}

impl Sheet {
    /// A hero's sheet.
    pub fn hero(who: Who, title: impl Into<Msg>) -> Self {
        Sheet { owner: Owner::Hero { who }, title: title.into(), blocks: Vec::new() }
    }

    /// A creature's sheet.
    pub fn creature(who: Who, title: impl Into<Msg>) -> Self {
        Sheet { owner: Owner::Creature { who }, title: title.into(), blocks: Vec::new() }
    }

    /// A sheet of the table.
    pub fn table(key: impl Into<String>, title: impl Into<Msg>) -> Self {
        Sheet { owner: Owner::Table { key: key.into() }, title: title.into(), blocks: Vec::new() }
    }

    /// Adds a block, with its own sentence if the game gave none.
    #[must_use]
    pub fn block(mut self, block: impl Into<Block>) -> Self {
        self.blocks.push(block.into());
        self
    }

    /// The block with a key.
    pub fn get(&self, key: &str) -> Option<&Block> {
        self.blocks.iter().find(|block| block.frame().key == key)
    }
}
