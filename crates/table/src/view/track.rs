//! Cells that fill up one by one: wounds, death saves, lessons, protection marks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed};
use super::msg::{Msg, MsgValue};

/// A row of cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Track {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// The cells in order.
    pub cells: Vec<Cell>,
    /// What each kind of cell means here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<CellKind>,
    /// How many marks there may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// At how many marks its owner dies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dies_at: Option<u32>,
}

/// One cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cell {
    /// How it is drawn.
    pub state: CellState,
}

/// How a cell is drawn: each has its own shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CellState {
    /// Free.
    Open,
    /// Marked.
    Filled,
    /// Tired: hatched.
    Tired,
    /// Wounded: crossed.
    Wound,
    /// Gone for good.
    Lost,
    /// A success.
    Good,
    /// A failure.
    Bad,
}

/// What cells of one look mean on this track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CellKind {
    /// The look.
    pub state: CellState,
    /// The meaning.
    pub label: Msg,
}

impl Track {
    /// An empty track.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>) -> Self {
        let frame = Frame::new(key, label);
        Track { frame, cells: Vec::new(), kinds: Vec::new(), limit: None, dies_at: None }
    }

    /// So many cells marked, the rest open.
    pub fn of(key: impl Into<String>, label: impl Into<Msg>, marked: u32, size: u32) -> Self {
        let open = size.saturating_sub(marked);
        Track::new(key, label).cells(CellState::Filled, marked).cells(CellState::Open, open)
    }

    /// Adds so many cells of one kind.
    #[must_use]
    pub fn cells(mut self, state: CellState, number: u32) -> Self {
        self.cells.extend(cells_of(state, number));
        self
    }

    /// Says what a kind of cell means here.
    #[must_use]
    pub fn kind(mut self, state: CellState, label: impl Into<Msg>) -> Self {
        self.kinds.push(CellKind { state, label: label.into() });
        self
    }

    /// How many marks there may be.
    #[must_use]
    pub fn limit(mut self, limit: u32) -> Self {
        self.limit = Some(limit);
        self
    }

    /// At how many marks its owner dies.
    #[must_use]
    pub fn dies_at(mut self, marks: u32) -> Self {
        self.dies_at = Some(marks);
        self
    }

    /// How many cells look like this.
    pub fn count(&self, state: CellState) -> usize {
        self.cells.iter().filter(|cell| cell.state == state).count()
    }
}

impl CellState {
    /// The cell in a line of text.
    pub fn glyph(self) -> char {
        match self {
            CellState::Open => '□',
            CellState::Filled => '■',
            CellState::Tired => '▨',
            CellState::Wound => '☒',
            CellState::Lost => '─',
            CellState::Good => '+',
            CellState::Bad => '×',
        }
    }
}

impl Framed for Track {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        let marked = self.cells.len() - self.count(CellState::Open);
        let kinds = self.kinds.iter().filter(|kind| self.count(kind.state) > 0);
        let told: Vec<Msg> = kinds
            .map(|kind| Msg::new("{n} {kind}").with("n", self.count(kind.state)).with("kind", &kind.label))
            .collect();
        let marks = if told.is_empty() { MsgValue::from(marked) } else { MsgValue::list(told) };
        let msg = match (self.dies_at, self.limit) {
            (Some(at), _) => Msg::new("{label}: {marks}, dies at {at}.").with("at", at),
            (None, Some(limit)) => Msg::new("{label}: {marks} of {limit}.").with("limit", limit),
            (None, None) => Msg::new("{label}: {marks} of {size}.").with("size", self.cells.len()),
        };
        msg.with("label", &self.frame.label).with("marks", marks)
    }
}

/// So many cells of one look.
pub(super) fn cells_of(state: CellState, number: u32) -> impl Iterator<Item = Cell> {
    (0..number).map(move |_| Cell { state })
}
