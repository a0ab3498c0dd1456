//! An attack under way, what it is made with, and the five reactions.

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Part;

/// An attack under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Attack {
    /// Who attacks.
    pub by: Who,
    /// Whom.
    pub target: Who,
    /// With what.
    pub with: With,
    /// Whether it was redirected.
    pub redirected: bool,
    /// The part a called shot named.
    #[serde(default)]
    pub aim: Option<Part>,
    /// What kind of attack it is.
    #[serde(default)]
    pub manner: Manner,
    /// Whether its die counts as showing the highest number without being rolled.
    #[serde(default)]
    pub forced: bool,
    /// The kept face of the weapon's own die.
    pub face: u8,
    /// The damage as it stands, once rolled.
    pub damage: Option<u16>,
    /// Reactions used on it, kind by kind: bits of [`Reaction`], for the one who may still react.
    pub used: u8,
}

/// Kinds of attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    /// At one target, with a weapon's die.
    #[default]
    Plain,
    /// Exactly 1 damage.
    Feint,
    /// At everybody in an area.
    Wide,
    /// No attack at all: a blast that may be evaded.
    Blast,
}

/// What an attack is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum With {
    /// A thing of the attacker's, by its place in the list.
    Item(u8),
    /// A natural attack, by its place in the creature's entry.
    Natural(u8),
    /// A special of the creature's entry, by its place there.
    Special(u8),
    /// Bare hands.
    Fists,
    /// A power that is an attack.
    Power(RuleId),
}

/// The five reactions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// Let it go by.
    Pass,
    /// Half damage.
    Evade,
    /// No damage, at the shield's risk.
    Block,
    /// Break loose.
    Escape,
    /// Take more, give more back.
    Counter,
    /// Step in.
    Intercept,
}

impl Reaction {
    /// As players say it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Evade => "EVADE!",
            Self::Block => "BLOCK!",
            Self::Escape => "ESCAPE!",
            Self::Counter => "COUNTER!",
            Self::Intercept => "INTERCEPT!",
        }
    }

    /// Its bit in [`Attack::used`].
    pub fn bit(self) -> u8 {
        1 << self as u8
    }
}
