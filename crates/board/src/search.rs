//! The search behind ways and reach: the cheapest way to each place, over places known by number. Nothing of it is
//! seen outside but its result; what it is searched for is with `walk`.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::grid::Grid;
use crate::square::{Diagonals, Direction, Footprint, Square};
use crate::steps::{Passage, Steps};
use crate::walk::{Route, Step, Walk};

/// A place in the search: a square, and where diagonals alternate whether the last was an odd one. Places are numbered
/// in the order of their squares, the even one first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Node(u32);

/// How good a way to a place is, the lower the better: its cost and what the rest costs at least, its diagonal steps,
/// its steps, where it came from, and the place itself; all in one number, so that two compare at once.
type Key = u128;

/// Bits of each part of a key but the cost, which has the rest: enough for every square there can be.
const PART: u32 = 23;
const MASK: u128 = (1 << PART) - 1;
/// What the rest of a way is taken to cost at most, so that a cost always fits.
const MOST_LEFT: u64 = 1 << 35;

/// What is known of a place.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    key: Key,
    cost: u32,
    /// The search that found it: what an earlier one knew is forgotten without being cleared.
    search: u32,
}

/// What a search needs to remember, kept from one to the next.
#[derive(Debug, Default)]
pub(crate) struct Search {
    known: Vec<Known>,
    next: BinaryHeap<Reverse<Key>>,
    search: u32,
}

thread_local! {
    static SCRATCH: RefCell<Search> = RefCell::default();
}

/// One place on the way that was found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Passed {
    pub(crate) square: Square,
    pub(crate) cost: u32,
}

impl Search {
    /// Searches with the memory of earlier searches, and reads from it what was found.
    pub(crate) fn with<T>(work: impl FnOnce(&mut Self) -> T) -> T {
        let mut search = Self::lent();
        let found = work(&mut search);
        search.give_back();
        found
    }

    /// The memory of earlier searches. A search that is asked for in the middle of another begins with nothing.
    pub(crate) fn lent() -> Self {
        SCRATCH.with(RefCell::take)
    }

    /// Keeps the memory for the next search.
    pub(crate) fn give_back(self) {
        SCRATCH.with(|scratch| scratch.replace(self));
    }

    /// Finds the best way to each place, until `done` says so of a square that is reached for good: that place.
    pub(crate) fn run(
        &mut self,
        grid: &Grid,
        from: Square,
        most: u32,
        walk: &Walk<'_>,
        done: &mut dyn FnMut(Square) -> bool,
    ) -> Option<Node> {
        let steps = grid.chart().steps();
        self.forget(steps.len());
        let start = steps.number(from)?;
        let aim = Aim::of(grid, walk);
        self.offer(Node(start * 2), 0, 0, 0, 0, aim.left(from));
        while let Some(Reverse(key)) = self.next.pop() {
            let node = Node((key & MASK) as u32);
            let known = self.known[node.0 as usize];
            if known.key != key {
                continue;
            }
            let open = steps.open(node.0 / 2);
            if done(open.square) {
                return Some(node);
            }
            let (here, odd) = (open.square, node.0 % 2 == 1);
            let width = steps.width(here);
            let so_far = (key >> (2 * PART)) & MASK;
            let slanted = (key >> (3 * PART)) & MASK;
            let before = u128::from(node.0) + 1;
            for direction in Direction::ALL {
                let diagonal = direction.is_diagonal();
                if diagonal && walk.diagonals == Diagonals::Never {
                    continue;
                }
                let passage = open.passage(direction, walk.corners);
                if walk.size <= 1 && passage == Passage::Shut {
                    continue;
                }
                let alternates = diagonal && walk.diagonals == Diagonals::Alternating;
                let (across, down) = direction.offset();
                let number = (node.0 / 2) as i32 + i32::from(down) * width + i32::from(across);
                // Before the first square there is no other.
                let Ok(number) = u32::try_from(number) else { continue };
                let place = number * 2 + u32::from(odd != alternates);
                // A step costs something: whatever is reached for less already is not reached better from here.
                if self.is_reached_within(place, known.cost.saturating_add(walk.least)) {
                    continue;
                }
                let to = here.toward(direction, 1);
                let more = if walk.size <= 1 && passage == Passage::Open {
                    (walk.cost)(Step { from: here, to, length: if alternates && odd { 2 } else { 1 } })
                } else {
                    grid.one_step(here, to, odd, walk).ok().map(|(cost, _)| cost)
                };
                let Some(more) = more else { continue };
                let Some(cost) = known.cost.checked_add(more).filter(|cost| *cost <= most) else { continue };
                let to_node = Node(place);
                let slanted = slanted + u128::from(diagonal);
                self.offer(to_node, cost, slanted, so_far + 1, before, aim.left(to));
            }
            if grid.chart().has_stairs() {
                for to in grid.chart().stairs_from(here) {
                    let Ok((more, odd)) = grid.one_step(here, to, odd, walk) else { continue };
                    let Some(cost) = known.cost.checked_add(more).filter(|cost| *cost <= most) else {
                        continue;
                    };
                    let Some(number) = steps.number(to) else { continue };
                    self.offer(Node(number * 2 + u32::from(odd)), cost, slanted, so_far + 1, before, 0);
                }
            }
        }
        None
    }

