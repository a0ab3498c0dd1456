//! Traps, locks and caches of a place: what is laid where, what was found, what is spent. All of it is the
//! TS's until it is found.

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Item, ItemSheet, Spot};

/// A trap that was laid.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Laid {
    /// Its entry.
    pub trap: RuleId,
    /// Its square.
    #[serde(default)]
    pub at: Option<Spot>,
    /// The door it guards, by its number on the map.
    #[serde(default)]
    pub door: Option<u16>,
    /// Set off by a hand on what stands there, not by a step.
    #[serde(default)]
    pub guards: bool,
    /// The heroes know of it.
    #[serde(default)]
    pub found: bool,
    /// It went off or was disarmed.
    #[serde(default)]
    pub spent: bool,
    /// Who has tried to disarm it, once for each try.
    #[serde(default)]
    pub tried: Vec<Who>,
    /// The round it is in since it went off, where it goes on; 0 where it does not.
    #[serde(default)]
    pub rounds: u8,
    /// What it has been worth to the heroes.
    #[serde(default)]
    pub worth: Worth,
}

impl Laid {
    /// A trap of this entry, not set anywhere yet and known to nobody.
    pub fn of(trap: RuleId) -> Self {
        Self {
            trap,
            at: None,
            door: None,
            guards: false,
            found: false,
            spent: false,
            tried: Vec::new(),
            rounds: 0,
            worth: Worth::Nothing,
        }
    }
}

/// Whether a Point is due for a trap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Worth {
    /// Not yet.
    #[default]
    Nothing,
    /// It was disarmed, or hurt somebody.
    Due,
    /// It was paid; it is not again.
    Paid,
}

/// A lock, of a door or of a cache.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Lock {
    /// The door, by its number on the map.
    #[serde(default)]
    pub door: Option<u16>,
    /// Or the cache, by its place in the list.
    #[serde(default)]
    pub cache: Option<u8>,
    /// Its DC.
    pub dc: u8,
    /// More until the next day.
    #[serde(default)]
    pub jammed: u8,
    /// It is open.
    #[serde(default)]
    pub open: bool,
    /// Who has tried to force it.
    #[serde(default)]
    pub forced: Vec<Who>,
}

/// A place where something can be found.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Cache {
    /// What it is.
    pub name: String,
    /// Where.
    #[serde(default)]
    pub at: Option<Spot>,
    /// Perception DC to find it; nothing where it is plain to see.
    #[serde(default)]
    pub find: Option<u8>,
    /// The heroes know of it.
    #[serde(default)]
    pub found: bool,
    /// Silver in it.
    #[serde(default)]
    pub silver: u32,
    /// Things in it.
    #[serde(default)]
    pub things: Vec<(ItemSheet, Item)>,
    /// It was emptied.
    #[serde(default)]
    pub empty: bool,
    /// It is no such thing: this is somebody waiting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disguises: Option<Who>,
}
