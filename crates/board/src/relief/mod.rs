//! A map as it is to the eye: how high each square lies, what stands on it, and walls along edges or anywhere
//! else. Exact whole numbers throughout. Which ground hides whom is asked of the game when a relief is made.

mod cover;
mod fan;
mod line;
mod sight;
mod wall;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use cover::{CoverBy, CoverFound, CoverRule};
pub use line::{Breaker, SightLine};
pub use sight::Sight;
pub use wall::{MOST_WALLS, Point, SIDE, Wall};

use crate::fault::BoardFault;
use crate::grid::Grid;
use crate::square::{Direction, Footprint, Square};

/// How much something hides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    /// Nothing.
    #[default]
    No,
    /// The lower part, as a crate does.
    Low,
    /// Nearly all, as a palisade does.
    High,
    /// All: no line goes through it.
    Full,
}

/// What a square is to the eye. Heights are in the game's own unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Space {
    /// How high its floor lies.
    pub floor: i16,
    /// What stands or grows on it.
    pub cover: Cover,
    /// How tall that is, above the floor; only full cover is looked over.
    pub tall: i16,
    /// Whether it also hides who is in it: one stands among undergrowth, but on a crate.
    pub within: bool,
    /// Whether the air is thick: lines through it reach no further than the next space.
    pub murk: bool,
}

/// Somebody's room as lines and heights need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stand {
    /// Their squares.
    pub at: Footprint,
    /// The lowest floor under them.
    pub bottom: i16,
    /// How high they reach.
    pub top: i16,
}

/// One floor of a map as it is to the eye.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relief {
    level: i8,
    width: i16,
    height: i16,
    /// How tall one space is.
    step: i16,
    spaces: Vec<Space>,
    walls: Vec<Wall>,
    /// For each square, where the numbers of the walls that touch it begin in `touching`.
    first: Vec<u32>,
    touching: Vec<u32>,
}

impl Cover {
    /// One step more, never full: what crouching makes of low cover.
    #[must_use]
    pub const fn raised(self) -> Self {
        match self {
            Self::No => Self::Low,
            Self::Low | Self::High => Self::High,
            Self::Full => Self::Full,
        }
    }
}

impl Space {
    /// How high what stands there reaches.
    pub const fn top(self) -> i16 {
        self.floor.saturating_add(self.tall)
    }
}

impl Stand {
    /// Whether two are at most one space apart on every axis, height included.
    pub fn is_near(self, other: Self) -> bool {
        crate::square::Diagonals::Equal.distance(self.at, other.at) <= 1
            && self.meets(other.bottom, other.top)
    }

    /// Whether a stretch of height touches theirs.
    fn meets(self, bottom: i16, top: i16) -> bool {
        self.bottom <= top && self.top >= bottom
    }
}

impl Relief {
    /// Open, level ground; `step` is how tall one space is.
    pub fn open(level: i8, width: i16, height: i16, step: i16) -> Result<Self, BoardFault> {
        let most = crate::chart::MOST_SIDE;
        if !(1..=most).contains(&width) || !(1..=most).contains(&height) {
            return Err(BoardFault::Size { width, height, most });
        }
        let all = usize::from(width.unsigned_abs()) * usize::from(height.unsigned_abs());
        let (spaces, first) = (vec![Space::default(); all], vec![0; all + 1]);
        Ok(Self { level, width, height, step, spaces, walls: Vec::new(), first, touching: Vec::new() })
    }

