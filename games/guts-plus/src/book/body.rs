//! Rows of body charts and conditions.

use std::sync::Arc;

use boneyard_content::{Amount, Catalog};
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
    pub name: Arc<str>,
    /// Words for intensity 1, 2 and 3.
    #[serde(default)]
    pub words: Vec<Arc<str>>,
    /// Other names.
    #[serde(default)]
    pub also: Vec<String>,
    /// The base quality it touches.
    pub quality: Option<String>,
    /// What it takes for each step.
    pub takes: Option<Amount<String>>,
    /// What its bearer reads.
    #[serde(default)]
    pub effect: Arc<str>,
    /// What it does, in words.
    #[serde(default)]
    pub text: Arc<str>,
    /// Its rule in code.
    pub hook: Option<String>,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// The rest.
    #[serde(flatten)]
    pub rest: Rest,
}

/// Where every name of a condition stands: blows look them up in every fight of a simulation.
#[derive(Clone, Debug, Default)]
pub struct StatusNames {
    /// In small letters and in order; with the place of the row and the intensity.
    all: Vec<(String, usize, u8)>,
    /// Those that stun.
    stunning: Vec<String>,
}

impl StatusNames {
    pub(super) fn of(rows: &Catalog<StatusRow>) -> Self {
        let mut all: Vec<(String, usize, u8)> = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            let words = row.words.iter().map(|word| &**word).zip(1..);
            let names = std::iter::once(&*row.name).chain(row.also.iter().map(String::as_str));
            all.extend(
                words
                    .chain(names.zip(std::iter::repeat(1)))
                    .map(|(name, step)| (name.to_ascii_lowercase(), at, step)),
            );
        }
        // Stable, so that of several with one name the first stays.
        all.sort_by(|one, other| one.0.cmp(&other.0));
        all.dedup_by(|later, first| later.0 == first.0);
        let stuns = |at: usize| rows.nth(at).is_some_and(|row| row.hook.as_deref() == Some("stunned"));
        let stunning = all.iter().filter(|(_, at, _)| stuns(*at)).map(|(name, ..)| name.clone()).collect();
        Self { all, stunning }
    }

    fn find(&self, name: &str) -> Option<(usize, u8)> {
        let wanted = || name.bytes().map(|letter| letter.to_ascii_lowercase());
        let at = self.all.binary_search_by(|(known, ..)| known.bytes().cmp(wanted())).ok()?;
        Some((self.all[at].1, self.all[at].2))
    }
}

impl Book {
    /// The condition called so at any intensity, and that intensity.
    pub fn status(&self, name: &str) -> Option<(&StatusRow, u8)> {
        let (at, step) = self.status_names.find(name)?;
        self.statuses.nth(at).map(|row| (row, step))
    }

    /// Whether the condition called so stuns.
    pub fn stuns(&self, name: &str) -> bool {
        self.status_names.stunning.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}
