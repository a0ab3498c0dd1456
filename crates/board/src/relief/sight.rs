//! Sight from square to square by nine points in each: at a tenth, the middle and nine tenths of both axes,
//! eighty-one lines between two squares. One that is unbroken is enough.

use super::fan::{Fan, beside};
use super::line::{Pair, SightLine};
use super::{Cover, Point, Relief, SIDE, Stand};
use crate::light::Lamp;
use crate::square::Square;
use crate::squares::Squares;

/// How well one sees another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sight {
    /// How many of the eighty-one lines are unbroken, between the two squares for which they are the most.
    pub clear: u8,
    /// Those two squares.
    pub between: (Square, Square),
    /// The line that decides: an unbroken one, from centre to centre if that one is; or else the one from
    /// centre to centre with what breaks it.
    pub line: SightLine,
}

const POINTS: usize = 9;
const LINES: usize = POINTS * POINTS;
const CENTRE: usize = LINES / 2;
/// Of the nine points, those at the corners.
const OUTERMOST: [usize; 4] = [0, 2, 6, 8];

/// Somebody who looks around from one square, and what the last square they looked at taught: neighbours are mostly
/// seen, or hidden, by the same lines and walls.
struct Looking {
    /// The walls around each of their nine points.
    fans: [Fan; POINTS],
    /// No ground is higher, and if none is, none stops a line as cover or thick air does.
    highest: Option<i64>,
    clear: usize,
    walls: [u32; LINES],
}

impl Sight {
    /// Whether there is sight at all.
    pub fn is_clear(&self) -> bool {
        self.clear > 0
    }
}

impl Relief {
    /// Whether one sees the other; the same both ways.
    pub fn sees(&self, from: Stand, to: Stand) -> bool {
        from.at.overlaps(to.at) || self.pairs(from, to).any(|pair| pair.is_clear())
    }

    /// How well one sees the other, with the line that decides; none if one of them is not on this floor.
    pub fn sight(&self, from: Stand, to: Stand) -> Option<Sight> {
        let mut best: Option<Sight> = None;
        for pair in self.pairs(from, to) {
            let sight = pair.sight();
            if best.is_none_or(|best| sight.clear > best.clear) {
                best = Some(sight);
            }
        }
        best
    }

    /// Every square somebody sees, their own included; each is looked at as if somebody stood there.
    pub fn seen_from(&self, from: Stand) -> Squares {
        let (width, height) = self.size();
        let mut seen = Squares::none(self.level(), width, height);
        for eye in from.at.squares().filter(|eye| self.index(*eye).is_some()) {
            let mut looking = Looking::new(self, eye, from.top);
            for square in self.squares() {
                let own = from.at.covers(square);
                let stands = (from, self.upright(square));
                if !seen.has(square) && (own || looking.sees(&Pair::new(self, eye, square, stands))) {
                    seen.add(square);
                }
            }
        }
        seen
    }

    /// How bright a square is: the brightest of what it is without lamps and what each lamp makes of it, where
    /// a line reaches it.
    pub fn brightness(&self, square: Square, without: u8, lamps: &[Lamp]) -> u8 {
        let here = self.upright(square);
        lamps.iter().fold(without, |bright, lamp| match lamp.level(square) {
            Some(level) if level > bright && self.sees(self.upright(lamp.at), here) => level,
            _ => bright,
        })
    }

    pub(super) fn pairs(&self, from: Stand, to: Stand) -> impl Iterator<Item = Pair<'_>> {
        let on_floor = |square: &Square| self.index(*square).is_some();
        from.at.squares().filter(on_floor).flat_map(move |one| {
            to.at.squares().filter(on_floor).map(move |other| Pair::new(self, one, other, (from, to)))
        })
    }
}

