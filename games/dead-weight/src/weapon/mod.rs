//! Weapon notation: `DEX 1X+1 Nearby`. Parsed with the position of every mistake, printed back as
//! it is written, explained in words. What a weapon does in a fight is with the fight.

mod parse;
mod words;

use std::fmt;

use boneyard_table::RuleId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::house::{House, LetterE};
use crate::rules;
use crate::state::Attribute;

pub use parse::NotationError;

/// A weapon's or an enemy action's notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct Notation {
    /// A minus before the attribute: the defence check has a disadvantage.
    pub minus: bool,
    /// The attribute that is tested: the attacker's, or against an enemy's action the defender's.
    pub attribute: Attribute,
    /// What every hit does.
    pub base: Blow,
    /// What a great success adds, or a critical failure of the defence.
    pub critical: Option<Blow>,
    /// How far it reaches, where that is written.
    pub range: Option<Band>,
}

/// Wounds and effects of a hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Blow {
    /// Wounds.
    pub wounds: u8,
    /// Effects.
    pub effects: Effects,
}

/// The letters behind a number of wounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Effect {
    /// B: the target bleeds.
    Bleeding,
    /// D: dodge tokens cannot be used against it.
    NoDodge,
    /// E: stands where R stands.
    E,
    /// N: non-lethal.
    NonLethal,
    /// P: pierces armor.
    Piercing,
    /// R: no toughening up, no resistance.
    Raw,
    /// S: the target gets a stun token.
    Stun,
    /// X: shield tokens cannot be used against it.
    NoShield,
    /// ?: a special effect in the description.
    Special,
}

impl Effect {
    /// All, in the order of the grammar.
    pub const ALL: [Self; 9] = [
        Self::Bleeding,
        Self::NoDodge,
        Self::E,
        Self::NonLethal,
        Self::Piercing,
        Self::Raw,
        Self::Stun,
        Self::NoShield,
        Self::Special,
    ];

    /// As it is written.
    pub fn letter(self) -> char {
        match self {
            Self::Bleeding => 'B',
            Self::NoDodge => 'D',
            Self::E => 'E',
            Self::NonLethal => 'N',
            Self::Piercing => 'P',
            Self::Raw => 'R',
            Self::Stun => 'S',
            Self::NoShield => 'X',
            Self::Special => '?',
        }
    }
}

/// A set of effects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Effects(u16);

impl Effects {
    /// Whether this is among them.
    pub fn has(self, effect: Effect) -> bool {
        self.0 & (1 << effect as u16) != 0
    }

    /// With one more.
    #[must_use]
    pub fn with(self, effect: Effect) -> Self {
        Self(self.0 | 1 << effect as u16)
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// All of them, in the order of the grammar.
    pub fn iter(self) -> impl Iterator<Item = Effect> {
        Effect::ALL.into_iter().filter(move |effect| self.has(*effect))
    }
}

/// The four range bands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// Up to 1 square.
    Close,
    /// Up to 6 squares.
    Nearby,
    /// Up to 12 squares.
    #[serde(alias = "faraway", alias = "Faraway")]
    Far,
    /// Beyond.
    Distant,
}

impl Band {
    /// All, from near to far.
    pub const ALL: [Self; 4] = [Self::Close, Self::Nearby, Self::Far, Self::Distant];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Close => "Close",
            Self::Nearby => "Nearby",
            Self::Far => "Far",
            Self::Distant => "Distant",
        }
    }

    /// The band of so many squares.
    pub fn of(squares: u16) -> Self {
        match squares {
            0..=1 => Self::Close,
            2..=6 => Self::Nearby,
            7..=12 => Self::Far,
            _ => Self::Distant,
        }
    }

    /// The farthest square in it; Distant has no end.
    pub fn squares(self) -> u16 {
        match self {
            Self::Close => 1,
            Self::Nearby => 6,
            Self::Far => 12,
            Self::Distant => u16::MAX,
        }
    }
}

impl Notation {
    /// With so many wounds more on every hit, and past toughness and resistance if it is raw.
    #[must_use]
    pub fn sharpened(self, adds: u8, raw: bool) -> Self {
        let effects = if raw { self.base.effects.with(Effect::Raw) } else { self.base.effects };
        let base = Blow { wounds: self.base.wounds.saturating_add(adds), effects };
        Self { base, ..self }
    }

    /// How far it reaches: Close where nothing is written.
    pub fn reach(&self) -> Band {
        self.range.unwrap_or(Band::Close)
    }

    /// What a hit does, a great one where `critical`, as this table reads the letter E.
    pub fn blow(&self, critical: bool, house: &House) -> Blow {
        let more = self.critical.filter(|_| critical).unwrap_or_default();
        let wounds = self.base.wounds.saturating_add(more.wounds);
        let mut effects = self.base.effects.and(more.effects);
        if effects.has(Effect::E) && house.letter_e == LetterE::R {
            effects = effects.with(Effect::Raw);
        }
        Blow { wounds, effects }
    }

    /// Whether an adventurer may wield it: only enemies' actions have a minus.
    pub fn check_weapon(&self) -> Result<(), (RuleId, &'static str)> {
        let why = "a minus before the attribute is for enemies' actions; no weapon of an adventurer has one";
        if self.minus { Err((rules::DW_WEAP_06, why)) } else { Ok(()) }
    }
}

impl Blow {
    /// Wounds and nothing else.
    pub const fn plain(wounds: u8) -> Self {
        Self { wounds, effects: Effects(0) }
    }
}

impl fmt::Display for Blow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.wounds)?;
        self.effects.iter().try_for_each(|effect| write!(f, "{}", effect.letter()))
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minus = if self.minus { "-" } else { "" };
        write!(f, "{minus}{} {}", self.attribute.name(), self.base)?;
        if let Some(critical) = self.critical {
            write!(f, "+{critical}")?;
        }
        self.range.map_or(Ok(()), |range| write!(f, " {}", range.name()))
    }
}

impl TryFrom<String> for Notation {
    type Error = NotationError;

    fn try_from(text: String) -> Result<Self, NotationError> {
        text.parse()
    }
}

impl From<Notation> for String {
    fn from(notation: Notation) -> Self {
        notation.to_string()
    }
}
