//! Essence: what somebody can do with theirs, what they keep up, strain and what is owed for it.

use std::fmt;

use boneyard_table::{RuleId, Who};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Base;

/// A number that may end in a half, counted in halves: feet, pounds, days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Halves(pub i32);

impl Halves {
    /// A whole number.
    pub const fn whole(number: i32) -> Self {
        Self(number.saturating_mul(2))
    }

    /// A length in words.
    pub fn feet(self) -> String {
        format!("{self} {}", if self == Self::whole(1) { "foot" } else { "feet" })
    }

    /// A weight in words.
    pub fn lbs(self) -> String {
        format!("{self} {}", if self == Self::whole(1) { "lb" } else { "lbs" })
    }
}

impl fmt::Display for Halves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 % 2 == 0 { write!(f, "{}", self.0 / 2) } else { write!(f, "{}.5", self.0 / 2) }
    }
}

impl Serialize for Halves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 2 == 0 {
            serializer.serialize_i32(self.0 / 2)
        } else {
            // Half of a small whole number is exact.
            serializer.serialize_f64(f64::from(self.0) / 2.0)
        }
    }
}

impl<'de> Deserialize<'de> for Halves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = Halves;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, or one that ends in a half")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Halves, E> {
                let twice = number.checked_mul(2).and_then(|twice| i32::try_from(twice).ok());
                twice.map(Halves).ok_or_else(|| E::custom("that number is too large"))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Halves, E> {
                i64::try_from(number)
                    .map_err(|_| E::custom("that number is too large"))
                    .and_then(|number| self.visit_i64(number))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Halves, E> {
                let twice = number * 2.0;
                if twice.fract() != 0.0 || twice.abs() > 1e9 {
                    return Err(E::custom("only halves are counted: 7.5, not 7.3"));
                }
                Ok(Halves(twice as i32))
            }
        }
        deserializer.deserialize_any(Number)
    }
}

impl JsonSchema for Halves {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Halves".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "multipleOf": 0.5 })
    }
}

/// The nature and the skills of somebody's essence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Essence {
    /// Its aura, once that is known.
    pub aura: Option<String>,
    /// The aura came by the die.
    pub rolled: bool,
    /// Somebody minds choosing it.
    pub objected: bool,
    /// Skills that were learned.
    pub skills: Vec<RuleId>,
}

/// What play changes about an essence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Moved {
    /// What is kept up.
    pub holding: Vec<Holding>,
    /// Strain, if there is any.
    pub strain: Option<Strain>,
    /// Dice that the next roll loses.
    pub owes: Vec<Owes>,
    /// How far it reaches while something is in the way.
    pub cut: Option<Halves>,
    /// The round in which the last maintenance check was made.
    pub checked: u16,
}

/// Something kept up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Holding {
    /// By which skill.
    pub skill: RuleId,
    /// On whom.
    #[serde(default)]
    pub target: Option<Who>,
    /// On what, or for what.
    #[serde(default)]
    pub what: String,
    /// How far away.
    pub feet: Halves,
    /// For how many turns, the first included.
    pub turns: u16,
    /// Dice it may lend.
    #[serde(default)]
    pub lends: u8,
    /// Dice were lent.
    #[serde(default)]
    pub lent: bool,
    /// Days that went by inside it.
    #[serde(default)]
    pub days: Halves,
    /// Warmth it holds.
    #[serde(default)]
    pub heat: bool,
    /// Marks on it, where it guards.
    #[serde(default)]
    pub marks: Option<u8>,
    /// It runs slower, because the target resists.
    #[serde(default)]
    pub resisted: bool,
}

/// Strain: it goes once a full round, or the scene, has passed without using essence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Strain {
    /// The round of the fight in which it came or essence was last used.
    #[serde(default)]
    pub round: Option<u16>,
}

/// Dice that a coming roll loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Owes {
    /// On rolls with this base quality.
    pub base: Base,
    /// So many.
    pub dice: u8,
}

/// How often somebody's mind withstood somebody's essence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Withstood {
    /// Whose essence.
    pub user: Who,
    /// Whose mind.
    pub target: Who,
    /// How often.
    pub times: u8,
}

/// Something that lasts for a while after it is let go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Lingers {
    /// Whose essence.
    pub user: Who,
    /// On whom.
    pub target: Who,
    /// By which skill.
    pub skill: RuleId,
    /// Until this moment of the clock.
    pub until: u64,
}
