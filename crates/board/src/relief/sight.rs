//! Sight from square to square by nine points in each: at a tenth, the middle and nine tenths of both axes,
//! eighty-one lines between two squares. One that is unbroken is enough.

use super::line::{Breaker, Pair, SightLine};
use super::{Point, Relief, SIDE, Stand};
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

const LINES: usize = 81;
const CENTRE: usize = LINES / 2;

/// What the last square taught: neighbours are mostly seen, or hidden, by the same lines and walls.
struct Hints {
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
        let mut hints = Hints::new();
        from.at.overlaps(to.at) || self.pairs(from, to).any(|pair| pair.is_clear(&mut hints))
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
            let mut hints = Hints::new();
            for square in self.squares() {
                let own = from.at.covers(square);
                let stands = (from, self.upright(square));
                if !seen.has(square) && (own || Pair::new(self, eye, square, stands).is_clear(&mut hints)) {
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

impl Hints {
    fn new() -> Self {
        Self { clear: CENTRE, walls: [u32::MAX; LINES] }
    }
}

impl Pair<'_> {
    /// Whether any of the lines is unbroken.
    fn is_clear(&self, hints: &mut Hints) -> bool {
        if self.from == self.to {
            return true;
        }
        let likely = hints.clear;
        let others = (0..LINES).filter(|number| *number != likely);
        for number in [likely].into_iter().chain(others) {
            let (from, to) = self.ends(number);
            let wall = hints.walls[number] as usize;
            if wall < self.relief.walls().len() && self.broken_by(wall, from, to) {
                continue;
            }
            match self.broken(from, to) {
                None => {
                    hints.clear = number;
                    return true;
                }
                Some(Breaker::Wall(wall)) => hints.walls[number] = wall as u32,
                Some(_) => {}
            }
        }
        false
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
        const PLACES: [i32; 3] = [SIDE / 10, SIDE / 2, SIDE / 10 * 9];
        let point =
            |square: Square, number: usize| Point::within(square, PLACES[number % 3], PLACES[number / 3]);
        (point(self.from, number / 9), point(self.to, number % 9))
    }
}
