//! A set of squares of one floor: small, quick to join and compare, always in the order of reading. What the
//! squares are is not known here.

use serde::{Deserialize, Serialize};

use crate::chart::MOST_SIDE;
use crate::fault::BoardFault;
use crate::square::Square;

/// Squares of one floor of a map.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Squares {
    level: i8,
    width: i16,
    height: i16,
    bits: Vec<u64>,
}

impl Squares {
    /// None yet, of a floor of this size.
    pub fn none(level: i8, width: i16, height: i16) -> Self {
        let (width, height) = (width.clamp(0, MOST_SIDE), height.clamp(0, MOST_SIDE));
        let all = usize::from(width.unsigned_abs()) * usize::from(height.unsigned_abs());
        Self { level, width, height, bits: vec![0; all.div_ceil(64)] }
    }

    /// The floor they belong to.
    pub fn level(&self) -> i8 {
        self.level
    }

    /// Columns and rows of the floor.
    pub fn size(&self) -> (i16, i16) {
        (self.width, self.height)
    }

    /// Adds a square; whether it is new. What is not on the floor is not added.
    pub fn add(&mut self, square: Square) -> bool {
        let Some(at) = self.index(square) else { return false };
        let (word, bit) = (at / 64, 1 << (at % 64));
        let new = self.bits[word] & bit == 0;
        self.bits[word] |= bit;
        new
    }

    /// Whether a square is one of them.
    pub fn has(&self, square: Square) -> bool {
        self.index(square).is_some_and(|at| self.bits[at / 64] & (1 << (at % 64)) != 0)
    }

    /// Adds all of another set of the same floor; whether any was new. Other floors add nothing.
    pub fn join(&mut self, other: &Self) -> bool {
        let mut new = false;
        if self.is_of(other) {
            for (mine, theirs) in self.bits.iter_mut().zip(&other.bits) {
                new |= theirs & !*mine != 0;
                *mine |= theirs;
            }
        }
        new
    }

    /// Those of these that are not in the other set.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let mut rest = self.clone();
        if self.is_of(other) {
            rest.bits.iter_mut().zip(&other.bits).for_each(|(mine, theirs)| *mine &= !theirs);
        }
        rest
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|word| *word == 0)
    }

    /// All of them, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.bits.len() * 64)
            .filter(|at| self.bits[at / 64] & (1 << (at % 64)) != 0)
            .map(|at| self.square(at))
    }

    fn is_of(&self, other: &Self) -> bool {
        (self.level, self.width, self.height) == (other.level, other.width, other.height)
    }

    fn index(&self, square: Square) -> Option<usize> {
        let inside = square.level == self.level
            && (0..self.width).contains(&square.x)
            && (0..self.height).contains(&square.y);
        inside.then(|| (i32::from(square.y) * i32::from(self.width) + i32::from(square.x)) as usize)
    }

    fn square(&self, at: usize) -> Square {
        let width = usize::from(self.width.unsigned_abs()).max(1);
        Square { level: self.level, y: (at / width) as i16, x: (at % width) as i16 }
    }
}

/// A set as it is saved: runs of squares in the order of reading, each with its first and how many.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    level: i8,
    size: (i16, i16),
    runs: Vec<(u16, u16)>,
}

impl From<Squares> for Written {
    fn from(squares: Squares) -> Self {
        let mut runs: Vec<(u16, u16)> = Vec::new();
        for square in squares.iter() {
            let at = squares.index(square).unwrap_or_default() as u16;
            match runs.last_mut() {
                Some((first, many)) if *first + *many == at => *many += 1,
                _ => runs.push((at, 1)),
            }
        }
        Self { level: squares.level, size: (squares.width, squares.height), runs }
    }
}

impl TryFrom<Written> for Squares {
    type Error = BoardFault;

    fn try_from(Written { level, size: (width, height), runs }: Written) -> Result<Self, BoardFault> {
        if !(1..=MOST_SIDE).contains(&width) || !(1..=MOST_SIDE).contains(&height) {
            return Err(BoardFault::Size { width, height, most: MOST_SIDE });
        }
        let mut squares = Self::none(level, width, height);
        let all = u32::from(width.unsigned_abs()) * u32::from(height.unsigned_abs());
        for (first, many) in runs {
            let end = u32::from(first) + u32::from(many);
            if end > all {
                return Err(BoardFault::OffMap { square: squares.square(end as usize - 1) });
            }
            for at in u32::from(first)..end {
                squares.add(squares.square(at as usize));
            }
        }
        Ok(squares)
    }
}
