//! What can be attempted, with what comes of it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Again, Effects, Test};
use crate::dialect::Dialect;
use crate::name::{HeldName, OutcomeName, Span, Text, TryId, WhereName, kind};
use crate::part::{OneOrMore, Ref};

/// Something that can be attempted. Without a check it is an activity.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Try<G: Dialect> {
    /// Its id.
    pub id: TryId,
    /// What it is, as a player reads it: "lift the great stone".
    pub what: Text,
    /// Where; anywhere if nothing is said.
    #[serde(default, skip_serializing_if = "OneOrMore::is_none")]
    pub r#where: OneOrMore<WhereName>,
    /// What is rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Ref<G::Check, kind::Checks>>,
    /// One of these is needed: things, or what the game says somebody knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<HeldName>,
    /// It can be tried while this holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub r#if: Vec<Test<G>>,
    /// Who is offered it.
    #[serde(default)]
    pub shown: Shown,
    /// How long it takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takes: Option<Span>,
    /// How often it can be tried.
    #[serde(default)]
    pub again: Again,
    /// What the player chooses among; `@chosen` in what comes of it is the choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choose: Vec<Text>,
    /// What comes of passing.
    #[serde(default, skip_serializing_if = "Effects::is_none")]
    pub passed: Effects<G>,
    /// What comes of failing.
    #[serde(default, skip_serializing_if = "Effects::is_none")]
    pub failed: Effects<G>,
    /// What comes of it in the game's own words.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub outcomes: BTreeMap<OutcomeName, Effects<G>>,
    /// More about it.
    #[serde(default, skip_serializing_if = "super::nothing")]
    pub text: Text,
}

/// Who is offered a try.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    /// Everybody there.
    #[default]
    Open,
    /// Everybody there who has looked around.
    Searched,
    /// The game master alone; at a table without one, everybody there.
    Gm,
}
