//! The 18 Proficiencies and their five levels.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Ability;

/// Something one can be trained in: 16 skills, weapons and armor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Proficiency {
    Acrobatics,
    Arcana,
    Athletics,
    Crafting,
    Deception,
    Insight,
    Intimidation,
    Medicine,
    Nature,
    Occultism,
    Perception,
    Persuasion,
    Religion,
    Stealth,
    Survival,
    Thievery,
    Weapons,
    Armor,
}

/// How far one is trained.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Has no idea.
    #[default]
    Untrained,
    /// Knows how.
    Trained,
    /// The most there is at creation.
    Expert,
    /// Few get there.
    Master,
    /// Sung of.
    Legendary,
}

/// The levels of all 18.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Trained([Level; 18]);

impl Proficiency {
    /// All 18; the first 16 are skills.
    pub const ALL: [Self; 18] = [
        Self::Acrobatics,
        Self::Arcana,
        Self::Athletics,
        Self::Crafting,
        Self::Deception,
        Self::Insight,
        Self::Intimidation,
        Self::Medicine,
        Self::Nature,
        Self::Occultism,
        Self::Perception,
        Self::Persuasion,
        Self::Religion,
        Self::Stealth,
        Self::Survival,
        Self::Thievery,
        Self::Weapons,
        Self::Armor,
    ];

    /// The 16 skills.
    pub fn skills() -> &'static [Self] {
        &Self::ALL[..16]
    }

    /// Whether it is one of the 16 skills.
    pub fn is_skill(self) -> bool {
        !matches!(self, Self::Weapons | Self::Armor)
    }

    /// The Ability a check adds to it; none for armor. Weapons with Finesse may use another.
    pub fn ability(self) -> Option<Ability> {
        match self {
            Self::Athletics | Self::Weapons => Some(Ability::Strength),
            Self::Acrobatics | Self::Stealth | Self::Thievery => Some(Ability::Dexterity),
            Self::Arcana | Self::Crafting | Self::Nature | Self::Occultism | Self::Religion => {
                Some(Ability::Intelligence)
            }
            Self::Insight | Self::Medicine | Self::Perception | Self::Survival => Some(Ability::Wisdom),
            Self::Deception | Self::Intimidation | Self::Persuasion => Some(Ability::Charisma),
            Self::Armor => None,
        }
    }

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Acrobatics => "Acrobatics",
            Self::Arcana => "Arcana",
            Self::Athletics => "Athletics",
            Self::Crafting => "Crafting",
            Self::Deception => "Deception",
            Self::Insight => "Insight",
            Self::Intimidation => "Intimidation",
            Self::Medicine => "Medicine",
            Self::Nature => "Nature",
            Self::Occultism => "Occultism",
            Self::Perception => "Perception",
            Self::Persuasion => "Persuasion",
            Self::Religion => "Religion",
            Self::Stealth => "Stealth",
            Self::Survival => "Survival",
            Self::Thievery => "Thievery",
            Self::Weapons => "Weapons",
            Self::Armor => "Armor",
        }
    }

    /// As it is written in stories and content.
    pub fn key(self) -> &'static str {
        match self {
            Self::Acrobatics => "acrobatics",
            Self::Arcana => "arcana",
            Self::Athletics => "athletics",
            Self::Crafting => "crafting",
            Self::Deception => "deception",
            Self::Insight => "insight",
            Self::Intimidation => "intimidation",
            Self::Medicine => "medicine",
            Self::Nature => "nature",
            Self::Occultism => "occultism",
            Self::Perception => "perception",
            Self::Persuasion => "persuasion",
            Self::Religion => "religion",
            Self::Stealth => "stealth",
            Self::Survival => "survival",
            Self::Thievery => "thievery",
            Self::Weapons => "weapons",
            Self::Armor => "armor",
        }
    }

    /// By its name, however it is written.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(name))
    }
}

impl Level {
    /// All five, lowest first.
    pub const ALL: [Self; 5] = [Self::Untrained, Self::Trained, Self::Expert, Self::Master, Self::Legendary];

    /// What it adds to checks.
    pub fn bonus(self) -> i8 {
        match self {
            Self::Untrained => -1,
            Self::Trained => 0,
            Self::Expert => 1,
            Self::Master => 3,
            Self::Legendary => 5,
        }
    }

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Untrained => "Untrained",
            Self::Trained => "Trained",
            Self::Expert => "Expert",
            Self::Master => "Master",
            Self::Legendary => "Legendary",
        }
    }

    /// The next one up.
    pub fn next(self) -> Option<Self> {
        Self::ALL.into_iter().find(|level| *level > self)
    }

    /// By its name, however it is written.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(name))
    }
}

impl Trained {
    /// How far one is trained in this.
    pub fn level(&self, what: Proficiency) -> Level {
        self.0[what as usize]
    }

    /// Sets a level.
    pub fn set(&mut self, what: Proficiency, level: Level) {
        self.0[what as usize] = level;
    }

    /// All that is not Untrained.
    pub fn raised(&self) -> impl Iterator<Item = (Proficiency, Level)> + '_ {
        let all = Proficiency::ALL.into_iter().map(|what| (what, self.level(what)));
        all.filter(|(_, level)| *level > Level::Untrained)
    }
}
