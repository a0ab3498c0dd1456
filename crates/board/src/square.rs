//! Squares of a map, the eight winds, and how much room somebody takes. Walls are not known here.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::fault::BoardFault;

/// A square of the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Square {
    /// Floor, 0 at the ground.
    #[serde(default)]
    pub level: i8,
    /// Row, from 0 at the top.
    pub y: i16,
    /// Column, from 0 at the left.
    pub x: i16,
}

/// The eight winds; north is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Up.
    North,
    /// Up and right.
    NorthEast,
    /// Right.
    East,
    /// Down and right.
    SouthEast,
    /// Down.
    South,
    /// Down and left.
    SouthWest,
    /// Left.
    West,
    /// Up and left.
    NorthWest,
}

/// The squares somebody takes up: a block with its upper left corner at a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Footprint {
    /// The upper left square.
    pub at: Square,
    /// How many squares across, at least one.
    pub size: u8,
}

/// What diagonal steps are worth, for distances and for ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Diagonals {
    /// As much as any other step: a distance is the larger of the two axes.
    #[default]
    Equal,
    /// Every second one counts double.
    Alternating,
    /// There are none: a distance is the sum of the axes.
    Never,
}

impl Square {
    /// A square on the ground floor.
    #[inline]
    pub const fn new(x: i16, y: i16) -> Self {
        Self { level: 0, y, x }
    }

    /// So many squares away in a straight line.
    #[must_use]
    #[inline]
    pub const fn toward(self, direction: Direction, by: i16) -> Self {
        let (across, down) = direction.offset();
        let x = self.x.saturating_add(across.saturating_mul(by));
        let y = self.y.saturating_add(down.saturating_mul(by));
        Self { level: self.level, y, x }
    }

    /// The direction of a neighbouring square on the same floor.
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        if self.level != other.level {
            return None;
        }
        let across = i32::from(other.x) - i32::from(self.x);
        match (across, i32::from(other.y) - i32::from(self.y)) {
            (0, -1) => Some(Direction::North),
            (1, -1) => Some(Direction::NorthEast),
            (1, 0) => Some(Direction::East),
            (1, 1) => Some(Direction::SouthEast),
            (0, 1) => Some(Direction::South),
            (-1, 1) => Some(Direction::SouthWest),
            (-1, 0) => Some(Direction::West),
            (-1, -1) => Some(Direction::NorthWest),
            _ => None,
        }
    }
}

impl Direction {
    /// All eight, clockwise from the north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// Squares across and squares down of one step.
    pub const fn offset(self) -> (i16, i16) {
        match self {
            Self::North => (0, -1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (1, 1),
            Self::South => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, -1),
        }
    }

    /// Whether it lies between two of the four main ones.
    pub const fn is_diagonal(self) -> bool {
        let (across, down) = self.offset();
        across != 0 && down != 0
    }

    /// The other way.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }
}

impl Footprint {
    /// One square.
    #[inline]
    pub const fn one(at: Square) -> Self {
        Self { at, size: 1 }
    }

    /// Its squares, row by row.
    #[inline]
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let size = i16::from(self.size.max(1));
        let at = self.at;
        (0..size).flat_map(move |down| {
            (0..size).map(move |across| Square {
                level: at.level,
                y: at.y.saturating_add(down),
                x: at.x.saturating_add(across),
            })
        })
    }

    /// Whether a square belongs to it.
    #[inline]
    pub fn covers(self, square: Square) -> bool {
        self.gaps(Self::one(square)) == [0; 3]
    }

    /// Whether two take up a square together.
    #[inline]
    pub fn overlaps(self, other: Self) -> bool {
        self.gaps(other) == [0; 3]
    }

    /// How many squares apart across and down, from the nearest squares of both, whatever the floors.
    #[inline]
    pub(crate) fn apart(self, other: Self) -> [u32; 2] {
        let [across, down, _] = self.gaps(other);
        [across, down]
    }

    /// How many squares apart on each axis, from the nearest squares of both.
    #[inline]
    fn gaps(self, other: Self) -> [u32; 3] {
        let gap = |one: i16, other: i16, size: u8, other_size: u8| {
            let (one, other) = (i32::from(one), i32::from(other));
            let (last, other_last) =
                (one + i32::from(size.max(1)) - 1, other + i32::from(other_size.max(1)) - 1);
            (other - last).max(one - other_last).max(0).unsigned_abs()
        };
        let levels = i32::from(self.at.level) - i32::from(other.at.level);
        [
            gap(self.at.x, other.at.x, self.size, other.size),
            gap(self.at.y, other.at.y, self.size, other.size),
            levels.unsigned_abs(),
        ]
    }
}

impl Diagonals {
    /// How far apart two are in squares, from the nearest squares of both; a floor counts as a square.
    #[inline]
    pub fn distance(self, one: Footprint, other: Footprint) -> u32 {
        let mut gaps = one.gaps(other);
        match self {
            Self::Equal => gaps[0].max(gaps[1]).max(gaps[2]),
            Self::Alternating => {
                gaps.sort_unstable();
                gaps[2] + gaps[1] / 2
            }
            Self::Never => gaps.iter().sum(),
        }
    }

    /// The directions in which one can step.
    pub fn directions(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |direction| self != Self::Never || !direction.is_diagonal())
    }
}

impl From<Square> for Footprint {
    fn from(at: Square) -> Self {
        Self::one(at)
    }
}

impl fmt::Display for Square {
    /// "E4": the column in letters, the row from 1; a floor other than the ground as "E4 on 2".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.x < 0 || self.y < 0 {
            write!(f, "({}, {})", self.x, self.y)?;
        } else {
            let mut letters = Vec::new();
            let mut column = self.x;
            while column >= 0 {
                letters.push(char::from(b'A' + (column % 26) as u8));
                column = column / 26 - 1;
            }
            let letters: String = letters.iter().rev().collect();
            write!(f, "{letters}{}", i32::from(self.y) + 1)?;
        }
        if self.level != 0 { write!(f, " on {}", self.level) } else { Ok(()) }
    }
}

impl FromStr for Square {
    type Err = BoardFault;

    fn from_str(text: &str) -> Result<Self, BoardFault> {
        let bad = || BoardFault::NoSquare { text: text.chars().take(20).collect() };
        let (square, level) = match text.trim().split_once(" on ") {
            Some((square, level)) => (square.trim(), level.trim().parse().map_err(|_| bad())?),
            None => (text.trim(), 0),
        };
        let digits = square.find(|letter: char| !letter.is_ascii_alphabetic()).ok_or_else(bad)?;
        let (letters, row) = square.split_at(digits);
        let column = letters.chars().try_fold(0_i32, |column, letter| {
            let letter = i32::from(letter.to_ascii_uppercase() as u8 - b'A') + 1;
            column.checked_mul(26)?.checked_add(letter)
        });
        let column = column.and_then(|column| i16::try_from(column - 1).ok()).filter(|column| *column >= 0);
        let row = if row.starts_with(|digit: char| digit.is_ascii_digit()) { row.parse().ok() } else { None };
        let row = row.filter(|row: &i16| *row >= 1);
        match (column, row) {
            (Some(x), Some(row)) => Ok(Self { level, y: row - 1, x }),
            _ => Err(bad()),
        }
    }
}
