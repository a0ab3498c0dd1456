//! Things: what never changes of one ([`ItemSheet`]) apart from how it is now ([`Item`]).

use boneyard_table::RuleId;
use boneyard_table::clock::Time;
use boneyard_table::view::Direction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{DamageType, Dice, Spot};

/// The most things one creature keeps track of.
pub const MOST_THINGS: usize = 60;

/// What never changes of a thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ItemSheet {
    /// What it is called.
    pub name: String,
    /// Its entry in the content.
    pub kind: Option<RuleId>,
    /// What it is good for.
    pub ware: Ware,
    /// How large and heavy it is.
    pub bulk: Bulk,
    /// What it was sold for.
    pub price: u16,
    /// It fits Small people only.
    pub small: bool,
}

/// What a thing is good for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ware {
    /// Nothing the rules know.
    #[default]
    Thing,
    /// Striking, shooting, throwing.
    Weapon(Arms),
    /// Being worn.
    Armor(Armor),
    /// Giving light.
    Lamp(Lamp),
    /// Lamp oil.
    Oil,
    /// Shots for a ranged weapon.
    Ammunition,
    /// Stabilising and treating.
    Kit,
    /// Opening locks, disarming traps.
    Tools,
    /// Lighting things.
    Tinderbox,
    /// Eating at a Rest.
    Ration,
    /// Climbing.
    Rope,
    /// What its entry in the content says.
    Artifact,
}

/// How large and heavy a thing is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bulk {
    /// `--`: does not count.
    #[default]
    Negligible,
    /// `L`: ten are one.
    Light,
    /// A whole number.
    Whole(u8),
}

/// What a weapon does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Arms {
    /// Damage.
    pub dice: Dice,
    /// Of which type.
    pub kind: DamageType,
    /// Its traits.
    #[serde(default)]
    #[schemars(with = "Vec<Trait>")]
    pub traits: SmallVec<[Trait; 2]>,
    /// How far it strikes, in squares.
    #[serde(default = "one")]
    pub reach: u8,
    /// How far it shoots, in squares; nothing for weapons one strikes with.
    #[serde(default)]
    pub range: Option<u8>,
    /// Hands it takes.
    #[serde(default = "one")]
    pub hands: u8,
    /// An Advanced Weapon is a Proficiency of its own.
    #[serde(default)]
    pub advanced: Option<RuleId>,
    /// On a Critical Failure the one hit is always the wielder.
    #[serde(default)]
    pub own_fumble: bool,
}

fn one() -> u8 {
    1
}

/// What a weapon can do besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trait {
    /// A Critical Success triples the damage.
    Deadly,
    /// Doubles damage to objects.
    Destructive,
    /// 2 more to the Prone.
    Executing,
    /// Dexterity may replace Strength.
    Finesse,
    /// A Critical Success Immobilizes.
    Impaling,
    /// Half the damage may spill over.
    Sweeping,
    /// Two weapons used as one.
    Twin,
    /// Half of Strength to damage.
    Weighty,
}

/// What armor gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Armor {
    /// Added to AC.
    pub ac: i8,
    /// Added to Stealth checks.
    pub stealth: i8,
    /// Minutes to put it on.
    pub minutes: u8,
    /// Heavy Armor, as Fighting Styles know it.
    pub heavy: bool,
}

/// What a light source sheds, in squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Lamp {
    /// Normal Light so far.
    pub normal: u8,
    /// Dim Light so much further.
    pub dim: u8,
    /// In a cone, not all around.
    #[serde(default)]
    pub cone: bool,
    /// Dim Light so far with its hood lowered.
    #[serde(default)]
    pub hooded: Option<u8>,
    /// Minutes of a filling, or of the whole thing.
    pub minutes: u16,
    /// Burns oil.
    #[serde(default)]
    pub oil: bool,
}

/// How a thing is now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Item {
    /// Where it is.
    pub place: Place,
    /// How many there are.
    pub count: u16,
    /// Minutes of light or uses left.
    pub left: u16,
    /// Burning since.
    pub lit: Option<Time>,
    /// Its hood is lowered.
    pub hood: bool,
    /// Where its cone points.
    pub facing: Option<Direction>,
    /// What it can take before it breaks, where that was hurt.
    pub hurt: u8,
}

/// Where a thing is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// In one hand.
    Hand,
    /// In both hands.
    Hands,
    /// Worn.
    Worn,
    /// Packed away.
    #[default]
    Pack,
    /// On the floor of a square, or on the floor where there is no map.
    Floor(Option<Spot>),
    /// No more.
    Gone,
}

impl Trait {
    /// All eight.
    pub const ALL: [Self; 8] = [
        Self::Deadly,
        Self::Destructive,
        Self::Executing,
        Self::Finesse,
        Self::Impaling,
        Self::Sweeping,
        Self::Twin,
        Self::Weighty,
    ];

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Deadly => "Deadly",
            Self::Destructive => "Destructive",
            Self::Executing => "Executing",
            Self::Finesse => "Finesse",
            Self::Impaling => "Impaling",
            Self::Sweeping => "Sweeping",
            Self::Twin => "Twin",
            Self::Weighty => "Weighty",
        }
    }

    /// By its name, however it is written.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(name))
    }
}

impl Arms {
    /// Whether it has a trait.
    #[inline]
    pub fn has(&self, what: Trait) -> bool {
        self.traits.contains(&what)
    }

    /// Whether one shoots with it.
    #[inline]
    pub fn shoots(&self) -> bool {
        self.range.is_some()
    }
}

impl Place {
    /// Whether it is held.
    #[inline]
    pub fn is_held(self) -> bool {
        matches!(self, Self::Hand | Self::Hands)
    }

    /// Hands it takes there.
    #[inline]
    pub fn hands(self) -> u8 {
        match self {
            Self::Hand => 1,
            Self::Hands => 2,
            _ => 0,
        }
    }

    /// Whether its owner has it.
    #[inline]
    pub fn is_carried(self) -> bool {
        !matches!(self, Self::Floor(_) | Self::Gone)
    }

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hand => "hand",
            Self::Hands => "both hands",
            Self::Worn => "worn",
            Self::Pack => "pack",
            Self::Floor(_) => "floor",
            Self::Gone => "gone",
        }
    }
}

impl Item {
    /// One of a kind, in the pack.
    pub fn one() -> Self {
        Self { count: 1, ..Self::default() }
    }
}
