//! What lasts on a creature: conditions, and what powers left.

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that lasts on a creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Afflicted {
    /// What.
    pub what: Affliction,
    /// Who brought it about.
    pub by: Option<Who>,
}

/// What can last on a creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Affliction {
    /// Caught in a net, a web or threads.
    Entangled,
    /// Under another's will.
    Enchanted,
    /// Must retreat or surrender.
    Routed,
    /// Must attack whoever taunted it.
    Taunted,
    /// The next attack on it does its greatest damage.
    Marked,
    /// On fire.
    Burning,
}

/// What a power left on a creature.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Lasting {
    /// The entry it comes from.
    pub by: RuleId,
    /// Who brought it about.
    pub from: Who,
    /// What it is.
    pub what: Lasts,
    /// When it is over.
    pub ends: Ends,
}

impl Lasting {
    /// Temporary HP it gives.
    pub fn temp_hp(&self) -> u16 {
        match self.what {
            Lasts::TempHp(hp) => hp,
            _ => 0,
        }
    }

    /// Temporary AP it gives.
    pub fn temp_ap(&self) -> u16 {
        match self.what {
            Lasts::TempAp(ap) => ap.into(),
            _ => 0,
        }
    }
}

/// What a power can leave on a creature.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Lasts {
    /// Temporary AP.
    TempAp(u8),
    /// Its next turn goes into an order.
    Obeys(String),
    /// It does not notice whoever did this.
    Blind,
    /// It moves only by the will of whoever did this.
    Puppet,
    /// It carries a light that reaches so many feet.
    Light(u16),
    /// It has fainted, and wakes when this is over.
    Faint,
    /// This was used, and cannot be used again as long as this lasts.
    Spent,
    /// Temporary HP that last as long as whoever gave them says.
    TempHp(u16),
    /// It takes whoever did this for a friend.
    Friend,
    /// What the entry grants is so.
    Granted,
    /// It has so much more Speed.
    Swift(u8),
    /// It stands in smoke.
    Smoke,
    /// It has air for so many seconds.
    Air(u32),
    /// What holds it is locked.
    Locked,
}

/// When something a power left is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ends {
    /// When the next turn of whoever did it begins.
    Turn,
    /// With the battle, or by the clock where there is none.
    Scene(u32),
    /// By the clock.
    At(u32),
    /// When the turn of whoever did it begins in this round of the battle.
    Round(u16),
}

impl Affliction {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Entangled, Self::Enchanted, Self::Routed, Self::Taunted, Self::Marked, Self::Burning];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Entangled => "entangled",
            Self::Enchanted => "enchanted",
            Self::Routed => "routed",
            Self::Taunted => "taunted",
            Self::Marked => "marked",
            Self::Burning => "burning",
        }
    }
}
