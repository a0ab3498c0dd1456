//! The twelve afflictions, and a set of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What ails an adventurer until it is cured. Enemies have none but Bleeding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Affliction {
    /// Wounds do not heal.
    Hungry,
    /// Fatigue is not recovered.
    Parched,
    /// Fatigue every turn.
    Bleeding,
    /// No extra effort, no helping.
    Sleepy,
    /// No rerolls from proficiency.
    Angry,
    /// No catching breath.
    Shaken,
    /// May lose a combat turn.
    Nauseated,
    /// A 4 is no success.
    Terrified,
    /// One success of every roll is rolled again.
    Hopeless,
    /// Rest heals no wounds.
    Cursed,
    /// Fatigue is a wound.
    Plagued,
    /// Doom advances by one more.
    Doomed,
}

impl Affliction {
    /// All of them, in the order of the list.
    pub const ALL: [Self; 12] = [
        Self::Hungry,
        Self::Parched,
        Self::Bleeding,
        Self::Sleepy,
        Self::Angry,
        Self::Shaken,
        Self::Nauseated,
        Self::Terrified,
        Self::Hopeless,
        Self::Cursed,
        Self::Plagued,
        Self::Doomed,
    ];

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hungry => "Hungry",
            Self::Parched => "Parched",
            Self::Bleeding => "Bleeding",
            Self::Sleepy => "Sleepy",
            Self::Angry => "Angry",
            Self::Shaken => "Shaken",
            Self::Nauseated => "Nauseated",
            Self::Terrified => "Terrified",
            Self::Hopeless => "Hopeless",
            Self::Cursed => "Cursed",
            Self::Plagued => "Plagued",
            Self::Doomed => "Doomed",
        }
    }

    fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// Afflictions somebody has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Affliction>", into = "Vec<Affliction>")]
pub struct Afflictions(u16);

impl Afflictions {
    /// Whether this is among them.
    pub fn has(self, what: Affliction) -> bool {
        self.0 & what.bit() != 0
    }

    /// All of them, in the order of the list.
    pub fn iter(self) -> impl Iterator<Item = Affliction> {
        Affliction::ALL.into_iter().filter(move |what| self.has(*what))
    }

    pub(crate) fn add(&mut self, what: Affliction) {
        self.0 |= what.bit();
    }

    pub(crate) fn remove(&mut self, what: Affliction) {
        self.0 &= !what.bit();
    }
}

impl FromIterator<Affliction> for Afflictions {
    fn from_iter<I: IntoIterator<Item = Affliction>>(all: I) -> Self {
        let mut set = Self::default();
        all.into_iter().for_each(|what| set.add(what));
        set
    }
}

impl From<Vec<Affliction>> for Afflictions {
    fn from(list: Vec<Affliction>) -> Self {
        list.into_iter().collect()
    }
}

impl From<Afflictions> for Vec<Affliction> {
    fn from(set: Afflictions) -> Self {
        set.iter().collect()
    }
}
