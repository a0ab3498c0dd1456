//! The six Ability Scores that everybody has.

use std::ops::{Index, IndexMut};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the six.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// Raw force.
    Strength,
    /// Agility.
    Dexterity,
    /// Staying alive.
    Constitution,
    /// Knowing and remembering.
    Intelligence,
    /// Sense and intuition.
    Wisdom,
    /// Handling people.
    Charisma,
}

/// A number for each Ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Scores {
    /// Strength.
    pub strength: i8,
    /// Dexterity.
    pub dexterity: i8,
    /// Constitution.
    pub constitution: i8,
    /// Intelligence.
    pub intelligence: i8,
    /// Wisdom.
    pub wisdom: i8,
    /// Charisma.
    pub charisma: i8,
}

impl Ability {
    /// All six, in the order of the sheet.
    pub const ALL: [Self; 6] = [
        Self::Strength,
        Self::Dexterity,
        Self::Constitution,
        Self::Intelligence,
        Self::Wisdom,
        Self::Charisma,
    ];

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strength => "Strength",
            Self::Dexterity => "Dexterity",
            Self::Constitution => "Constitution",
            Self::Intelligence => "Intelligence",
            Self::Wisdom => "Wisdom",
            Self::Charisma => "Charisma",
        }
    }

    /// As it is written in stories and content.
    pub fn key(self) -> &'static str {
        match self {
            Self::Strength => "strength",
            Self::Dexterity => "dexterity",
            Self::Constitution => "constitution",
            Self::Intelligence => "intelligence",
            Self::Wisdom => "wisdom",
            Self::Charisma => "charisma",
        }
    }
}

impl Index<Ability> for Scores {
    type Output = i8;

    fn index(&self, ability: Ability) -> &i8 {
        match ability {
            Ability::Strength => &self.strength,
            Ability::Dexterity => &self.dexterity,
            Ability::Constitution => &self.constitution,
            Ability::Intelligence => &self.intelligence,
            Ability::Wisdom => &self.wisdom,
            Ability::Charisma => &self.charisma,
        }
    }
}

impl IndexMut<Ability> for Scores {
    fn index_mut(&mut self, ability: Ability) -> &mut i8 {
        match ability {
            Ability::Strength => &mut self.strength,
            Ability::Dexterity => &mut self.dexterity,
            Ability::Constitution => &mut self.constitution,
            Ability::Intelligence => &mut self.intelligence,
            Ability::Wisdom => &mut self.wisdom,
            Ability::Charisma => &mut self.charisma,
        }
    }
}
