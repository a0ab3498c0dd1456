//! One straight line over a relief: the squares and corners it passes, and what breaks it first. Which lines
//! count is in `sight`.

use std::ops::ControlFlow;

use super::wall::{Contact, SIDE, Share};
use super::{Cover, Point, Relief, Space, Stand, Wall};
use crate::square::{Diagonals, Footprint, Square};

/// A line from one square to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SightLine {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// What breaks it first, if anything does.
    pub broken: Option<Breaker>,
}

/// What breaks a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Breaker {
    /// A square of full cover, or higher ground.
    Space(Square),
    /// Two such squares that meet in a corner.
    Corner(Square, Square),
    /// A wall, by its number.
    Wall(usize),
    /// Thick air.
    Murk(Square),
}

/// Two squares, one of each of two who look at each other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair<'a> {
    pub(super) relief: &'a Relief,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) tops: (i64, i64),
    stands: (Stand, Stand),
    /// Whether they are further apart than one space, so that thick air is between them.
    apart: bool,
}

/// What a line passes on its way.
pub(super) enum Passed {
    /// Through the inside of a square, from one share of its length to another.
    Inside { square: Square, enter: Share, leave: Share },
    /// Exactly through a corner, between two squares.
    Corner { beside: [Square; 2], at: Share },
}

impl Relief {
    /// The first wall of full cover, by its number, that the line between the middles of two squares meets,
    /// whatever the heights.
    pub fn wall_between(&self, one: Square, other: Square) -> Option<usize> {
        if one == other || self.index(one).is_none() || self.index(other).is_none() {
            return None;
        }
        let (from, to) = (Point::centre(one), Point::centre(other));
        let met = |number: &usize| {
            let wall = &self.walls[*number];
            wall.cover() == Cover::Full && !matches!(wall.contact(from, to), Contact::Apart)
        };
        let passed = walk(self.level, from, to, |passed| match passed {
            Passed::Inside { square, .. } => {
                let mut walls = self.walls_at(square).iter().map(|number| *number as usize);
                walls.find(met).map_or(ControlFlow::Continue(()), ControlFlow::Break)
            }
            Passed::Corner { .. } => ControlFlow::Continue(()),
        });
        passed.break_value()
    }
}

impl<'a> Pair<'a> {
    pub(super) fn new(relief: &'a Relief, from: Square, to: Square, stands: (Stand, Stand)) -> Self {
        let (one, other) = stands;
        let aside = Diagonals::Equal.distance(Footprint::one(from), Footprint::one(to)) > 1;
        let apart = aside || !one.meets(other.bottom, other.top);
        Self { relief, from, to, tops: (i64::from(one.top), i64::from(other.top)), stands, apart }
    }

    /// What breaks a line between points of the two squares first.
    pub(super) fn broken(&self, from: Point, to: Point) -> Option<Breaker> {
        let low = self.low();
        self.first_on_the_way(from, to, |square, enter, leave| {
            self.broken_in(square, enter, leave, low, from, to)
        })
    }

    /// Whether a square breaks a line between points of the two, whatever walls there are.
    pub(super) fn is_broken_by_spaces(&self, from: Point, to: Point) -> bool {
        let low = self.low();
        let space = |square, enter, leave| self.broken_by_space(square, enter, leave, low);
        self.first_on_the_way(from, to, space).is_some()
    }

    /// The lower top of the two: no line between them is lower.
    pub(super) fn low(&self) -> i64 {
        self.tops.0.min(self.tops.1)
    }

    fn first_on_the_way(
        &self,
        from: Point,
        to: Point,
        inside: impl Fn(Square, Share, Share) -> Option<Breaker>,
    ) -> Option<Breaker> {
        let passed = walk(self.relief.level, from, to, |passed| {
            let breaker = match passed {
                Passed::Inside { square, enter, leave } => inside(square, enter, leave),
                Passed::Corner { beside: [one, other], at } => {
                    let stopped = self.stops(one, at) && self.stops(other, at);
                    stopped.then_some(Breaker::Corner(one, other))
                }
            };
            breaker.map_or(ControlFlow::Continue(()), ControlFlow::Break)
        });
        passed.break_value()
    }

    fn broken_in(
        &self,
        square: Square,
        enter: Share,
        leave: Share,
        low: i64,
        from: Point,
        to: Point,
    ) -> Option<Breaker> {
        self.broken_by_space(square, enter, leave, low).or_else(|| {
            let walls = self.relief.walls_at(square);
            walls
                .iter()
                .map(|number| *number as usize)
                .find(|number| self.broken_by(*number, from, to))
                .map(Breaker::Wall)
        })
    }

    fn broken_by_space(&self, square: Square, enter: Share, leave: Share, low: i64) -> Option<Breaker> {
        let space = self.relief.space(square);
        if space.murk && self.apart {
            return Some(Breaker::Murk(square));
        }
        let may_stop = space.cover == Cover::Full || i64::from(space.floor) > low;
        (may_stop && self.stops_between(square, enter, leave)).then_some(Breaker::Space(square))
    }

