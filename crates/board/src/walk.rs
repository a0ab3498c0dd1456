//! Ways over a map, step by step: what a step costs is asked of the game, what walls and doors allow
//! is known here. Of equal ways the one with the fewest diagonal steps is taken, always the same.

use crate::grid::{Corners, Grid, Obstacle};
use crate::search::Search;
use crate::square::{Diagonals, Footprint, Square};

/// How somebody goes.
#[derive(Clone, Copy)]
pub struct Walk<'a> {
    /// How many squares across they are.
    pub size: u8,
    /// What diagonal steps are worth.
    pub diagonals: Diagonals,
    /// Which corners can be passed.
    pub corners: Corners,
    /// What a step costs, in the unit of the game; `None` where the rules do not let them go.
    pub cost: &'a dyn Fn(Step) -> Option<u32>,
    /// What any step costs at least, if that is known: then the search looks first where the way leads.
    pub least: u32,
    /// Where the way leads, if that is known: whatever is wanted is near one of these.
    pub aim: &'a [Footprint],
    /// No more squares away than this.
    pub within: u32,
}

impl std::fmt::Debug for Walk<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Walk").field("size", &self.size).finish_non_exhaustive()
    }
}

/// One step that nothing on the map is in the way of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// From here, by the upper left square.
    pub from: Square,
    /// To there.
    pub to: Square,
    /// How many squares it counts for: 2 for every second diagonal where they alternate, else 1.
    pub length: u32,
}

/// A way, with what each step cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// All squares, the first included.
    pub squares: Vec<Square>,
    /// What it cost to get to each of them.
    pub costs: Vec<u32>,
}

/// A square that can be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reached {
    /// Which.
    pub square: Square,
    /// The least it costs.
    pub cost: u32,
}

/// Why a step of a way cannot be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Step {number}, from {from} to {to}: {why}.")]
pub struct StepFault {
    /// Which step, from 1.
    pub number: usize,
    /// From here.
    pub from: Square,
    /// To there.
    pub to: Square,
    /// Why.
    pub why: NoStep,
}

/// Why a step cannot be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoStep {
    /// More than one step, or none.
    #[error("that is not one step")]
    NotNext,
    /// There are no diagonal steps here.
    #[error("diagonal steps are not allowed")]
    Diagonal,
    /// Something on the map is in the way.
    #[error("{0}")]
    Obstacle(Obstacle),
    /// The rules do not allow it.
    #[error("that way is barred")]
    Barred,
    /// The map cannot count so far.
    #[error("that is too far")]
    TooFar,
}

impl<'a> Walk<'a> {
    /// One square across, diagonals like any other step, past corners.
    pub fn new(cost: &'a dyn Fn(Step) -> Option<u32>) -> Self {
        Self {
            size: 1,
            diagonals: Diagonals::Equal,
            corners: Corners::OneWay,
            cost,
            least: 0,
            aim: &[],
            within: 0,
        }
    }
}

impl Route {
    /// What it costs in all.
    pub fn cost(&self) -> u32 {
        self.costs.last().copied().unwrap_or(0)
    }

    /// Where it ends.
    pub fn end(&self) -> Option<Square> {
        self.squares.last().copied()
    }

    /// As far as this much goes.
    #[must_use]
    pub fn within(mut self, most: u32) -> Self {
        let steps = self.costs.iter().take_while(|cost| **cost <= most).count();
        self.squares.truncate(steps);
        self.costs.truncate(steps);
        self
    }
}

impl Grid {
    /// What one step costs, or why it cannot be taken. `odd` says whether an odd number of diagonal steps
    /// was taken before.
    pub(crate) fn one_step(
        &self,
        from: Square,
        to: Square,
        odd: bool,
        walk: &Walk<'_>,
    ) -> Result<(u32, bool), NoStep> {
        if !self.next_to(from, to) {
            return Err(NoStep::NotNext);
        }
        let direction = from.direction_to(to);
        let diagonal = direction.is_some_and(crate::square::Direction::is_diagonal);
        if diagonal && walk.diagonals == Diagonals::Never {
            return Err(NoStep::Diagonal);
        }
        let here = Footprint { at: from, size: walk.size };
        if let Some(direction) = direction {
            let shifted = |square: Square| self.obstacle(square, square.toward(direction, 1), walk.corners);
            if let Some(obstacle) = here.squares().find_map(shifted) {
                return Err(NoStep::Obstacle(obstacle));
            }
        }
        if !self.fits(Footprint { at: to, size: walk.size }) {
            return Err(NoStep::Obstacle(self.bars(to).unwrap_or(Obstacle::Wall)));
        }
        let alternates = diagonal && walk.diagonals == Diagonals::Alternating;
        let length = if alternates && odd { 2 } else { 1 };
        let cost = (walk.cost)(Step { from, to, length }).ok_or(NoStep::Barred)?;
        Ok((cost, odd != alternates))
    }

    /// Checks a way somebody chose, square by square, the first being where they stand.
    pub fn follow(&self, squares: &[Square], walk: &Walk<'_>) -> Result<Route, StepFault> {
        let mut route = Route { squares: squares.to_vec(), costs: vec![0; squares.len().min(1)] };
        let (mut spent, mut odd) = (0_u32, false);
        for (at, pair) in squares.windows(2).enumerate() {
            let fault = |why| StepFault { number: at + 1, from: pair[0], to: pair[1], why };
            let (cost, next) = self.one_step(pair[0], pair[1], odd, walk).map_err(fault)?;
            (spent, odd) = (spent.checked_add(cost).ok_or_else(|| fault(NoStep::TooFar))?, next);
            route.costs.push(spent);
        }
        Ok(route)
    }

    /// The cheapest way to a square, if there is one.
    pub fn path(&self, from: Square, to: Square, walk: &Walk<'_>) -> Option<Route> {
        let aim = [Footprint { at: to, size: walk.size }];
        self.path_where(from, &|square| square == to, &Walk { aim: &aim, within: 0, ..*walk })
    }

    /// The cheapest way to any square that is wanted; the square itself if it is wanted.
    pub fn path_where(
        &self,
        from: Square,
        wanted: &dyn Fn(Square) -> bool,
        walk: &Walk<'_>,
    ) -> Option<Route> {
        Search::with(|search| {
            let end = search.run(self, from, u32::MAX, walk, &mut |square| wanted(square))?;
            Some(search.route(self.chart().steps(), end))
        })
    }

    /// Every square that can be reached for at most so much, in order, the first one included. Where one
    /// may stop is for the rules to say.
    pub fn reach(&self, from: Square, most: u32, walk: &Walk<'_>) -> Vec<Reached> {
        Search::with(|search| {
            search.run(self, from, most, &Walk { aim: &[], ..*walk }, &mut |_| false);
            let reached = search.reached(self.chart().steps());
            reached.map(|passed| Reached { square: passed.square, cost: passed.cost }).collect()
        })
    }
}
