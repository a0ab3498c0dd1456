//! Rows of ready heroes and of backgrounds.

use boneyard_table::RuleId;
use serde::Deserialize;

use super::{one, one_gem};
use crate::state::Background;

/// A ready hero.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeroRow {
    /// Its id.
    pub id: RuleId,
    /// What they are called.
    pub name: String,
    /// In a line.
    #[serde(default)]
    pub about: String,
    /// Dice for STR, DEX, WIL, HP and gems.
    pub rolls: [[u8; 3]; 5],
    /// STR.
    pub str: u8,
    /// DEX.
    pub dex: u8,
    /// WIL.
    pub wil: u8,
    /// Hit points.
    pub hp: u16,
    /// Gems left after buying.
    pub gems_left: u32,
    /// Backgrounds.
    pub backgrounds: Vec<Background>,
    /// Things bought.
    pub gear: Vec<String>,
    /// Things bought that have no entry.
    #[serde(default)]
    pub sundries: Vec<Sundry>,
    /// Things held.
    #[serde(default)]
    pub hands: Vec<String>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// A thing without an entry.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sundry {
    /// What it is called.
    pub name: String,
    /// Its price.
    #[serde(default = "one_gem")]
    pub gems: u32,
    /// Its weight.
    #[serde(default = "one")]
    pub weight: u8,
}

/// A kind of background.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackgroundRow {
    /// Its name.
    pub kind: String,
    /// Its rule.
    pub rule: RuleId,
    /// What it costs.
    pub cost: u32,
    /// What it is in: a weapon, a trade, a subject.
    pub specialty: Option<Specialty>,
    /// Words of rolls it helps.
    #[serde(default)]
    pub related: Vec<String>,
    /// Specialties people take.
    #[serde(default)]
    pub suggested: Vec<Suggested>,
}

/// What a background is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Specialty {
    /// A row of the weapon or shield list.
    Weapon,
    /// A craft.
    Trade,
    /// A field of study.
    Subject,
}

/// A specialty people take.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suggested {
    /// Its name.
    pub name: String,
    /// Words of rolls it helps.
    #[serde(default)]
    pub related: Vec<String>,
}
