//! A character being made: what the sheet itself does not hold yet.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::PartSheet;

/// A character being made. Qualities, clothes and things are on the sheet already and may be
/// changed until it is ready.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Draft {
    /// A chart of their own that the GM has not approved yet.
    pub chart: Option<Vec<PartSheet>>,
    /// The GM turned the character down, and why.
    pub turned_down: Option<String>,
}
