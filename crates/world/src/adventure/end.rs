//! Tables, handouts, goals, and how an adventure ends.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effects, Test};
use crate::dialect::Dialect;
use crate::dice::Dice;
use crate::name::{EndId, FileName, GoalId, HandoutId, RoleName, TableId, Text};

/// What dice decide.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Table<G: Dialect> {
    /// Its id.
    pub id: TableId,
    /// What it is called.
    #[serde(default, skip_serializing_if = "super::nothing")]
    pub name: Text,
    /// What the game's rules use it for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plays: Option<RoleName>,
    /// What is rolled.
    pub dice: Dice,
    /// Its rows, lowest first.
    pub rows: Vec<Row<G>>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Row<G: Dialect> {
    /// The lowest total it stands for.
    pub from: i32,
    /// The highest; the same if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<i32>,
    /// For the game master.
    #[serde(default, skip_serializing_if = "super::nothing")]
    pub text: Text,
    /// What happens.
    #[serde(default, skip_serializing_if = "Effects::is_none")]
    pub then: Effects<G>,
}

/// What players are given to look at.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Handout {
    /// Its id.
    pub id: HandoutId,
    /// What it is called.
    pub name: Text,
    /// What it says.
    #[serde(default, skip_serializing_if = "super::nothing")]
    pub text: Text,
    /// A picture beside the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<FileName>,
}

/// What can be met or lost.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Goal<G: Dialect> {
    /// Its id.
    pub id: GoalId,
    /// What it is called.
    pub name: Text,
    /// More about it.
    #[serde(default, skip_serializing_if = "super::nothing")]
    pub text: Text,
    /// Players see it.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub open: bool,
    /// Met as soon as this holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub met: Vec<Test<G>>,
    /// Made up for where this holds at the end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made_up: Vec<Test<G>>,
    /// Lost as soon as this holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<Test<G>>,
    /// What comes of meeting it.
    #[serde(default, skip_serializing_if = "Effects::is_none")]
    pub then: Effects<G>,
}

/// How it ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct End<G: Dialect> {
    /// Its id.
    pub id: EndId,
    /// What it is called.
    pub name: Text,
    /// What everybody reads.
    #[serde(default, skip_serializing_if = "super::nothing")]
    pub text: Text,
    /// Ends by itself when this holds; only by `end` if nothing is said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub r#if: Vec<Test<G>>,
    /// What comes of it.
    #[serde(default, skip_serializing_if = "Effects::is_none")]
    pub then: Effects<G>,
}
