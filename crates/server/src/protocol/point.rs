//! What people point at: passed on to everybody at the table as it is, never kept, never part of the log. What it may
//! look like and how often it may come is here; who may send which is the room's to say.

use boneyard_table::view::Square;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Points of one line.
const MOST_POINTS: usize = 200;
/// Further off than any map reaches.
const FARTHEST: i32 = 1000;

/// Something a person shows everybody for a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Point {
    /// Look here.
    Ping {
        /// Where.
        at: Square,
    },
    /// How far it is from one square to another, as long as it is held.
    Ruler {
        /// From where.
        from: Square,
        /// To where.
        to: Square,
    },
    /// The ruler is put away.
    RulerEnd,
    /// A line drawn over the map. It fades after a minute unless it is pinned.
    Draw {
        /// On which floor.
        #[serde(default)]
        level: u8,
        /// Across and down, in tenths of a square: 2 to 200 of them.
        points: Vec<(u16, u16)>,
        /// Whether it stays until it is wiped off.
        #[serde(default)]
        pinned: bool,
    },
    /// Wipes off what this person has drawn; from the game master what everybody has.
    Wipe,
    /// Moves everybody's camera there once. For the game master.
    Spotlight {
        /// Where.
        at: Square,
    },
    /// Play waits, or goes on: every screen is dimmed, no time runs out, nothing plays itself. For the game master.
    Pause {
        /// Whether it waits.
        on: bool,
    },
}

impl Point {
    /// Whether only the game master may do this, and what it is called.
    pub(crate) fn for_gm(&self) -> Option<&'static str> {
        match self {
            Self::Spotlight { .. } => Some("move everybody's camera"),
            Self::Pause { .. } => Some("pause the table"),
            _ => None,
        }
    }

    /// What is wrong with it, if it is out of bounds.
    pub(crate) fn wrong(&self) -> Option<&'static str> {
        let far = |square: &&Square| ![square.x, square.y].iter().all(|at| (0..=FARTHEST).contains(at));
        let near = |squares: &[&Square]| {
            squares.iter().any(far).then_some("A square of a map lies within 1000 by 1000.")
        };
        match self {
            Self::Ping { at } | Self::Spotlight { at } => near(&[at]),
            Self::Ruler { from, to } => near(&[from, to]),
            Self::Draw { points, .. } if !(2..=MOST_POINTS).contains(&points.len()) => {
                Some("A drawn line has 2 to 200 points.")
            }
            Self::RulerEnd | Self::Draw { .. } | Self::Wipe | Self::Pause { .. } => None,
        }
    }
}
