//! Rows of body charts and conditions.

use boneyard_content::Amount;
use boneyard_table::RuleId;
use serde::Deserialize;

use super::{Book, Rest};
use crate::state::PartSheet;

/// A chart.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ChartRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// Its parts.
    pub parts: Vec<ChartPart>,
    /// Crossed-out parts that knock out.
    pub limit: Option<u8>,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// The rest.
    #[serde(flatten)]
    pub rest: Rest,
}

/// A part of a chart.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChartPart {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: String,
    /// Losing it knocks out.
    #[serde(default)]
    pub vital: bool,
    /// The part it hangs on.
    pub beyond: Option<String>,
    /// The part that takes what it cannot.
    pub passes: Option<String>,
}

impl ChartRow {
    /// The chart as a sheet has it.
    pub fn chart(&self) -> Vec<PartSheet> {
        let at = |name: &Option<String>| {
            let name = name.as_ref()?;
            self.parts.iter().position(|part| part.name == *name).map(|at| at as u8)
        };
        let part = |part: &ChartPart| PartSheet {
            name: part.name.clone(),
            kind: part.kind.clone(),
            vital: part.vital,
            beyond: at(&part.beyond),
            passes: at(&part.passes),
        };
        self.parts.iter().map(part).collect()
    }
}

/// A condition with its growing words.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct StatusRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// Words for intensity 1, 2 and 3.
    #[serde(default)]
    pub words: Vec<String>,
    /// Other names.
    #[serde(default)]
    pub also: Vec<String>,
    /// The base quality it touches.
    pub quality: Option<String>,
    /// What it takes for each step.
    pub takes: Option<Amount<String>>,
    /// What its bearer reads.
    #[serde(default)]
    pub effect: String,
    /// What it does, in words.
    #[serde(default)]
    pub text: String,
    /// Its rule in code.
    pub hook: Option<String>,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// The rest.
    #[serde(flatten)]
    pub rest: Rest,
}

impl Book {
    /// The condition called so at any intensity, and that intensity.
    pub fn status(&self, name: &str) -> Option<(&StatusRow, u8)> {
        let same = |word: &String| word.eq_ignore_ascii_case(name);
        self.statuses.iter().find_map(|row| {
            let step = row.words.iter().position(same).map(|at| at as u8 + 1);
            let named = row.name.eq_ignore_ascii_case(name) || row.also.iter().any(same);
            step.or(named.then_some(1)).map(|step| (row, step))
        })
    }
}
