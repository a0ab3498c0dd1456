//! Weapons: a Base and Tags, those none can do without and optional ones. Any of them may be missing; whether a weapon is
//! valid is asked at each use.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Ability, DamageType, Defense, Dice, Size, Skill};

/// A weapon: a Base and Tags.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Arms {
    /// The Skill of its Base; none for natural weapons.
    pub base: Option<Skill>,
    /// The Size Tag.
    pub size: Option<Size>,
    /// The Range Tag.
    pub range: Option<Range>,
    /// The Weapon Ability Tag: one, or two to choose from.
    #[schemars(with = "Vec<Ability>")]
    pub ability: SmallVec<[Ability; 2]>,
    /// The Relevant Defense Tag.
    pub versus: Option<Defense>,
    /// The Damage Dice Tag.
    pub dice: Option<Dice>,
    /// The Damage Type Tag.
    pub kind: Option<DamageType>,
    /// Optional Tags.
    #[schemars(with = "Vec<WeaponTag>")]
    pub tags: SmallVec<[WeaponTag; 4]>,
}

/// How far a weapon reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Range {
    /// In melee, so many feet.
    Reach(u16),
    /// Shot, up to so many feet.
    Range(u16),
}

/// An optional Tag of a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WeaponTag {
    /// Needs both hands.
    TwoHanded,
    /// Other dice in both hands.
    Versatile(Dice),
    /// Costs 1 AP less.
    Quick,
    /// Costs 1 AP more.
    Unwieldy,
    /// May be thrown so far.
    Thrown(u16),
    /// Holds so many pieces.
    Capacity(u8),
    /// May jam.
    Jam(Jam),
    /// So much more damage.
    Power(u8),
    /// Dice showing 1 count as 2.
    Brutal,
    /// Armoring loses so much more.
    Denting(u8),
    /// So much of the damage is True.
    GapFinder(u8),
    /// Trips.
    Hooked,
    /// May slow instead.
    Entangling,
    /// Ignores Guarded and Parrying.
    Wraparound,
    /// Easily hidden.
    Concealed,
    /// Hits everybody so near to the target.
    Blast(u16),
    /// Is heard far off.
    Loud,
}

/// A Tag no weapon can do without.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VitalTag {
    /// Its Size.
    Size(Size),
    /// Its Range, in melee.
    Reach(u16),
    /// Its Range, where it shoots.
    Range(u16),
    /// The Weapon Ability: one, or two to choose from.
    Ability(Vec<Ability>),
    /// The Relevant Defense.
    Versus(Defense),
    /// The Damage Dice.
    Dice(Dice),
    /// The Damage Type.
    Type(DamageType),
}

/// A Tag that is being replaced by work.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Rework {
    /// What it will have.
    pub tag: VitalTag,
    /// Successful Watches so far.
    pub done: u8,
}

/// When a weapon jams and what clears it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Jam {
    /// Jams at this face or lower.
    pub upto: u8,
    /// The Unjam DC.
    pub unjam: u8,
}

impl Arms {
    /// What is missing for it to be a weapon at all.
    pub fn missing(&self) -> Option<&'static str> {
        let melee = !self.shoots();
        [
            (self.size.is_none(), "Size"),
            (self.range.is_none(), "Range"),
            (self.ability.is_empty(), "Weapon Ability"),
            (self.versus.is_none(), "Relevant Defense"),
            (melee && self.dice.is_none(), "Damage Dice"),
            (melee && self.kind.is_none(), "Damage Type"),
        ]
        .into_iter()
        .find_map(|(missing, tag)| missing.then_some(tag))
    }

    /// The same with another Tag of those it cannot do without.
    #[must_use]
    pub fn with(&self, tag: &VitalTag) -> Self {
        let mut arms = self.clone();
        match tag {
            VitalTag::Size(size) => arms.size = Some(*size),
            VitalTag::Reach(feet) => arms.range = Some(Range::Reach(*feet)),
            VitalTag::Range(feet) => arms.range = Some(Range::Range(*feet)),
            VitalTag::Ability(open) => arms.ability = open.iter().copied().collect(),
            VitalTag::Versus(defense) => arms.versus = Some(*defense),
            VitalTag::Dice(dice) => arms.dice = Some(*dice),
            VitalTag::Type(kind) => arms.kind = Some(*kind),
        }
        arms
    }

    /// Whether it shoots.
    pub fn shoots(&self) -> bool {
        matches!(self.range, Some(Range::Range(_)))
    }

    /// Feet it reaches in melee.
    pub fn reach(&self) -> u16 {
        match self.range {
            Some(Range::Reach(feet)) => feet,
            _ => 0,
        }
    }

    /// Feet it reaches as it is used.
    pub fn spans(&self, thrown: bool) -> u16 {
        match (thrown, self.range) {
            (true, _) => self.thrown().unwrap_or(0),
            (false, Some(Range::Reach(feet) | Range::Range(feet))) => feet,
            (false, None) => 0,
        }
    }

    /// How far it can be thrown.
    pub fn thrown(&self) -> Option<u16> {
        self.tags.iter().find_map(|tag| if let WeaponTag::Thrown(feet) = tag { Some(*feet) } else { None })
    }

    /// How many pieces it holds, if it must be loaded.
    pub fn capacity(&self) -> Option<u8> {
        self.tags.iter().find_map(|tag| if let WeaponTag::Capacity(most) = tag { Some(*most) } else { None })
    }

    /// When it jams.
    pub fn jam(&self) -> Option<Jam> {
        self.tags.iter().find_map(|tag| if let WeaponTag::Jam(jam) = tag { Some(*jam) } else { None })
    }

    /// Dice in both hands.
    pub fn versatile(&self) -> Option<Dice> {
        self.tags.iter().find_map(|tag| if let WeaponTag::Versatile(dice) = tag { Some(*dice) } else { None })
    }

    /// Whether it needs both hands.
    pub fn two_handed(&self) -> bool {
        self.size == Some(Size::Large) || self.tags.contains(&WeaponTag::TwoHanded)
    }

    /// What an Attack with it costs, before Traits.
    pub fn w(&self) -> u8 {
        let size = match self.size {
            Some(Size::Large) => 5,
            Some(Size::Medium) => 4,
            _ => 3,
        };
        let more = u8::from(self.tags.contains(&WeaponTag::Unwieldy));
        let less = u8::from(self.tags.contains(&WeaponTag::Quick));
        (size + more - less).max(2)
    }
}
