//! What the GM decided, remembered: the same question about the same thing finds it again.

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A decision of the GM's.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Decision {
    /// The rule that left it open.
    pub rule: RuleId,
    /// What it was about, in a word or two.
    pub tag: String,
    /// What was asked.
    #[serde(default)]
    pub asked: String,
    /// What was proposed.
    #[serde(default)]
    pub proposal: String,
    /// What was chosen.
    pub choice: String,
    /// The same in the words the GM read; empty where nothing was read.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Words of the GM's own, or the reason.
    #[serde(default)]
    pub words: String,
    /// Who was acting.
    #[serde(default)]
    pub who: Option<Who>,
    /// How many dice fell in each result, worst first, for a reading.
    #[serde(default)]
    pub spread: Option<[u8; 5]>,
    /// Stands as a rule of this table.
    #[serde(default)]
    pub table_rule: bool,
    /// Taken unseen, because the table wants proposals to be taken.
    #[serde(default)]
    pub unseen: bool,
    /// The decision it corrects, by its number.
    #[serde(default)]
    pub corrects: Option<u32>,
}

impl Decision {
    /// What was chosen, in words.
    pub fn said(&self) -> &str {
        match super::Scale::of_key(&self.choice) {
            Some(scale) => scale.name(),
            None if self.label.is_empty() => &self.choice,
            None => &self.label,
        }
    }
}