impl Looking {
    fn new(relief: &Relief, eye: Square, top: i16) -> Self {
        let spaces = || relief.squares().map(|square| relief.space(square));
        let open = spaces().all(|space| space.cover != Cover::Full && !space.murk);
        let highest = spaces().map(|space| space.floor).max().unwrap_or(0);
        let beside = beside(relief, eye, top.max(highest.saturating_add(relief.step)));
        Self {
            fans: std::array::from_fn(|number| Fan::new(&beside, point(eye, number))),
            highest: open.then_some(i64::from(highest)),
            clear: CENTRE,
            walls: [u32::MAX; LINES],
        }
    }

    /// Whether any line between the two is unbroken.
    fn sees(&mut self, pair: &Pair<'_>) -> bool {
        if pair.from == pair.to {
            return true;
        }
        let level = self.highest.is_some_and(|highest| highest <= pair.low());
        let likely = self.clear;
        let others = (0..LINES).filter(|number| *number != likely);
        for number in [likely].into_iter().chain(others) {
            match self.breaks(pair, number, level) {
                None => {
                    self.clear = number;
                    return true;
                }
                // Most of what is hidden is hidden by one wall alone.
                Some(Some(wall)) if number == likely && pair.is_screened_by(wall) => return false,
                Some(_) => {}
            }
        }
        false
    }

    /// What breaks a line: a wall by its number, or something else.
    fn breaks(&mut self, pair: &Pair<'_>, number: usize, level: bool) -> Option<Option<usize>> {
        let (from, to) = pair.ends(number);
        let last = self.walls[number] as usize;
        if last < pair.relief.walls().len() && pair.broken_by(last, from, to) {
            return Some(Some(last));
        }
        let mut around = self.fans[number / POINTS].toward(to);
        if let Some(wall) = around.find(|wall| pair.broken_by(*wall, from, to)) {
            self.walls[number] = wall as u32;
            return Some(Some(wall));
        }
        (!level && pair.is_broken_by_spaces(from, to)).then_some(None)
    }
}

impl Pair<'_> {
    /// Whether any of the lines is unbroken.
    fn is_clear(&self) -> bool {
        let lines = || (0..LINES).map(|number| self.ends(number));
        self.from == self.to || lines().any(|(from, to)| self.broken(from, to).is_none())
    }

    /// Whether one wall breaks every line. What holds at the outermost points of both squares holds between all:
    /// on which side of the wall a point is, and on which side of a line an end of the wall is.
    fn is_screened_by(&self, wall: usize) -> bool {
        let wall = &self.relief.walls()[wall];
        let tall = self.tops.0.max(self.tops.1) < i64::from(wall.top());
        let corners = |square| OUTERMOST.map(|number| point(square, number));
        wall.cover() == Cover::Full && tall && wall.parts(corners(self.from), corners(self.to))
    }

    pub(super) fn sight(&self) -> Sight {
        let between = (self.from, self.to);
        let centre = self.line(CENTRE);
        if self.from == self.to {
            return Sight { clear: LINES as u8, between, line: centre };
        }
        let mut clear = (0..LINES).map(|number| self.line(number)).filter(|line| line.broken.is_none());
        let first = clear.next();
        let many = first.map_or(0, |_| 1 + clear.count());
        let line = if centre.broken.is_none() { centre } else { first.unwrap_or(centre) };
        Sight { clear: many as u8, between, line }
    }

    fn line(&self, number: usize) -> SightLine {
        let (from, to) = self.ends(number);
        let broken = if self.from == self.to { None } else { self.broken(from, to) };
        SightLine { from, to, broken }
    }

    /// The two points of a line by its number; the middle number is from centre to centre.
    fn ends(&self, number: usize) -> (Point, Point) {
        (point(self.from, number / POINTS), point(self.to, number % POINTS))
    }
}

/// One of the nine points of a square.
fn point(square: Square, number: usize) -> Point {
    const PLACES: [i32; 3] = [SIDE / 10, SIDE / 2, SIDE / 10 * 9];
    Point::within(square, PLACES[number % 3], PLACES[number / 3])
}
