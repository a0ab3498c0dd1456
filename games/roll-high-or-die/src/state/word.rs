//! Small words of the game that people, stories and content write in their own ways: sizes, stances, defenses, cover,
//! light, damage. Each is read by name, capitals and underscores aside.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::{Ability, Condition, Degree, Skill};

macro_rules! words {
    ($($(#[$doc:meta])* $type:ident ($told:literal) { $first:ident = $first_name:literal $(, $value:ident = $name:literal)* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        #[allow(missing_docs)]
        pub enum $type {
            $first,
            $($value,)*
        }

        impl $type {
            /// All of them, in their order.
            pub const ALL: &[Self] = &[Self::$first $(, Self::$value)*];

            /// As it is told.
            pub fn name(self) -> &'static str {
                match self {
                    Self::$first => $first_name,
                    $(Self::$value => $name,)*
                }
            }

            /// By its name, however it is written.
            pub fn named(name: &str) -> Option<Self> {
                let plain = name.replace(['_', '-'], " ");
                Self::ALL.iter().copied().find(|known| known.name().eq_ignore_ascii_case(&plain))
            }
        }
    )*};
}

words! {
    /// How large somebody or something is, the smallest first.
    Size("size") { Tiny = "Tiny", Small = "Small", Medium = "Medium", Large = "Large" }
    /// How somebody holds themselves.
    Stance("stance") { HighReady = "High Ready", LowReady = "Low Ready", Crouched = "Crouched", Prone = "Prone" }
    /// A Reactive Defense.
    Defense("Defense") { Reflex = "Reflex", Fortitude = "Fortitude", Will = "Will" }
    /// How much something covers, the least first.
    Cover("cover") { No = "No", Low = "Low", High = "High", Full = "Full" }
    /// How bright it is, the darkest first.
    Light("light") { Darkness = "Darkness", Low = "Low", High = "High", Blinding = "Blinding" }
    /// What damage is made of.
    DamageType("damage type") {
        Bludgeoning = "Bludgeoning", Piercing = "Piercing", Slashing = "Slashing", Acid = "Acid", Cold = "Cold",
        Electric = "Electric", Fire = "Fire", Force = "Force", Necrotic = "Necrotic", Psychic = "Psychic",
        Radiant = "Radiant",
    }
    /// How far the world has come, the oldest first.
    Tech("tech level") { Archaic = "archaic", Powder = "powder", Modern = "modern" }
    /// How people meet somebody who asks for something, the worst first.
    Attitude("attitude") { Hostile = "Hostile", Wary = "Wary", Open = "Open", Friendly = "Friendly" }
    /// How somebody regards another.
    Regard("regard") { Ally = "ally", Neutral = "neutral", Hostile = "hostile" }
}

macro_rules! read_by_name {
    ($($type:ident: $told:literal),*) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                $type::named(&text).ok_or_else(|| {
                    let known: Vec<&str> = $type::ALL.iter().map(|known| known.name()).collect();
                    let short: String = text.chars().take(30).collect();
                    let told = format!(concat!("`{}` is no ", $told, "; there are {}"), short, known.join(", "));
                    serde::de::Error::custom(told)
                })
            }
        }
    )*};
}

read_by_name!(
    Size: "size", Stance: "stance", Defense: "Defense", Cover: "cover", Light: "light", DamageType: "damage type",
    Tech: "tech level", Attitude: "attitude", Regard: "regard", Ability: "ability", Skill: "Skill", Degree: "Degree",
    Condition: "Condition"
);

impl Size {
    /// Spaces across that a creature fills.
    #[inline]
    pub fn spaces(self) -> u8 {
        if self == Self::Large { 2 } else { 1 }
    }

    /// Feet from the bottom of a creature's space to its top.
    #[inline]
    pub fn tall(self) -> i16 {
        if self == Self::Large { 10 } else { 5 }
    }

    /// What a slot of this size is worth in Tiny ones.
    pub fn units(self) -> u16 {
        match self {
            Self::Tiny => 1,
            Self::Small => 3,
            Self::Medium => 12,
            Self::Large => 36,
        }
    }
}

impl Defense {
    /// The Skill whose Degree it adds.
    pub fn skill(self) -> Skill {
        match self {
            Self::Reflex => Skill::Reflex,
            Self::Fortitude => Skill::Fortitude,
            Self::Will => Skill::Will,
        }
    }
}

impl Stance {
    /// Whether one can run in it.
    pub fn is_upright(self) -> bool {
        matches!(self, Self::HighReady | Self::LowReady)
    }
}
