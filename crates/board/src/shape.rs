//! Shapes laid on a map in whole squares, and straight lines from centre to centre. All exact; which
//! shape a rule means, and what a line does at a wall, is for the game to say.

use crate::grid::{Corners, Grid, Obstacle};
use crate::square::{Diagonals, Direction, Footprint, Square};
use crate::walk::{Step, Walk};

impl Grid {
    /// Every square at most so far from somebody, in order.
    pub fn radius(&self, around: impl Into<Footprint>, far: u32, diagonals: Diagonals) -> Vec<Square> {
        let around = around.into();
        let near = |square: &Square| {
            square.level == around.at.level && diagonals.distance(around, Footprint::one(*square)) <= far
        };
        self.chart().squares().filter(near).collect()
    }

    /// Every square that something spreading from a square fills: around corners, not through walls and
    /// closed doors.
    pub fn burst(&self, from: Square, far: u32, diagonals: Diagonals) -> Vec<Square> {
        let walk = Walk { diagonals, ..Walk::new(&|step: Step| Some(step.length)) };
        self.reach(from, far, &walk).into_iter().map(|reached| reached.square).collect()
    }

    /// The squares of a straight run from a square, itself left out, up to the edge of the map.
    pub fn ray(&self, from: Square, direction: Direction, length: u16) -> Vec<Square> {
        let length = i16::try_from(length).unwrap_or(i16::MAX);
        (1..=length).map(|by| from.toward(direction, by)).take_while(|square| self.has(*square)).collect()
    }

    /// A wedge from a square, itself left out: along an axis every square so far ahead and at most as far
    /// aside; along a diagonal every square of that quadrant, its two edges included.
    pub fn cone(&self, from: Square, direction: Direction, length: u16) -> Vec<Square> {
        let (across, down) = direction.offset();
        let length = i32::from(length);
        let inside = |square: &Square| {
            let x = i32::from(square.x) - i32::from(from.x);
            let y = i32::from(square.y) - i32::from(from.y);
            let ahead = |by: i32, way: i16| by * i32::from(way);
            match (across, down) {
                (across, 0) => (1..=length).contains(&ahead(x, across)) && y.abs() <= ahead(x, across),
                (0, down) => (1..=length).contains(&ahead(y, down)) && x.abs() <= ahead(y, down),
                (across, down) => {
                    let (x, y) = (ahead(x, across), ahead(y, down));
                    x >= 0 && y >= 0 && (1..=length).contains(&x.max(y))
                }
            }
        };
        self.chart().squares().filter(|square| square.level == from.level && inside(square)).collect()
    }

    /// The squares of a block that are on the map, its upper left corner at a square.
    pub fn block(&self, at: Square, width: u16, height: u16) -> Vec<Square> {
        let inside = |square: &Square| {
            let x = i32::from(square.x) - i32::from(at.x);
            let y = i32::from(square.y) - i32::from(at.y);
            square.level == at.level
                && (0..i32::from(width)).contains(&x)
                && (0..i32::from(height)).contains(&y)
        };
        self.chart().squares().filter(inside).collect()
    }

    /// The squares a straight line from centre to centre passes, both ends included. Where it goes exactly
    /// through a corner, the next square is the one diagonally across.
    pub fn line(&self, from: Square, to: Square) -> Vec<Square> {
        let (dx, dy) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
        let (across, down) = (dx.abs(), dy.abs());
        let (mut x, mut y) = (0, 0);
        let mut squares = vec![from];
        while x < across || y < down {
            // Which edge the line meets first: the next upright one or the next level one.
            let (upright, level) = ((1 + 2 * x) * down, (1 + 2 * y) * across);
            x += i32::from(upright <= level);
            y += i32::from(level <= upright);
            let at = |start: i16, by: i32, sign: i32| (i32::from(start) + by * sign) as i16;
            squares.push(Square {
                level: from.level,
                y: at(from.y, y, dy.signum()),
                x: at(from.x, x, dx.signum()),
            });
        }
        squares
    }

    /// What a straight line from centre to centre meets first: a square nobody can stand on, a wall, a
    /// closed door, or a corner it could not pass. Squares on different floors have the floor between.
    pub fn crosses(&self, from: Square, to: Square) -> Option<Obstacle> {
        if from.level != to.level {
            return Some(Obstacle::Wall);
        }
        if self.chart().is_bare() && self.has(from) && self.has(to) {
            return None;
        }
        let line = self.line(from, to);
        line.windows(2).find_map(|step| self.obstacle(step[0], step[1], Corners::OneWay))
    }
}
