//! Skills: their categories, the abilities they use, and the Degrees of Proficiency.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Ability;

/// What a Degree costs and needs depends on this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Category {
    Combat,
    Physical,
    Personal,
    Knowledge,
    Professional,
}

/// How far somebody has come with a Skill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Degree {
    #[default]
    Untrained,
    Learning,
    Competent,
    Expert,
    Master,
}

macro_rules! skills {
    ($($skill:ident = $name:literal $category:ident [$($ability:ident),*];)*) => {
        /// A Skill.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        #[allow(missing_docs)]
        pub enum Skill {
            $($skill,)*
        }

        impl Skill {
            /// All of them, in the order of the list.
            pub const ALL: &[Self] = &[$(Self::$skill,)*];

            /// As it is told.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$skill => $name,)*
                }
            }

            /// What kind of Skill it is.
            pub fn category(self) -> Category {
                match self {
                    $(Self::$skill => Category::$category,)*
                }
            }

            /// The abilities it can be used with.
            pub fn abilities(self) -> &'static [Ability] {
                match self {
                    $(Self::$skill => &[$(Ability::$ability),*],)*
                }
            }
        }
    };
}

skills! {
    Reflex = "Reflex" Combat [Dexterity, Intelligence];
    Fortitude = "Fortitude" Combat [Strength, Constitution];
    Will = "Will" Combat [Wisdom, Charisma];
    ShortBlunt = "Short Blunt" Combat [Strength, Dexterity];
    LongBlunt = "Long Blunt" Combat [Strength, Dexterity];
    ShortBlade = "Short Blade" Combat [Strength, Dexterity];
    LongBlade = "Long Blade" Combat [Strength, Dexterity];
    Axe = "Axe" Combat [Strength];
    Polearm = "Polearm" Combat [Strength];
    Flexible = "Flexible" Combat [Dexterity];
    Sling = "Sling" Combat [Dexterity];
    Bow = "Bow" Combat [Dexterity];
    Crossbow = "Crossbow" Combat [Dexterity];
    Pistol = "Pistol" Combat [Dexterity];
    Rifle = "Rifle" Combat [Dexterity];
    Launcher = "Launcher" Combat [Dexterity];
    Initiative = "Initiative" Combat [Dexterity];
    Athletics = "Athletics" Physical [Strength];
    Acrobatics = "Acrobatics" Physical [Dexterity];
    Manipulation = "Manipulation" Physical [Dexterity];
    Stealth = "Stealth" Physical [Dexterity];
    Thievery = "Thievery" Physical [Dexterity];
    Throwing = "Throwing" Physical [Dexterity];
    Endurance = "Endurance" Physical [Constitution];
    Appraise = "Appraise" Personal [Intelligence];
    Investigation = "Investigation" Personal [Intelligence];
    AnimalEmpathy = "Animal Empathy" Personal [Wisdom];
    Deduction = "Deduction" Personal [Wisdom];
    Perception = "Perception" Personal [Wisdom];
    Streetwise = "Streetwise" Personal [Wisdom];
    Diplomacy = "Diplomacy" Personal [Charisma];
    Deception = "Deception" Personal [Charisma];
    Disguise = "Disguise" Personal [Charisma];
    Intimidation = "Intimidation" Personal [Charisma];
    Arcana = "Arcana" Knowledge [Intelligence];
    Bureaucracy = "Bureaucracy" Knowledge [Wisdom];
    Culture = "Culture" Knowledge [Wisdom];
    Engineering = "Engineering" Knowledge [Intelligence];
    Medicine = "Medicine" Knowledge [Wisdom];
    Nature = "Nature" Knowledge [Intelligence];
    Alchemy = "Alchemy" Professional [Intelligence];
    Artistry = "Artistry" Professional [Charisma];
    Bushcraft = "Bushcraft" Professional [Wisdom];
    Cooking = "Cooking" Professional [Wisdom];
    Crafting = "Crafting" Professional [Intelligence];
    Herbalism = "Herbalism" Professional [Intelligence];
    Jeweling = "Jeweling" Professional [Dexterity];
    Leatherworking = "Leatherworking" Professional [Dexterity];
    Masonry = "Masonry" Professional [Strength];
    Smithing = "Smithing" Professional [Strength];
    Performance = "Performance" Professional [Charisma];
    Riding = "Riding" Professional [Dexterity];
    Woodworking = "Woodworking" Professional [Strength];
    Weaving = "Weaving" Professional [Dexterity];
}

impl Skill {
    /// As it is written in stories and content.
    pub fn key(self) -> String {
        self.name().to_lowercase().replace(' ', "_")
    }

    /// By its name, however it is written.
    pub fn named(name: &str) -> Option<Self> {
        let plain = name.replace(['_', '-'], " ");
        Self::ALL.iter().copied().find(|skill| skill.name().eq_ignore_ascii_case(&plain))
    }

    /// Whether it is one of the three Reactive Defenses.
    pub fn is_defense(self) -> bool {
        matches!(self, Self::Reflex | Self::Fortitude | Self::Will)
    }

    /// Whether weapons for melee use it.
    pub fn is_melee(self) -> bool {
        self > Self::Will && self <= Self::Flexible
    }

    /// Whether weapons that shoot use it.
    pub fn is_ranged(self) -> bool {
        self >= Self::Sling && self <= Self::Launcher
    }
}

impl Degree {
    /// All five, the lowest first.
    pub const ALL: &[Self] = &[Self::Untrained, Self::Learning, Self::Competent, Self::Expert, Self::Master];

    /// What it adds.
    pub fn value(self) -> u8 {
        self as u8 * 2
    }

    /// The next one up.
    pub fn next(self) -> Option<Self> {
        Self::ALL.iter().copied().find(|degree| *degree > self)
    }

    /// The one with this value.
    pub fn of_value(value: u8) -> Option<Self> {
        Self::ALL.iter().copied().find(|degree| degree.value() == value)
    }

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Untrained => "Untrained",
            Self::Learning => "Learning",
            Self::Competent => "Competent",
            Self::Expert => "Expert",
            Self::Master => "Master",
        }
    }

    /// By its name, however it is written.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|degree| degree.name().eq_ignore_ascii_case(name))
    }
}
