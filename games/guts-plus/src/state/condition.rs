//! Conditions: states lighter than injuries, named by the GM or taken from the list.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Base;

/// What a condition takes from rolls, for each step of its intensity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Takes {
    /// Nothing that is counted.
    #[default]
    Nothing,
    /// So many off what is rolled.
    Points(u8),
    /// So many dice fewer.
    Dice(u8),
}

/// A condition somebody has. Its words are mostly those of the content, and shared with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Condition {
    /// What it is called at its intensity.
    pub name: Arc<str>,
    /// The first word of its kind: the same kind again makes it stronger.
    pub kind: Arc<str>,
    /// How strong it is, from 1.
    pub intensity: u8,
    /// The base quality it touches.
    #[serde(default)]
    pub quality: Option<Base>,
    /// What it takes for each step.
    #[serde(default)]
    pub takes: Takes,
    /// The part of the body it is in.
    #[serde(default)]
    pub part: Option<u8>,
    /// What it does, as its bearer reads it.
    pub effect: Arc<str>,
    /// What brought it.
    #[serde(default)]
    pub cause: Arc<str>,
    /// The cause is gone.
    #[serde(default)]
    pub cause_gone: bool,
    /// Since when, in seconds of the campaign.
    #[serde(default)]
    pub since: u64,
    /// The round of the fight in which it came, if it came in one.
    #[serde(default)]
    pub since_round: Option<u16>,
    /// Chosen at creation, or given for good: it does not pass.
    #[serde(default)]
    pub permanent: bool,
}

impl Condition {
    /// What it takes off what is rolled.
    pub fn points(&self) -> u8 {
        match self.takes {
            Takes::Points(each) => each.saturating_mul(self.intensity),
            _ => 0,
        }
    }

    /// How many dice it takes.
    pub fn dice(&self) -> u8 {
        match self.takes {
            Takes::Dice(each) => each.saturating_mul(self.intensity),
            _ => 0,
        }
    }
}