    /// A floor of a map. `space` says what each square is, doors that fill one included; walls and closed
    /// doors on edges are full cover, so tall above the higher floor beside them.
    pub fn of(
        grid: &Grid,
        level: i8,
        step: i16,
        wall_tall: i16,
        space: &dyn Fn(Square) -> Space,
    ) -> Result<Self, BoardFault> {
        let nowhere = BoardFault::OffMap { square: Square { level, y: 0, x: 0 } };
        let (width, height) = grid.chart().size(level).ok_or(nowhere)?;
        let mut relief = Self::open(level, width, height, step)?;
        for square in relief.squares() {
            relief.set(square, space(square))?;
        }
        let mut walls = Vec::new();
        for square in relief.squares() {
            for way in [Direction::East, Direction::South] {
                let next = square.toward(way, 1);
                if grid.has(next) && grid.parts(square, next).is_some() {
                    let floor = relief.space(square).floor.max(relief.space(next).floor);
                    walls.push(Wall::edge(square, way, Cover::Full, floor.saturating_add(wall_tall)));
                }
            }
        }
        relief.build(walls)?;
        Ok(relief)
    }

    /// Says what a square is.
    pub fn set(&mut self, square: Square, space: Space) -> Result<(), BoardFault> {
        let at = self.index(square).ok_or(BoardFault::OffMap { square })?;
        self.spaces[at] = space;
        Ok(())
    }

    /// Adds walls that need not follow the lines of the grid.
    pub fn build(&mut self, walls: impl IntoIterator<Item = Wall>) -> Result<(), BoardFault> {
        self.walls.extend(walls);
        if self.walls.len() > MOST_WALLS {
            return Err(BoardFault::ManyWalls { walls: self.walls.len(), most: MOST_WALLS });
        }
        let mut by_square: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for (number, wall) in self.walls.iter().enumerate() {
            for (x, y) in wall.squares(self.width, self.height) {
                let at = self.index(Square { level: self.level, y, x });
                at.into_iter().for_each(|at| by_square.entry(at).or_default().push(number as u32));
            }
        }
        self.touching.clear();
        for at in 0..self.spaces.len() {
            self.first[at] = self.touching.len() as u32;
            self.touching.extend(by_square.remove(&at).unwrap_or_default());
        }
        self.first[self.spaces.len()] = self.touching.len() as u32;
        Ok(())
    }

    /// What a square is; open ground where there is no map.
    #[inline]
    pub fn space(&self, square: Square) -> Space {
        self.index(square).map(|at| self.spaces[at]).unwrap_or_default()
    }

    /// The walls by their numbers: those on edges first, as [`Relief::of`] found them.
    pub fn walls(&self) -> &[Wall] {
        &self.walls
    }

    /// The floor it shows.
    #[inline]
    pub fn level(&self) -> i8 {
        self.level
    }

    /// Columns and rows.
    #[inline]
    pub fn size(&self) -> (i16, i16) {
        (self.width, self.height)
    }

    /// Every square, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (level, width, height) = (self.level, self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Square { level, y, x }))
    }

    /// How somebody stands there who is so tall.
    #[inline]
    pub fn stand(&self, at: impl Into<Footprint>, tall: i16) -> Stand {
        let at = at.into();
        // Nearly everybody takes up one square.
        if at.size <= 1 {
            let floor = self.space(at.at).floor;
            return Stand { at, bottom: floor, top: floor.saturating_add(tall) };
        }
        let floors = || at.squares().map(|square| self.space(square).floor);
        let (bottom, highest) = (floors().min().unwrap_or(0), floors().max().unwrap_or(0));
        Stand { at, bottom, top: highest.saturating_add(tall) }
    }

    /// How somebody stands there who is as tall as one space.
    pub fn upright(&self, at: impl Into<Footprint>) -> Stand {
        self.stand(at, self.step)
    }

    #[inline]
    fn index(&self, square: Square) -> Option<usize> {
        let inside = square.level == self.level
            && (0..self.width).contains(&square.x)
            && (0..self.height).contains(&square.y);
        inside.then(|| (i32::from(square.y) * i32::from(self.width) + i32::from(square.x)) as usize)
    }

    fn walls_at(&self, square: Square) -> &[u32] {
        let Some(at) = self.index(square) else { return &[] };
        &self.touching[self.first[at] as usize..self.first[at + 1] as usize]
    }
}
