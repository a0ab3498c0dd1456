//! What the game master lets befall people, in the game's own terms; the last uses are kept, to be used again by a button.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::worldly::Worldly;

/// So many uses are kept.
pub const MOST_INFLICTED: usize = 6;

/// Something that befalls people.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "")]
pub struct Inflicted<G: Worldly> {
    /// What.
    pub harm: G::Harm,
    /// What each of them rolls against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<G::Check>,
    /// Why, as players read it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// Those who pass are spared whole; otherwise what is left of it befalls them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub spares: bool,
}
