//! The walls around one point by the direction they lie in, the nearest first: a line from there is tried against
//! the few that can meet it. Which walls then stop it is asked elsewhere.

use super::wall::turn;
use super::{Cover, Point, Relief, SIDE};
use crate::square::Square;

/// Directions told apart, for each quarter of the circle.
const QUARTER: i64 = 256;
const ALL: usize = 4 * QUARTER as usize;

/// A full wall near a square: no point of the one is nearer to the other than this, none further away.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beside {
    near: i32,
    far: i32,
    number: u32,
    from: Point,
    to: Point,
    /// Whether nobody there is looks over it.
    tall: bool,
}

/// Full walls as one sees them from a point.
#[derive(Debug)]
pub(super) struct Fan {
    from: Point,
    /// For each direction, where its walls begin in `walls`.
    first: Vec<u32>,
    /// How far away at least, and the wall's number.
    walls: Vec<(i32, u32)>,
}

/// All full walls, seen from a square, the nearest first; `top` is as high as anybody reaches.
pub(super) fn beside(relief: &Relief, eye: Square, top: i16) -> Vec<Beside> {
    let (least, most) = (Point::within(eye, 0, 0), Point::within(eye, SIDE, SIDE));
    let mut all = Vec::with_capacity(relief.walls().len());
    for (number, wall) in relief.walls().iter().enumerate() {
        if wall.cover() == Cover::Full {
            let (from, to) = (wall.from(), wall.to());
            let (near_x, far_x) = apart((least.x, most.x), from.x, to.x);
            let (near_y, far_y) = apart((least.y, most.y), from.y, to.y);
            let (near, far) = (near_x.max(near_y), far_x.max(far_y));
            all.push(Beside { near, far, number: number as u32, from, to, tall: wall.top() > top });
        }
    }
    all.sort_unstable_by_key(|wall| (wall.near, wall.number));
    all
}

impl Fan {
    /// The walls beside a square, from a point of it.
    pub(super) fn new(beside: &[Beside], from: Point) -> Self {
        let mut first = vec![0_u32; ALL + 1];
        let mut kept = Vec::new();
        let mut shut = Shut::new();
        for wall in beside {
            if shut.hides(wall.near) {
                break;
            }
            let arc = Arc::of(from, wall.from, wall.to);
            for way in arc.directions().filter(|way| wall.near <= shut.behind[*way]) {
                first[way + 1] += 1;
                kept.push((way, (wall.near, wall.number)));
            }
            if wall.tall {
                arc.inner().for_each(|way| shut.shut(way, wall.far));
            }
        }
        for way in 0..ALL {
            first[way + 1] += first[way];
        }
        let mut walls = vec![(0, 0); kept.len()];
        let mut next = first.clone();
        for (way, wall) in kept {
            walls[next[way] as usize] = wall;
            next[way] += 1;
        }
        Self { from, first, walls }
    }

    /// The walls that may meet the line to a point, the nearest first, and others.
    pub(super) fn toward(&self, to: Point) -> impl Iterator<Item = usize> {
        let way = direction(self.from, to);
        let reach = (to.x - self.from.x).abs().max((to.y - self.from.y).abs());
        self.walls[self.first[way] as usize..self.first[way + 1] as usize]
            .iter()
            .take_while(move |(near, _)| *near <= reach)
            .map(|(_, number)| *number as usize)
    }
}

/// Behind what every line of a direction is stopped already, so that what lies further away need not be kept.
struct Shut {
    behind: Vec<i32>,
    open: usize,
}

impl Shut {
    fn new() -> Self {
        Self { behind: vec![i32::MAX; ALL], open: ALL }
    }

    fn shut(&mut self, way: usize, far: i32) {
        let behind = &mut self.behind[way];
        self.open -= usize::from(*behind == i32::MAX);
        *behind = far.min(*behind);
    }

    /// Whether nothing so far away is seen in any direction.
    fn hides(&self, near: i32) -> bool {
        self.open == 0 && self.behind.iter().all(|behind| near > *behind)
    }
}

/// The directions between two, the first and how many follow it.
#[derive(Debug, Clone, Copy)]
struct Arc {
    first: usize,
    more: usize,
}

impl Arc {
    /// In which directions a wall lies, seen from a point: those between its ends, the shorter way round.
    fn of(eye: Point, from: Point, to: Point) -> Self {
        let (one, other) = (direction(eye, from), direction(eye, to));
        let along = i64::from(from.x - eye.x) * i64::from(to.x - eye.x)
            + i64::from(from.y - eye.y) * i64::from(to.y - eye.y);
        let (first, last) = match turn(eye, from, to) {
            // The point is on the wall, or the wall lies straight ahead.
            0 if along <= 0 => return Self { first: 0, more: ALL - 1 },
            turned if turned >= 0 => (one, other),
            _ => (other, one),
        };
        Self { first, more: (last + ALL - first) % ALL }
    }

    fn directions(self) -> impl Iterator<Item = usize> {
        (0..=self.more).map(move |more| (self.first + more) % ALL)
    }

    /// Those that are covered from one side to the other. A wall one stands on covers none.
    fn inner(self) -> impl Iterator<Item = usize> {
        let covered = if self.more < ALL / 2 { 1..self.more } else { 0..0 };
        covered.map(move |more| (self.first + more) % ALL)
    }
}

/// How far two stretches are apart, from their nearest places and from their furthest.
fn apart((least, most): (i32, i32), one: i32, other: i32) -> (i32, i32) {
    let (low, high) = (one.min(other), one.max(other));
    ((low - most).max(least - high).max(0), (high - least).max(most - low))
}

/// The direction of one point from another, around the circle. It never goes back where the angle goes on: whatever
/// lies between two directions has a number between theirs.
fn direction(from: Point, to: Point) -> usize {
    let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    let (quarter, part) = match (dx >= 0, dy >= 0) {
        (true, true) => (0, dy),
        (false, true) => (1, -dx),
        (false, false) => (2, -dy),
        (true, false) => (3, dx),
    };
    let whole = (dx.abs() + dy.abs()).max(1);
    (quarter * QUARTER + part * QUARTER / whole) as usize % ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_go_once_around_without_turning_back() {
        let (eye, mut last) = (Point::new(500, 500), 0);
        let side = (0..400).map(|step| step * 10 - 2_000);
        let right = side.clone().map(|y| (2_000, y)).skip(200);
        let below = side.clone().rev().map(|x| (x, 2_000));
        let left = side.clone().rev().map(|y| (-2_000, y));
        let above = side.clone().map(|x| (x, -2_000));
        let up = side.map(|y| (2_000, y)).take(200);
        for (dx, dy) in right.chain(below).chain(left).chain(above).chain(up) {
            let way = direction(eye, Point::new(eye.x + dx, eye.y + dy));
            assert!(way >= last, "{dx} {dy}: {way} after {last}");
            last = way;
        }
        assert!(last > ALL - 4, "{last} is all the way round");
    }

    #[test]
    fn a_wall_across_the_first_direction_lies_on_both_sides_of_it() {
        let arc = Arc::of(Point::new(0, 0), Point::new(1_000, 100), Point::new(1_000, -100));
        let ways: Vec<usize> = arc.directions().collect();
        assert!(ways.contains(&0) && ways.contains(&(ALL - 1)) && ways.len() < 100, "{ways:?}");
    }
}
