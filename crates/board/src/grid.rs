//! A map in play: a chart that is shared, its doors, and who stands where. Cheap to clone; what blocks
//! whom beside walls and closed doors is a rule of each game.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::chart::{Between, Cell, Chart, Door, DoorId, Ground};
use crate::fault::BoardFault;
use crate::square::{Diagonals, Footprint, Square};

/// A map in play.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Grid {
    chart: Arc<Chart>,
    /// Which doors stand open, by their numbers.
    open: SmallVec<[bool; 8]>,
    tokens: Tokens,
}

/// Who stands where, by the number of each creature or thing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<(u16, Footprint)>", into = "Vec<(u16, Footprint)>")]
pub struct Tokens(SmallVec<[(u16, Footprint); 8]>);

/// What is in the way from one square to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Obstacle {
    /// The map ends there.
    #[error("the map ends there")]
    OffMap,
    /// Nobody can stand there.
    #[error("nobody can stand there")]
    Solid,
    /// A wall.
    #[error("a wall is in the way")]
    Wall,
    /// A closed door.
    #[error("a closed door is in the way")]
    Door(DoorId),
    /// A corner that cannot be passed.
    #[error("there is no way past the corner")]
    Corner,
}

/// When a diagonal step past a corner can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Corners {
    /// One of the two ways round must be open: one may brush past a wall, not squeeze between two.
    #[default]
    OneWay,
    /// Both ways round must be open.
    BothWays,
}

impl Tokens {
    /// Puts somebody somewhere, taking them from where they were.
    pub fn put(&mut self, id: u16, footprint: Footprint) {
        match self.0.binary_search_by_key(&id, |(id, _)| *id) {
            Ok(at) => self.0[at].1 = footprint,
            Err(at) => self.0.insert(at, (id, footprint)),
        }
    }

    /// Takes somebody off the map.
    pub fn remove(&mut self, id: u16) -> Option<Footprint> {
        let at = self.0.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(self.0.remove(at).1)
    }

    /// Where somebody is.
    pub fn get(&self, id: u16) -> Option<Footprint> {
        self.0.binary_search_by_key(&id, |(id, _)| *id).ok().map(|at| self.0[at].1)
    }

    /// Everybody, by number.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u16, Footprint)> + '_ {
        self.0.iter().copied()
    }

    /// Those who take up a square.
    pub fn on(&self, square: Square) -> impl Iterator<Item = u16> + '_ {
        self.iter().filter(move |(_, footprint)| footprint.covers(square)).map(|(id, _)| id)
    }

    /// Those who would share a square with this one.
    pub fn under(&self, footprint: Footprint) -> impl Iterator<Item = u16> + '_ {
        self.iter().filter(move |(_, other)| footprint.overlaps(*other)).map(|(id, _)| id)
    }
}

impl From<Vec<(u16, Footprint)>> for Tokens {
    /// A save edited by hand may have any order; of two places for one the last counts.
    fn from(list: Vec<(u16, Footprint)>) -> Self {
        let mut tokens = Self::default();
        list.into_iter().for_each(|(id, footprint)| tokens.put(id, footprint));
        tokens
    }
}

impl From<Tokens> for Vec<(u16, Footprint)> {
    fn from(tokens: Tokens) -> Self {
        tokens.0.into_vec()
    }
}

impl Grid {
    /// A chart with its doors as they were drawn and nobody on it.
    pub fn new(chart: impl Into<Arc<Chart>>) -> Self {
        let chart = chart.into();
        let open = chart.doors().iter().map(|door| door.open).collect();
        Self { chart, open, tokens: Tokens::default() }
    }

    /// What does not move.
    #[inline]
    pub fn chart(&self) -> &Chart {
        &self.chart
    }

    /// Changes what does not move, such as a wall the game master draws in. Doors keep their numbers.
    pub fn redraw(
        &mut self,
        change: impl FnOnce(&mut Chart) -> Result<(), BoardFault>,
    ) -> Result<(), BoardFault> {
        change(Arc::make_mut(&mut self.chart))
    }

    /// Who stands where.
    pub fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// Puts somebody where they can stand. Whether others are there is for the rules to say.
    pub fn put(&mut self, id: u16, footprint: impl Into<Footprint>) -> Result<(), BoardFault> {
        let footprint = footprint.into();
        if !self.has(footprint.at) {
            return Err(BoardFault::OffMap { square: footprint.at });
        }
        if !self.fits(footprint) {
            return Err(BoardFault::NoRoom { square: footprint.at });
        }
        self.tokens.put(id, footprint);
        Ok(())
    }

    /// Takes somebody off the map.
    pub fn remove(&mut self, id: u16) -> Option<Footprint> {
        self.tokens.remove(id)
    }

