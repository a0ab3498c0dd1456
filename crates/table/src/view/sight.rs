//! What is seen on a map and by which line: squares in rows, lines with their reasons, and what somebody would
//! see from another square. All of it was decided by the rules, for one seat.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::domain::Square;
use super::msg::Msg;
use crate::Who;

/// Squares side by side in one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Run {
    /// Floor, 0 at the ground.
    #[serde(default)]
    pub level: i32,
    /// Row, from 0 at the top.
    pub y: i32,
    /// The first column, from 0 at the left.
    pub x: i32,
    /// How many.
    pub n: u32,
}

/// The line that decides, with its reason. One between two creatures is drawn while one of them is pointed at;
/// any other always.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SightLine {
    /// From here, in tenths of a square.
    pub from: (i32, i32),
    /// To there.
    pub to: (i32, i32),
    /// Whether there is sight.
    pub clear: bool,
    /// What that means, in one sentence: "Goblin has high cover: the line is stopped by the wall at N8".
    pub say: Msg,
    /// Who looks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eye: Option<Who>,
    /// At whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Who>,
    /// The squares that decide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<Square>,
}

/// What somebody would see from a square, as far as this seat may know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Glimpse {
    /// The squares.
    pub seen: Vec<Run>,
    /// The lines from there to those who would be seen, or not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<SightLine>,
}

impl Run {
    /// Squares as rows; they come in the order of reading.
    pub fn of(squares: impl IntoIterator<Item = Square>) -> Vec<Self> {
        let mut runs: Vec<Self> = Vec::new();
        for Square { level, y, x } in squares {
            match runs.last_mut() {
                Some(run)
                    if (run.level, run.y) == (level, y)
                        && i64::from(run.x) + i64::from(run.n) == i64::from(x) =>
                {
                    run.n = run.n.saturating_add(1);
                }
                _ => runs.push(Run { level, y, x, n: 1 }),
            }
        }
        runs
    }

    /// How many squares some rows have together.
    pub fn count(runs: &[Self]) -> usize {
        runs.iter().map(|run| run.n as usize).sum()
    }
}

impl SightLine {
    /// A line that is always drawn.
    pub fn new(from: (i32, i32), to: (i32, i32), clear: bool, say: impl Into<Msg>) -> Self {
        SightLine { from, to, clear, say: say.into(), eye: None, of: None, by: Vec::new() }
    }

    /// A line from somebody to somebody else.
    #[must_use]
    pub fn between(mut self, eye: Who, of: Who) -> Self {
        (self.eye, self.of) = (Some(eye), Some(of));
        self
    }

    /// The squares that decide.
    #[must_use]
    pub fn by(mut self, squares: impl IntoIterator<Item = Square>) -> Self {
        self.by = squares.into_iter().collect();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_side_by_side_are_one_run() {
        let squares = [(0, 0), (1, 0), (3, 0), (0, 1), (1, 1)].map(|(x, y)| Square::new(x, y));
        let runs = Run::of(squares.into_iter().chain([Square { level: 1, y: 1, x: 2 }]));
        let told: Vec<_> = runs.iter().map(|run| (run.level, run.y, run.x, run.n)).collect();
        assert_eq!(told, [(0, 0, 0, 2), (0, 0, 3, 1), (0, 1, 0, 2), (1, 1, 2, 1)]);
        assert_eq!(Run::count(&runs), 6);
        assert!(Run::of([]).is_empty());
    }
}
