//! A dungeon the heroes are in: what they have found of it, and who is on the way.

use boneyard_table::RuleId;
use boneyard_table::clock::Time;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A dungeon the heroes are in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Dungeon {
    /// Its entry.
    pub scenario: RuleId,
    /// Rooms the heroes have been in.
    #[serde(default)]
    pub seen: Vec<RuleId>,
    /// The room whose creatures come, and when.
    #[serde(default)]
    pub coming: Option<(RuleId, Time)>,
    /// Doors nobody sees, by their number on the map, with the DC to find them.
    #[serde(default)]
    pub secret: Vec<(u16, u8)>,
}
