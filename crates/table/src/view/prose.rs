//! Words, tables and pictures: notes, handouts, biographies, tables that were rolled on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed};
use super::msg::{Msg, MsgValue};

/// Text in a safe part of Markdown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Text {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// The text.
    pub body: String,
}

/// Rows and columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Table {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// The heads of the columns.
    pub head: Vec<Msg>,
    /// The rows.
    pub rows: Vec<Vec<Msg>>,
    /// The row that was rolled, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hit: Option<u32>,
}

/// A picture, with words for those who do not see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Picture {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// Where it is kept.
    pub image: String,
    /// What it shows.
    pub alt: Msg,
}

impl Text {
    /// Text.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>, body: impl Into<String>) -> Self {
        Text { frame: Frame::new(key, label), body: body.into() }
    }
}

impl Table {
    /// A table with its heads.
    pub fn new<M: Into<Msg>>(
        key: impl Into<String>,
        label: impl Into<Msg>,
        head: impl IntoIterator<Item = M>,
    ) -> Self {
        let head = head.into_iter().map(Into::into).collect();
        Table { frame: Frame::new(key, label), head, rows: Vec::new(), hit: None }
    }

    /// Adds a row.
    #[must_use]
    pub fn row<M: Into<Msg>>(mut self, cells: impl IntoIterator<Item = M>) -> Self {
        self.rows.push(cells.into_iter().map(Into::into).collect());
        self
    }

    /// Marks the row that was rolled.
    #[must_use]
    pub fn hit(mut self, row: u32) -> Self {
        self.hit = Some(row);
        self
    }
}

impl Picture {
    /// A picture and what it shows.
    pub fn new(
        key: impl Into<String>,
        label: impl Into<Msg>,
        image: impl Into<String>,
        alt: impl Into<Msg>,
    ) -> Self {
        Picture { frame: Frame::new(key, label), image: image.into(), alt: alt.into() }
    }
}

impl Framed for Text {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        Msg::new("{label}: {body}").with("label", &self.frame.label).with("body", self.body.clone())
    }
}

impl Framed for Table {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        let hit = self.hit.and_then(|at| self.rows.get(usize::try_from(at).ok()?));
        match hit {
            Some(row) => Msg::new("{label}: {row}.").with("row", MsgValue::list(row.iter())),
            None => Msg::new("{label}, a table of {n} rows.").with("n", self.rows.len()),
        }
        .with("label", &self.frame.label)
    }
}

impl Framed for Picture {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        Msg::new("{label}, a picture: {alt}").with("label", &self.frame.label).with("alt", &self.alt)
    }
}
