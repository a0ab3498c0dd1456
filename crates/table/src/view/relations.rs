//! How things stand between pairs: who sees whom, who holds whom, who hates whom.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed, Tone};
use super::msg::{Msg, MsgValue};
use crate::RuleId;

/// A matrix of pairs; only pairs that say something are listed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Relations {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// Whose view.
    pub rows: Vec<RelationSide>,
    /// Of whom.
    pub cols: Vec<RelationSide>,
    /// How they stand.
    pub cells: Vec<Relation>,
}

/// One row or column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RelationSide {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: Msg,
}

/// How a row stands to a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Relation {
    /// The key of the row.
    pub row: String,
    /// The key of the column.
    pub col: String,
    /// How: "hidden from it".
    pub grade: Msg,
    /// Whether that is welcome.
    #[serde(default)]
    pub tone: Tone,
    /// The rule that says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
}

impl Relations {
    /// No pairs yet.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>) -> Self {
        Relations { frame: Frame::new(key, label), rows: Vec::new(), cols: Vec::new(), cells: Vec::new() }
    }

    /// Adds a row.
    #[must_use]
    pub fn row(mut self, key: impl Into<String>, name: impl Into<Msg>) -> Self {
        self.rows.push(RelationSide { key: key.into(), name: name.into() });
        self
    }

    /// Adds a column.
    #[must_use]
    pub fn col(mut self, key: impl Into<String>, name: impl Into<Msg>) -> Self {
        self.cols.push(RelationSide { key: key.into(), name: name.into() });
        self
    }

    /// Says how a pair stands.
    #[must_use]
    pub fn cell(mut self, cell: Relation) -> Self {
        self.cells.push(cell);
        self
    }

    /// The name of a row or column.
    pub fn name<'a>(sides: &'a [RelationSide], key: &'a str) -> &'a str {
        sides.iter().find(|side| side.key == key).map_or(key, |side| side.name.text())
    }
}

impl Relation {
    /// How a row stands to a column.
    pub fn new(row: impl Into<String>, col: impl Into<String>, grade: impl Into<Msg>, tone: Tone) -> Self {
        Relation { row: row.into(), col: col.into(), grade: grade.into(), tone, rule: None }
    }

    /// Names the rule.
    #[must_use]
    pub fn rule(mut self, rule: RuleId) -> Self {
        self.rule = Some(rule);
        self
    }
}

impl Framed for Relations {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        if self.cells.is_empty() {
            return Msg::new("{label}: nothing to tell.").with("label", &self.frame.label);
        }
        let pairs = MsgValue::list(self.cells.iter().map(|cell| {
            Msg::new("{row} to {col}: {grade}")
                .with("row", String::from(Relations::name(&self.rows, &cell.row)))
                .with("col", String::from(Relations::name(&self.cols, &cell.col)))
                .with("grade", &cell.grade)
        }));
        Msg::new("{label}. {pairs}.").with("label", &self.frame.label).with("pairs", pairs)
    }
}
