//! Walls as straight lines between two points, on the lines of the grid or not, and where another line meets
//! them. Coordinates are thousandths of a square from the upper left corner of the map.

use serde::{Deserialize, Serialize};

use super::Cover;
use crate::chart::MOST_SIDE;
use crate::fault::BoardFault;
use crate::square::{Direction, Square};

/// How many units of a [`Point`] one square is wide.
pub const SIDE: i32 = 1000;

/// A map has no more walls than that.
pub const MOST_WALLS: usize = 20_000;

/// A point of a floor, in thousandths of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "(i32, i32)", into = "(i32, i32)")]
pub struct Point {
    /// Across, from the left edge.
    pub x: i32,
    /// Down, from the upper edge.
    pub y: i32,
}

/// A straight wall, fence or hedge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Wall {
    from: Point,
    to: Point,
    cover: Cover,
    top: i16,
}

/// A share of a line's length: `part` of `whole`, the whole being above zero.
#[derive(Debug, Clone, Copy)]
pub(super) struct Share {
    pub(super) part: i64,
    pub(super) whole: i64,
}

/// Where a line meets a wall.
#[derive(Debug, Clone, Copy)]
pub(super) enum Contact {
    Apart,
    At(Share),
    /// The line runs along the wall.
    Along,
}

impl Point {
    /// A point by its thousandths.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The middle of a square.
    pub fn centre(square: Square) -> Self {
        Self::within(square, SIDE / 2, SIDE / 2)
    }

    pub(super) fn within(square: Square, across: i32, down: i32) -> Self {
        Self { x: i32::from(square.x) * SIDE + across, y: i32::from(square.y) * SIDE + down }
    }

    fn is_sound(self) -> bool {
        let most = i32::from(MOST_SIDE) * SIDE;
        (-most..=2 * most).contains(&self.x) && (-most..=2 * most).contains(&self.y)
    }
}

impl Wall {
    /// A wall between two points, so high; a line above its top is not stopped by it.
    pub fn new(from: Point, to: Point, cover: Cover, top: i16) -> Result<Self, BoardFault> {
        if from == to {
            return Err(BoardFault::WallPoint);
        }
        if !from.is_sound() || !to.is_sound() {
            return Err(BoardFault::WallAway);
        }
        Ok(Self { from, to, cover, top })
    }

    /// A wall on the right or the lower edge of a square.
    pub(super) fn edge(square: Square, way: Direction, cover: Cover, top: i16) -> Self {
        let to = Point::within(square, SIDE, SIDE);
        let from = match way {
            Direction::East => Point::within(square, SIDE, 0),
            _ => Point::within(square, 0, SIDE),
        };
        Self { from, to, cover, top }
    }

    /// One end.
    pub fn from(&self) -> Point {
        self.from
    }

    /// The other end.
    pub fn to(&self) -> Point {
        self.to
    }

    /// How much it hides.
    pub fn cover(&self) -> Cover {
        self.cover
    }

    /// How high it reaches.
    pub fn top(&self) -> i16 {
        self.top
    }

    /// The squares it touches, edges and corners included, on a map of this size.
    pub(super) fn squares(self, width: i16, height: i16) -> impl Iterator<Item = (i16, i16)> {
        let range = |one: i32, other: i32, most: i16| {
            let first = (one.min(other) - 1).div_euclid(SIDE).clamp(0, i32::from(most));
            let last = one.max(other).div_euclid(SIDE).clamp(-1, i32::from(most) - 1);
            first as i16..=last as i16
        };
        let rows = range(self.from.y, self.to.y, height);
        let columns = range(self.from.x, self.to.x, width);
        rows.flat_map(move |y| columns.clone().map(move |x| (x, y)))
            .filter(move |(x, y)| self.touches(i32::from(*x) * SIDE, i32::from(*y) * SIDE))
    }

    /// Whether its line has corners of a square on both sides; that it is near enough is known.
    fn touches(self, left: i32, above: i32) -> bool {
        let corners =
            [(left, above), (left + SIDE, above), (left, above + SIDE), (left + SIDE, above + SIDE)];
        let sides = corners.map(|(x, y)| turn(self.from, self.to, Point { x, y }).signum());
        !(sides.iter().all(|side| *side > 0) || sides.iter().all(|side| *side < 0))
    }

