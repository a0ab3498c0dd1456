//! Damage: its eleven types, the dice that make it, and what a body has against it.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What damage is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum DamageType {
    Bludgeoning,
    Piercing,
    Slashing,
    Cold,
    Fire,
    Lightning,
    Force,
    Radiant,
    Dark,
    Negative,
    Positive,
}

/// Dice and a fixed number, as `1d6+3`. Dice have 2, 3, 6, 10 sides; no dice have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct Dice {
    /// How many.
    pub count: u8,
    /// Sides of each.
    pub sides: u8,
    /// What is added.
    pub flat: i8,
}

/// What a body has against damage, or lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Defences {
    /// Types that do nothing.
    pub immune: SmallVec<[DamageType; 2]>,
    /// Less of these; no type means all.
    pub resist: SmallVec<[(Option<DamageType>, u8); 2]>,
    /// More of these.
    pub weak: SmallVec<[(DamageType, u8); 2]>,
}

impl DamageType {
    /// All eleven.
    pub const ALL: [Self; 11] = [
        Self::Bludgeoning,
        Self::Piercing,
        Self::Slashing,
        Self::Cold,
        Self::Fire,
        Self::Lightning,
        Self::Force,
        Self::Radiant,
        Self::Dark,
        Self::Negative,
        Self::Positive,
    ];

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bludgeoning => "Bludgeoning",
            Self::Piercing => "Piercing",
            Self::Slashing => "Slashing",
            Self::Cold => "Cold",
            Self::Fire => "Fire",
            Self::Lightning => "Lightning",
            Self::Force => "Force",
            Self::Radiant => "Radiant",
            Self::Dark => "Dark",
            Self::Negative => "Negative",
            Self::Positive => "Positive",
        }
    }

    /// By its name, however it is written.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(name))
    }

    /// Whether ordinary weapons deal it.
    pub fn is_of_weapons(self) -> bool {
        matches!(self, Self::Bludgeoning | Self::Piercing | Self::Slashing)
    }
}

impl Dice {
    /// So many dice of this many sides.
    pub const fn new(count: u8, sides: u8, flat: i8) -> Self {
        Self { count, sides, flat }
    }

    /// The least it can come to: 1 for each die, and what is added.
    pub fn least(self) -> i16 {
        i16::from(self.count) + i16::from(self.flat)
    }

    /// Reads `1d6+3`, `2d6`, `1d3 + 1` or `1`.
    pub fn parse(text: &str) -> Option<Self> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let (dice, flat) = match text.split_once('+') {
            Some((dice, flat)) => (dice, flat.parse().ok()?),
            None => (text.as_str(), 0),
        };
        let Some((count, sides)) = dice.split_once('d') else {
            return Some(Self::new(0, 0, text.parse().ok()?));
        };
        let (count, sides) = (count.parse::<u8>().ok()?, sides.parse::<u8>().ok()?);
        let known = [2, 3, 6, 10].contains(&sides) && (1..=20).contains(&count);
        known.then_some(Self::new(count, sides, flat))
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.count, self.flat) {
            (0, flat) => write!(f, "{flat}"),
            (count, 0) => write!(f, "{count}d{}", self.sides),
            (count, flat) => write!(f, "{count}d{}{flat:+}", self.sides),
        }
    }
}

impl TryFrom<String> for Dice {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let short: String = text.chars().take(12).collect();
        Self::parse(&text)
            .ok_or_else(|| format!("`{short}` are no dice: write 1d6+3, with d2, d3, d6 or d10"))
    }
}

impl From<Dice> for String {
    fn from(dice: Dice) -> Self {
        dice.to_string()
    }
}
