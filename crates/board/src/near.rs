//! What is beside what, and being pushed: next to somebody, room beside a target, straight lines that
//! end at edges and walls.

use std::collections::{BTreeSet, VecDeque};

use crate::grid::{Corners, Grid, Obstacle};
use crate::square::{Diagonals, Direction, Footprint, Square};

/// How far a push went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Push {
    /// Where it ended.
    pub to: Square,
    /// How many squares it went.
    pub moved: u16,
    /// What stopped it before its end.
    pub stopped: Option<Stopped>,
}

/// What stopped a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// The edge of the map, a wall, a closed door.
    By(Obstacle),
    /// Somebody or something the rules see at this square.
    At(Square),
}

impl Grid {
    /// Whether one is next to the other or shares a square with them, with nothing on the map between.
    pub fn touches(&self, one: Footprint, other: Footprint, diagonals: Diagonals, corners: Corners) -> bool {
        if one.overlaps(other) {
            return true;
        }
        one.squares().any(|from| {
            let mut around = diagonals.directions().map(|direction| from.toward(direction, 1));
            around.any(|to| other.covers(to) && self.obstacle(from, to, corners).is_none())
        })
    }

    /// Where somebody of this size could stand next to a target with nothing on the map between, in order;
    /// `free` says which squares the rules leave them.
    pub fn beside(
        &self,
        target: Footprint,
        size: u8,
        diagonals: Diagonals,
        free: &dyn Fn(Square) -> bool,
    ) -> Vec<Square> {
        let (size, across) = (size.max(1), i16::from(target.size.max(1)));
        let reach = i16::from(size);
        let mut found = Vec::new();
        for y in target.at.y.saturating_sub(reach)..=target.at.y.saturating_add(across) {
            for x in target.at.x.saturating_sub(reach)..=target.at.x.saturating_add(across) {
                let there = Footprint { at: Square { level: target.at.level, y, x }, size };
                if !there.overlaps(target)
                    && self.fits(there)
                    && there.squares().all(free)
                    && self.touches(there, target, diagonals, Corners::OneWay)
                {
                    found.push(there.at);
                }
            }
        }
        found
    }

    /// The nearest place to somebody where another of this size could stand, by squares one can walk without opening
    /// anything; `free` says which squares the rules leave them.
    pub fn nearest(
        &self,
        to: Footprint,
        size: u8,
        diagonals: Diagonals,
        free: &dyn Fn(Square) -> bool,
    ) -> Option<Square> {
        let size = size.max(1);
        let mut seen: BTreeSet<Square> = to.squares().collect();
        let mut next: VecDeque<Square> = to.squares().collect();
        while let Some(here) = next.pop_front() {
            let there = Footprint { at: here, size };
            if !there.overlaps(to) && self.fits(there) && there.squares().all(free) {
                return Some(here);
            }
            for direction in diagonals.directions() {
                let beside = here.toward(direction, 1);
                if self.obstacle(here, beside, Corners::OneWay).is_none() && seen.insert(beside) {
                    next.push_back(beside);
                }
            }
        }
        None
    }

    /// Pushes somebody straight in a direction, at most so many squares; `blocked` says which squares the
    /// rules see taken.
    pub fn push(
        &self,
        from: Footprint,
        direction: Direction,
        most: u16,
        blocked: &dyn Fn(Square) -> bool,
    ) -> Push {
        let mut here = from;
        for moved in 0..most {
            let next = Footprint { at: here.at.toward(direction, 1), ..here };
            let hit = |square: Square| {
                self.obstacle(square, square.toward(direction, 1), Corners::OneWay).map(Stopped::By)
            };
            let barred = || here.squares().find_map(hit);
            let torn = || (!self.fits(next)).then_some(Stopped::By(Obstacle::Wall));
            let taken = || {
                let mut new = next.squares().filter(|square| !here.covers(*square));
                new.find(|square| blocked(*square)).map(Stopped::At)
            };
            if let Some(stopped) = barred().or_else(torn).or_else(taken) {
                return Push { to: here.at, moved, stopped: Some(stopped) };
            }
            here = next;
        }
        Push { to: here.at, moved: most, stopped: None }
    }
}
