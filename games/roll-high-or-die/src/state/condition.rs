//! Conditions somebody can have, and one of them on somebody. What each does is content; when it ends is with the
//! rule that brings it.

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A Condition on somebody.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Ailment {
    /// Which.
    pub what: Condition,
    /// How many stacks; 1 where it does not stack. Counters count here too.
    pub stacks: u8,
    /// Who imposed it.
    #[serde(default)]
    pub from: Option<Who>,
    /// The DC to get free.
    #[serde(default)]
    pub dc: Option<u8>,
    /// The rule or entry it comes from.
    pub by: RuleId,
}

macro_rules! conditions {
    ($($condition:ident = $name:literal $rule:ident;)*) => {
        /// A Condition.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        #[allow(missing_docs)]
        pub enum Condition {
            $($condition,)*
        }

        impl Condition {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$condition,)*];

            /// As it is told.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$condition => $name,)*
                }
            }

            /// Its entry.
            pub const fn rule(self) -> RuleId {
                match self {
                    $(Self::$condition => crate::rules::$rule,)*
                }
            }
        }
    };
}

conditions! {
    Hungry = "Hungry" RH_COND_01H;
    Starving = "Starving" RH_COND_02H;
    Dehydrated = "Dehydrated" RH_COND_03H;
    Exhausted = "Exhausted" RH_COND_04H;
    WellRested = "Well Rested" RH_COND_05H;
    Grappled = "Grappled" RH_COND_06H;
    Aided = "Aided" RH_COND_07H;
    Hidden = "Hidden" RH_COND_08H;
    Engaged = "Engaged" RH_COND_09H;
    Blinded = "Blinded" RH_COND_10H;
    Bleeding = "Bleeding" RH_COND_11H;
    Burning = "Burning" RH_COND_12H;
    Poisoned = "Poisoned" RH_COND_13H;
    Stunned = "Stunned" RH_COND_14H;
    Slowed = "Slowed" RH_COND_15H;
    Frightened = "Frightened" RH_COND_16H;
    Restrained = "Restrained" RH_COND_17H;
    Deafened = "Deafened" RH_COND_18H;
    Unconscious = "Unconscious" RH_COND_19H;
    Surprised = "Surprised" RH_COND_20H;
    Taunted = "Taunted" RH_COND_21H;
    Suppressed = "Suppressed" RH_COND_22H;
    OffBalance = "Off Balance" RH_COND_23H;
    Inspired = "Inspired" RH_COND_24H;
    Guarded = "Guarded" RH_COND_25H;
    Parrying = "Parrying" RH_COND_26H;
    Watching = "Watching" RH_COND_27H;
    Shielding = "Shielding" RH_COND_28H;
    Stabilised = "Stabilised" RH_COND_29H;
    Soaked = "Soaked" RH_COND_30H;
    Chilled = "Chilled" RH_COND_31H;
    Overheated = "Overheated" RH_COND_32H;
    Falling = "Falling" RH_COND_33H;
    HoldingBreath = "Holding Breath" RH_COND_34H;
    Suffocating = "Suffocating" RH_COND_35H;
}

impl Condition {
    /// By its name, however it is written.
    pub fn named(name: &str) -> Option<Self> {
        let plain = name.replace(['_', '-'], " ");
        Self::ALL.iter().copied().find(|known| known.name().eq_ignore_ascii_case(&plain))
    }

    /// Whether it is kept once for each who imposes it.
    pub fn is_per_source(self) -> bool {
        matches!(self, Self::Engaged | Self::Grappled | Self::Frightened | Self::Taunted)
    }

    /// The most stacks there can be of it.
    pub fn most(self) -> u8 {
        match self {
            Self::Hungry | Self::Starving | Self::Dehydrated | Self::Exhausted => u8::MAX,
            Self::Falling | Self::HoldingBreath | Self::Suffocating => u8::MAX,
            Self::Bleeding | Self::Chilled | Self::Overheated => 5,
            _ => 1,
        }
    }
}