    /// Whether every line from one of these points to one of those crosses it, between its ends.
    pub(super) fn parts(&self, these: [Point; 4], those: [Point; 4]) -> bool {
        let beyond = |side: i64, point: &Point| turn(self.from, self.to, *point).signum() == side;
        let side = turn(self.from, self.to, these[0]).signum();
        if side == 0 || !these.iter().all(|point| beyond(side, point)) {
            return false;
        }
        let within = |from: &Point, to: &Point| {
            turn(*from, *to, self.from).signum() == -side && turn(*from, *to, self.to).signum() == side
        };
        those.iter().all(|to| beyond(-side, to) && these.iter().all(|from| within(from, to)))
    }

    /// Where the line between two points meets it, its own ends included.
    pub(super) fn contact(&self, from: Point, to: Point) -> Contact {
        let (one, other) = (turn(from, to, self.from), turn(from, to, self.to));
        if (one > 0 && other > 0) || (one < 0 && other < 0) {
            return Contact::Apart;
        }
        let (start, end) = (turn(self.from, self.to, from), turn(self.from, self.to, to));
        if (start > 0 && end > 0) || (start < 0 && end < 0) {
            return Contact::Apart;
        }
        if one == 0 && other == 0 {
            let apart = |a: i32, b: i32, c: i32, d: i32| a.max(b) < c.min(d) || c.max(d) < a.min(b);
            let away =
                apart(from.x, to.x, self.from.x, self.to.x) || apart(from.y, to.y, self.from.y, self.to.y);
            return if away { Contact::Apart } else { Contact::Along };
        }
        let whole = start - end;
        Contact::At(if whole > 0 {
            Share { part: start, whole }
        } else {
            Share { part: -start, whole: -whole }
        })
    }
}

/// On which side of the line from one point to another a third lies.
pub(super) fn turn(from: Point, to: Point, point: Point) -> i64 {
    let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    let (px, py) = (i64::from(point.x) - i64::from(from.x), i64::from(point.y) - i64::from(from.y));
    dx * py - dy * px
}

impl From<(i32, i32)> for Point {
    fn from((x, y): (i32, i32)) -> Self {
        Self { x, y }
    }
}

impl From<Point> for (i32, i32) {
    fn from(point: Point) -> Self {
        (point.x, point.y)
    }
}

/// A wall as it is saved, so that one edited by hand is checked.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    from: Point,
    to: Point,
    cover: Cover,
    top: i16,
}

impl From<Wall> for Written {
    fn from(Wall { from, to, cover, top }: Wall) -> Self {
        Self { from, to, cover, top }
    }
}

impl TryFrom<Written> for Wall {
    type Error = BoardFault;

    fn try_from(Written { from, to, cover, top }: Written) -> Result<Self, BoardFault> {
        Self::new(from, to, cover, top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_parts_two_squares_if_it_reaches_past_every_line_between_them() {
        let square =
            |x: i32, y: i32| [(0, 0), (8, 0), (0, 8), (8, 8)].map(|(dx, dy)| Point::new(x + dx, y + dy));
        let wall = |from: (i32, i32), to: (i32, i32)| Wall {
            from: from.into(),
            to: to.into(),
            cover: Cover::Full,
            top: 5,
        };
        let (left, right) = (square(0, 0), square(20, 0));
        for (from, to, parts) in [
            ((14, -1), (14, 9), true),
            ((14, 9), (14, -1), true),
            // One line runs through its end, or past it.
            ((14, 0), (14, 9), false),
            ((14, 2), (14, 9), false),
            // It does not lie between them.
            ((40, -1), (40, 9), false),
            ((4, -9), (4, 19), false),
            ((-1, 14), (30, 14), false),
        ] {
            assert_eq!(wall(from, to).parts(left, right), parts, "{from:?} {to:?}");
            assert_eq!(wall(from, to).parts(right, left), parts, "{from:?} {to:?}");
        }
    }
}
