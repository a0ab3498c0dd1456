//! What counts: clocks, dooms, stores.

use std::fmt;

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::{Effects, Test};
use crate::dialect::Dialect;
use crate::name::{Often, RoleName, Text, TrackerId};

/// What counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Tracker<G: Dialect> {
    /// Its id.
    pub id: TrackerId,
    /// What it is called.
    pub name: Text,
    /// Where it begins.
    #[serde(default)]
    pub start: i32,
    /// Where it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Size>,
    /// Players see it.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub open: bool,
    /// What the game's rules use it for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plays: Option<RoleName>,
    /// It moves by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<Often>,
    /// By so much.
    #[serde(default = "one")]
    pub by: i32,
    /// While this holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub r#if: Vec<Test<G>>,
    /// What happens where.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step<G>>,
    /// Setting it back arms its steps again; otherwise each comes once for good.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub rearms: bool,
    /// What happens each time it would go beyond its end.
    #[serde(default, skip_serializing_if = "Effects::is_none")]
    pub over: Effects<G>,
}

/// Where a tracker ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Size {
    /// At so many.
    Fixed(i32),
    /// As the party is large.
    Party(Party),
}

/// So many for each hero at the start, and so many more.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Party {
    /// For each hero.
    pub each: i32,
    /// And so many more.
    #[serde(default)]
    pub more: i32,
    /// At least so many.
    #[serde(default)]
    pub least: i32,
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct See;
        impl<'de> Visitor<'de> for See {
            type Value = Size;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, or { each = 1, more = 0 }")
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Size, E> {
                let number = i32::try_from(number).ok().filter(|number| (1..=1000).contains(number));
                number.map(Size::Fixed).ok_or_else(|| E::custom("a tracker has 1 to 1000 steps"))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Size, E> {
                self.visit_i64(i64::try_from(number).unwrap_or(i64::MAX))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Size, A::Error> {
                Party::deserialize(MapAccessDeserializer::new(map)).map(Size::Party)
            }
        }
        from.deserialize_any(See)
    }
}

/// What happens when a tracker comes to a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Step<G: Dialect> {
    /// The number.
    pub at: i32,
    /// What it is called.
    #[serde(default, skip_serializing_if = "super::nothing")]
    pub name: Text,
    /// For the game master; players hear it only by `tell` or `announce`.
    #[serde(default, skip_serializing_if = "super::nothing")]
    pub text: Text,
    /// What happens.
    #[serde(default, skip_serializing_if = "Effects::is_none")]
    pub then: Effects<G>,
}

fn one() -> i32 {
    1
}
