//! What a fight does not change of a character, a Creature or an object: what it is, what it can, what its entry
//! says against the usual rules.

use boneyard_table::{RuleId, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Ability, Arms, Condition, Defences, Draft, ItemSheet, Level, Proficiency, Scores, Trained};

/// What somebody is who takes no side until attacked.
pub const BYSTANDER: &str = "bystander";

/// What a creature is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A player's character.
    #[default]
    Hero,
    /// Anything the TS plays.
    Creature,
    /// A thing that stands there and can be broken.
    Object,
}

/// What flesh it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Flesh {
    /// Alive.
    #[default]
    Living,
    /// Dead and up again.
    Undead,
    /// Never alive.
    Construct,
}

/// How large it is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Size {
    Tiny,
    Small,
    #[default]
    Medium,
    Large,
    Huge,
}

/// What a fight does not change.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Sheet {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Which side it is on: 0 the characters', 1 their enemies'.
    pub side: u8,
    /// Who speaks for it.
    pub seat: Seat,
    /// The content entry it was made from.
    pub like: Option<RuleId>,
    /// Free words: elf, dwarf, sentient moss.
    pub species: String,
    /// How large.
    pub size: Size,
    /// What flesh.
    pub flesh: Flesh,
    /// Mindless, goblin, swarm and so on.
    pub tags: Vec<String>,
    /// Ability Scores.
    pub scores: Scores,
    /// Proficiencies.
    pub trained: Trained,
    /// Advanced Weapons it is trained with.
    pub advanced: Vec<(RuleId, Level)>,
    /// Talents and their levels.
    pub talents: Vec<(RuleId, u8)>,
    /// Spells it knows.
    pub spells: Vec<Known>,
    /// Marks on the way to a raise.
    pub marks: Vec<(MarkOn, u8)>,
    /// Points that are not marks yet.
    pub owed: u8,
    /// Silver pieces.
    pub silver: u32,
    /// L that a heap of small things counts as.
    pub heap: u8,
    /// Being made.
    pub draft: Option<Draft>,
    /// Its things.
    pub items: Vec<ItemSheet>,
    /// What its entry or the TS says against the usual rules.
    pub fixed: Fixed,
}

/// A spell somebody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Known {
    /// Its entry.
    pub spell: RuleId,
    /// The skill of its tradition.
    pub skill: Proficiency,
}

/// What a mark can be on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MarkOn {
    /// An Ability Score.
    Ability(Ability),
    /// A Proficiency.
    Proficiency(Proficiency),
    /// An Advanced Weapon.
    Advanced(RuleId),
    /// A Talent.
    Talent(RuleId),
}

/// Numbers that are as listed, not worked out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Fixed {
    /// Maximum HP.
    pub hp: Option<i16>,
    /// AC.
    pub ac: Option<i8>,
    /// Added to AC by hide or armor that is not a thing.
    pub hide: i8,
    /// Speed in feet.
    pub speed: Option<u16>,
    /// Perception bonus.
    pub perception: Option<i8>,
    /// Stealth bonus.
    pub stealth: Option<i8>,
    /// Natural attacks.
    pub attacks: Vec<Natural>,
    /// Magic Dice it has for good.
    pub magic_dice: u8,
    /// What it has against damage.
    pub defences: Defences,
    /// Squares it perceives without light.
    pub dark_sense: u8,
    /// The dark sense finds the Invisible too.
    pub sees_invisible: bool,
    /// It has no other sense.
    pub only_dark_sense: bool,
    /// Darkness is Dim Light for it.
    pub night_eyes: bool,
    /// Conditions it never has.
    pub never: Vec<Condition>,
    /// Cannot be Prone.
    pub never_prone: bool,
    /// Its Threat.
    pub threat: u8,
    /// The TS says it makes Death Saving Throws.
    pub important: bool,
    /// Added to Perception while asleep.
    pub asleep: i8,
}

/// An attack a Creature is born with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Natural {
    /// What it is called.
    pub name: String,
    /// Added to the d10.
    pub bonus: i8,
    /// What it does.
    pub arms: Arms,
}

impl Default for Sheet {
    fn default() -> Self {
        Self {
            name: String::new(),
            kind: Kind::Hero,
            side: 0,
            seat: Seat::GM,
            like: None,
            species: String::new(),
            size: Size::Medium,
            flesh: Flesh::Living,
            tags: Vec::new(),
            scores: Scores::default(),
            trained: Trained::default(),
            advanced: Vec::new(),
            talents: Vec::new(),
            spells: Vec::new(),
            marks: Vec::new(),
            owed: 0,
            silver: 0,
            heap: 0,
            draft: None,
            items: Vec::new(),
            fixed: Fixed::default(),
        }
    }
}

impl Sheet {
    /// Whether it is a player's character.
    #[inline]
    pub fn is_hero(&self) -> bool {
        self.kind == Kind::Hero
    }

    /// Whether it is of this kind: mindless, goblin, swarm.
    #[inline]
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|known| known == tag)
    }

    /// The level of a Talent, 0 without it.
    pub fn talent(&self, talent: RuleId) -> u8 {
        self.talents.iter().find(|(known, _)| *known == talent).map_or(0, |(_, level)| *level)
    }

    /// How far it is trained with an Advanced Weapon.
    pub fn advanced_level(&self, weapon: RuleId) -> Level {
        self.advanced.iter().find(|(known, _)| *known == weapon).map_or(Level::Untrained, |(_, level)| *level)
    }
}

impl Size {
    /// Squares across.
    #[inline]
    pub fn squares(self) -> u8 {
        match self {
            Self::Tiny | Self::Small | Self::Medium => 1,
            Self::Large => 2,
            Self::Huge => 3,
        }
    }

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tiny => "Tiny",
            Self::Small => "Small",
            Self::Medium => "Medium",
            Self::Large => "Large",
            Self::Huge => "Huge",
        }
    }

    /// By its name, however it is written.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Tiny, Self::Small, Self::Medium, Self::Large, Self::Huge]
            .into_iter()
            .find(|known| known.name().eq_ignore_ascii_case(name))
    }
}