    /// Whether a wall breaks a line.
    pub(super) fn broken_by(&self, number: usize, from: Point, to: Point) -> bool {
        let wall = &self.relief.walls[number];
        wall.cover() == Cover::Full && self.stopped_by(wall, wall.contact(from, to), from, to)
    }

    /// A wall within a space of either end is not looked over; nor is one that a line runs along.
    fn stopped_by(&self, wall: &Wall, contact: Contact, from: Point, to: Point) -> bool {
        match contact {
            Contact::Apart => false,
            Contact::Along => true,
            Contact::At(at) => {
                self.is_below(at, i64::from(wall.top()))
                    || self.beside_wall(true, wall, at, from, to)
                    || self.beside_wall(false, wall, at, from, to)
            }
        }
    }

    /// Whether a line meets a wall within a space of one of its ends.
    pub(super) fn beside_wall(&self, first: bool, wall: &Wall, at: Share, from: Point, to: Point) -> bool {
        let (square, stand) = if first { (self.from, self.stands.0) } else { (self.to, self.stands.1) };
        let near = |start: i32, end: i32, square: i16| {
            let here = i64::from(start) * at.whole + (i64::from(end) - i64::from(start)) * at.part;
            let least = i64::from(i32::from(square) - 1) * i64::from(SIDE) * at.whole;
            (least..=least + 3 * i64::from(SIDE) * at.whole).contains(&here)
        };
        stand.bottom <= wall.top() && near(from.x, to.x, square.x) && near(from.y, to.y, square.y)
    }

    /// Whether a square is at most one space from one of the two, height included.
    pub(super) fn beside(&self, first: bool, square: Square, space: Space) -> bool {
        let (end, stand) = if first { (self.from, self.stands.0) } else { (self.to, self.stands.1) };
        let near = |one: i16, other: i16| (i32::from(one) - i32::from(other)).abs() <= 1;
        near(end.x, square.x) && near(end.y, square.y) && stand.meets(space.floor, space.top())
    }

    /// Whether a square belongs to one of the two.
    pub(super) fn is_own(&self, first: bool, square: Square) -> bool {
        let stand = if first { self.stands.0 } else { self.stands.1 };
        stand.at.covers(square)
    }

    /// Whether a square stops a line that goes through it from one share of its length to another.
    pub(super) fn stops_between(&self, square: Square, enter: Share, leave: Share) -> bool {
        self.stops(square, enter) || self.stops(square, leave)
    }

    /// Whether a square stops a line at some share of its length. Full cover next to either end is not
    /// looked over; anything else stops what is below its top, ground what is below its floor.
    pub(super) fn stops(&self, square: Square, at: Share) -> bool {
        let space = self.relief.space(square);
        let own = || self.is_own(true, square) || self.is_own(false, square);
        if space.cover != Cover::Full {
            return self.is_below(at, i64::from(space.floor)) && !own();
        }
        let over = || self.beside(true, square, space) || self.beside(false, square, space);
        (self.is_below(at, i64::from(space.top())) || over()) && !own()
    }

    /// Whether the line between the tops of both is lower than this at some share of its length.
    fn is_below(&self, at: Share, height: i64) -> bool {
        let (one, other) = self.tops;
        one * at.whole + (other - one) * at.part < height * at.whole
    }
}

/// Follows a line from square to square. Its ends must not lie on the lines of the grid.
pub(super) fn walk<B>(
    level: i8,
    from: Point,
    to: Point,
    mut visit: impl FnMut(Passed) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let side = i64::from(SIDE);
    let (fx, fy, tx, ty) = (i64::from(from.x), i64::from(from.y), i64::from(to.x), i64::from(to.y));
    let (wide, high) = ((tx - fx).abs(), (ty - fy).abs());
    let (right, down) = ((tx - fx).signum(), (ty - fy).signum());
    let (mut x, mut y) = (fx.div_euclid(side), fy.div_euclid(side));
    let end = (tx.div_euclid(side), ty.div_euclid(side));
    let ahead = |start: i64, cell: i64, way: i64| {
        if way > 0 { (cell + 1) * side - start } else { start - cell * side }
    };
    // How far it is from the start to the next upright and to the next level line of the grid.
    let (mut upright, mut flat) = (ahead(fx, x, right), ahead(fy, y, down));
    let square = |x: i64, y: i64| Square { level, y: y as i16, x: x as i16 };
    let mut enter = Share { part: 0, whole: 1 };
    loop {
        let last = (x, y) == end;
        let (to_upright, to_flat) = (upright * high, flat * wide);
        let leave = if last {
            Share { part: 1, whole: 1 }
        } else if to_upright < to_flat || high == 0 {
            Share { part: upright, whole: wide }
        } else {
            Share { part: flat, whole: high }
        };
        visit(Passed::Inside { square: square(x, y), enter, leave })?;
        if last {
            return ControlFlow::Continue(());
        }
        if to_upright == to_flat {
            let beside = [square(x + right, y), square(x, y + down)];
            visit(Passed::Corner { beside, at: leave })?;
        }
        if to_upright <= to_flat {
            x += right;
            upright += side;
        }
        if to_flat <= to_upright {
            y += down;
            flat += side;
        }
        enter = leave;
    }
}