    /// Of the places that were reached the one that is wanted and best to get to: the one a search for it would end at.
    /// Only after a search that has been everywhere.
    pub(crate) fn best(&self, steps: &Steps, wanted: &dyn Fn(Square) -> bool) -> Option<Node> {
        // A key without what was left of the way to something else.
        let plain =
            |known: &Known| (u128::from(known.cost) << (4 * PART)) | (known.key & ((1 << (4 * PART)) - 1));
        let all = self.known.iter().take(steps.len() * 2).enumerate();
        let reached = all.filter(|(_, known)| known.search == self.search);
        let good = reached.filter(|(node, _)| wanted(steps.open((node / 2) as u32).square));
        let best = good.min_by_key(|(_, known)| plain(known))?;
        Some(Node(best.0 as u32))
    }

    /// The way to a place, from its beginning.
    pub(crate) fn route(&self, steps: &Steps, end: Node) -> Route {
        let mut route = Route { squares: Vec::new(), costs: Vec::new() };
        for passed in self.back(steps, end) {
            route.squares.push(passed.square);
            route.costs.push(passed.cost);
        }
        route.squares.reverse();
        route.costs.reverse();
        route
    }

    /// The way to a place, from its end.
    fn back<'a>(&'a self, steps: &'a Steps, end: Node) -> impl Iterator<Item = Passed> + 'a {
        let mut next = Some(end);
        std::iter::from_fn(move || {
            let node = next?;
            let known = self.known[node.0 as usize];
            next = (((known.key >> PART) & MASK) as u32).checked_sub(1).map(Node);
            Some(Passed { square: steps.open(node.0 / 2).square, cost: known.cost })
        })
    }

    /// Every square that was reached and the least it cost, in order.
    pub(crate) fn reached<'a>(&'a self, steps: &'a Steps) -> impl Iterator<Item = Passed> + 'a {
        let known = |node: u32| self.known.get(node as usize).filter(|known| known.search == self.search);
        (0..steps.len() as u32).filter_map(move |number| {
            let costs = [known(number * 2), known(number * 2 + 1)];
            let cost = costs.into_iter().flatten().map(|known| known.cost).min()?;
            Some(Passed { square: steps.open(number).square, cost })
        })
    }

    /// Whether a place is known to be reached for less than this.
    #[inline]
    fn is_reached_within(&self, place: u32, cost: u32) -> bool {
        self.known.get(place as usize).is_some_and(|known| known.search == self.search && known.cost < cost)
    }

    fn forget(&mut self, squares: usize) {
        self.next.clear();
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.known.clear();
            self.search = 1;
        }
        if self.known.len() < squares * 2 {
            self.known.resize(squares * 2, Known::default());
        }
    }

    /// Notes a way to a place if it is the best so far.
    #[inline]
    fn offer(&mut self, node: Node, cost: u32, slanted: u128, steps: u128, before: u128, left: u64) {
        let whole = u128::from(u64::from(cost) + left);
        let key =
            (((((whole << PART) | slanted) << PART | steps) << PART | before) << PART) | u128::from(node.0);
        let known = &mut self.known[node.0 as usize];
        if known.search != self.search || key < known.key {
            *known = Known { key, cost, search: self.search };
            self.next.push(Reverse(key));
        }
    }
}

/// What is left of a way at least, where it is known where it leads. Each step brings one nearer by one square at the
/// most, so that of equal ways the same is found as without: whatever leads to a place on a best way comes before it.
struct Aim<'a> {
    targets: &'a [Footprint],
    within: u32,
    least: u64,
    size: u8,
    never: bool,
}

impl<'a> Aim<'a> {
    fn of(grid: &Grid, walk: &Walk<'a>) -> Self {
        // Stairs lead further than a step.
        let targets: &'a [Footprint] = if grid.chart().has_stairs() { &[] } else { walk.aim };
        let never = walk.diagonals == Diagonals::Never;
        Self { targets, within: walk.within, least: walk.least.into(), size: walk.size, never }
    }

    #[inline]
    fn left(&self, at: Square) -> u64 {
        if self.least == 0 {
            return 0;
        }
        let far = |target: &Footprint| {
            let [across, down] = Footprint { at, size: self.size }.apart(*target);
            if self.never { across + down } else { across.max(down) }
        };
        let squares = self.targets.iter().map(far).min().unwrap_or(0);
        (u64::from(squares.saturating_sub(self.within)) * self.least).min(MOST_LEFT)
    }
}
