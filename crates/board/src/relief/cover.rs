//! Cover along the line from centre to centre: every piece it passes, the highest once. What the level is
//! worth, and what a stance makes of it, is for the game to say.

use std::ops::ControlFlow;

use super::line::{Breaker, Pair, Passed, SightLine, walk};
use super::wall::Contact;
use super::{Cover, Point, Relief, Stand};
use crate::square::Square;

/// How cover is counted where tables differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CoverRule {
    /// Whether a piece next to the attacker and not next to the target is left out.
    pub own_is_free: bool,
    /// Whether only pieces next to the target count.
    pub beside_target_only: bool,
}

/// The cover a target has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CoverFound {
    /// How much; never full, for then there is no sight.
    pub cover: Cover,
    /// What gives it.
    pub by: CoverBy,
    /// The line from centre to centre that decided.
    pub line: SightLine,
}

/// What gives cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CoverBy {
    /// Nothing.
    Nothing,
    /// What stands or grows on a square.
    Space(Square),
    /// Two squares the line passes between, as one piece.
    Corner(Square, Square),
    /// A barrier, by its number.
    Wall(usize),
    /// The line is stopped although others are not.
    Stopped(Breaker),
}

impl Default for CoverRule {
    fn default() -> Self {
        Self { own_is_free: true, beside_target_only: false }
    }
}

impl Relief {
    /// The cover a target has from an attacker: the lowest among the pairs of their squares that have sight;
    /// none where no pair has.
    pub fn cover(&self, attacker: Stand, target: Stand, rule: CoverRule) -> Option<CoverFound> {
        let seen = self.pairs(attacker, target).filter(|pair| pair.sight().is_clear());
        let mut best: Option<CoverFound> = None;
        for found in seen.map(|pair| pair.cover(rule)) {
            if best.is_none_or(|best| found.cover < best.cover) {
                best = Some(found);
            }
        }
        best
    }
}

impl Pair<'_> {
    fn cover(&self, rule: CoverRule) -> CoverFound {
        let (from, to) = (Point::centre(self.from), Point::centre(self.to));
        let open = SightLine { from, to, broken: None };
        if self.from == self.to {
            return CoverFound { cover: Cover::No, by: CoverBy::Nothing, line: open };
        }
        let mut found = CoverFound { cover: Cover::No, by: CoverBy::Nothing, line: open };
        let mut count = |cover: Cover, by: CoverBy| {
            if cover > found.cover {
                (found.cover, found.by) = (cover, by);
            }
        };
        let stopped = walk(self.relief.level(), from, to, |passed| {
            match passed {
                Passed::Inside { square, enter, leave } => {
                    if self.stops_between(square, enter, leave) {
                        return ControlFlow::Break(Breaker::Space(square));
                    }
                    let cover = self.given_by(square);
                    if cover > Cover::No && self.counts(rule, |first| self.is_beside(first, square)) {
                        count(cover, CoverBy::Space(square));
                    }
                    for number in self.relief.walls_at(square).iter().map(|number| *number as usize) {
                        if self.broken_by(number, from, to) {
                            return ControlFlow::Break(Breaker::Wall(number));
                        }
                        let wall = &self.relief.walls()[number];
                        let near = |first: bool| match wall.contact(from, to) {
                            Contact::At(at) => self.beside_wall(first, wall, at, from, to),
                            Contact::Along | Contact::Apart => true,
                        };
                        let met = !matches!(wall.contact(from, to), Contact::Apart);
                        if met && wall.cover() != Cover::Full && self.counts(rule, near) {
                            count(wall.cover(), CoverBy::Wall(number));
                        }
                    }
                }
                Passed::Corner { beside: [one, other], at } => {
                    let level = |square: Square| {
                        if self.stops(square, at) { Cover::Full } else { self.given_by(square) }
                    };
                    let cover = level(one).min(level(other));
                    if cover == Cover::Full {
                        return ControlFlow::Break(Breaker::Corner(one, other));
                    }
                    let near = |first: bool| self.is_beside(first, one) || self.is_beside(first, other);
                    if cover > Cover::No && self.counts(rule, near) {
                        count(cover, CoverBy::Corner(one, other));
                    }
                }
            }
            ControlFlow::Continue(())
        });
        match stopped.break_value() {
            Some(breaker) => CoverFound {
                cover: Cover::High,
                by: CoverBy::Stopped(breaker),
                line: SightLine { broken: Some(breaker), ..open },
            },
            None => found,
        }
    }

    /// What a square gives that does not stop the line: nothing if the attacker is on it, only what the target
    /// stands among if they are. Full cover the line clears gives nothing.
    fn given_by(&self, square: Square) -> Cover {
        let space = self.relief.space(square);
        let free = self.is_own(true, square) || (self.is_own(false, square) && !space.within);
        if free || space.cover == Cover::Full { Cover::No } else { space.cover }
    }

    fn is_beside(&self, first: bool, square: Square) -> bool {
        self.beside(first, square, self.relief.space(square))
    }

    fn counts(&self, rule: CoverRule, beside: impl Fn(bool) -> bool) -> bool {
        let by_target = beside(false);
        let leans_past = rule.own_is_free && beside(true) && !by_target;
        !leans_past && (by_target || !rule.beside_target_only)
    }
}