    /// How far apart two are in squares; none if one of them is not on the map.
    pub fn distance(&self, one: u16, other: u16, diagonals: Diagonals) -> Option<u32> {
        Some(diagonals.distance(self.tokens.get(one)?, self.tokens.get(other)?))
    }

    /// Each door with its number, as it was drawn, and whether it stands open now.
    pub fn doors(&self) -> impl Iterator<Item = (DoorId, &Door, bool)> {
        let doors = self.chart.doors().iter().zip(&self.open).enumerate();
        doors.map(|(at, (door, open))| (DoorId(at as u16), door, *open))
    }

    /// Whether a door stands open.
    pub fn is_open(&self, door: DoorId) -> bool {
        self.open.get(usize::from(door.0)).copied().unwrap_or(false)
    }

    /// Opens or closes a door.
    pub fn set_open(&mut self, door: DoorId, open: bool) -> Result<(), BoardFault> {
        let known = self.open.get_mut(usize::from(door.0)).ok_or(BoardFault::NoDoor(door))?;
        *known = open;
        Ok(())
    }

    /// Whether a square is on the map.
    #[inline]
    pub fn has(&self, square: Square) -> bool {
        self.chart.cell(square).is_some()
    }

    /// What a square is made of.
    pub fn ground(&self, square: Square) -> Option<&Ground> {
        self.chart.ground(square)
    }

    /// What keeps everybody off a square.
    pub fn bars(&self, square: Square) -> Option<Obstacle> {
        match self.chart.cell(square) {
            None => Some(Obstacle::OffMap),
            Some(Cell::Door(door)) => (!self.is_open(door)).then_some(Obstacle::Door(door)),
            Some(Cell::Ground(_)) => {
                let solid = self.chart.ground(square).is_none_or(|ground| ground.solid);
                solid.then_some(Obstacle::Solid)
            }
        }
    }

    /// What stands between two neighbours that share an edge.
    pub fn parts(&self, one: Square, other: Square) -> Option<Obstacle> {
        match self.chart.between(one, other) {
            Between::Nothing => None,
            Between::Wall => Some(Obstacle::Wall),
            Between::Door(door) => (!self.is_open(door)).then_some(Obstacle::Door(door)),
        }
    }

    /// Whether somebody of this size can stand there: no square is barred and no wall goes through them.
    pub fn fits(&self, footprint: Footprint) -> bool {
        footprint.squares().all(|square| {
            let right = Square { x: square.x.saturating_add(1), ..square };
            let below = Square { y: square.y.saturating_add(1), ..square };
            let whole = |other| !footprint.covers(other) || self.parts(square, other).is_none();
            self.bars(square).is_none() && whole(right) && whole(below)
        })
    }

    /// What is in the way of one step to a neighbouring square, diagonal ones and stairs included. Squares
    /// that are not neighbours are told apart by [`Grid::next_to`].
    pub fn obstacle(&self, from: Square, to: Square, corners: Corners) -> Option<Obstacle> {
        if let Some(barred) = self.bars(to) {
            return Some(barred);
        }
        if from.x == to.x || from.y == to.y {
            return self.parts(from, to);
        }
        let way_round = |by: Square| {
            self.bars(by).is_none() && self.parts(from, by).is_none() && self.parts(by, to).is_none()
        };
        let ways = [Square { x: to.x, ..from }, Square { y: to.y, ..from }].map(way_round);
        let open = match corners {
            Corners::OneWay => ways[0] || ways[1],
            Corners::BothWays => ways[0] && ways[1],
        };
        (!open).then_some(Obstacle::Corner)
    }

    /// Whether one step leads from one square to the other, were nothing in the way.
    pub fn next_to(&self, from: Square, to: Square) -> bool {
        from.direction_to(to).is_some() || self.chart.stairs_from(from).any(|end| end == to)
    }
}

/// A grid as it is saved.
#[derive(Serialize, Deserialize)]
struct Written {
    chart: Arc<Chart>,
    open: Vec<bool>,
    tokens: Tokens,
}

impl From<Grid> for Written {
    fn from(Grid { chart, open, tokens }: Grid) -> Self {
        Self { chart, open: open.into_vec(), tokens }
    }
}

impl TryFrom<Written> for Grid {
    type Error = BoardFault;

    fn try_from(written: Written) -> Result<Self, BoardFault> {
        let Written { chart, open, tokens } = written;
        let doors = chart.doors().len();
        if open.len() != doors {
            return Err(BoardFault::NoDoor(DoorId(open.len().min(doors) as u16)));
        }
        Ok(Self { chart, open: open.into(), tokens })
    }
}
