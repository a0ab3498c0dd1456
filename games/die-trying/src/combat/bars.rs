//! What a step costs somebody and what bars it: enemies, rough ground, dread. Found out once for a whole search.

use boneyard_board::{Footprint, Square, Step};
use boneyard_table::{At, Who};
use smallvec::SmallVec;

use super::legal::hostile;
use crate::DieTrying;
use crate::book::Book;
use crate::gear::place_of;
use crate::passive;
use crate::sight;
use crate::state::{Condition, Fate, Patch, Spot, State, What};

/// Feet of a square.
pub(super) const SQUARE: u16 = 5;

/// What bars somebody's way, found out once for a whole search: enemies one knows of do while they are up, allies can
/// be passed.
pub(super) struct Bars {
    pub(super) size: u8,
    pub(super) square: u16,
    /// Where somebody of this size would stand on an enemy, by the upper left square.
    pub(super) barred: SmallVec<[Square; 8]>,
    frightened: bool,
    /// Every square costs the same.
    even: bool,
}

impl Bars {
    pub(super) fn of(state: &State, who: Who) -> Self {
        let own = state.one(who);
        let size = own.sheet.size.squares();
        // A swarm goes through everybody.
        let passes = own.sheet.has_tag("swarm");
        let mut barred = SmallVec::new();
        for (other, one) in state.all() {
            if one.sheet.side != own.sheet.side
                && !passes
                && one.live.fate == Fate::Up
                && let Some(at) = one.live.at
                && hostile(state, who, other)
                && !one.sheet.has_tag("swarm")
                && sight::may_target(state, who, other)
            {
                barred.extend(squares_over(at.footprint(one.sheet.size.squares()), size));
            }
        }
        let slick = state.patches.iter().any(Patch::slows);
        Self {
            size,
            square: square_of(state, who),
            barred,
            frightened: own.live.is(Condition::Frightened),
            even: !slick && state.board.as_ref().is_some_and(|board| board.grid.chart().is_even()),
        }
    }

    /// At half pace every step costs double.
    pub(super) fn at_pace(self, slowly: bool) -> Self {
        Self { square: if slowly { 2 * self.square } else { self.square }, ..self }
    }

    /// What a step costs somebody; nothing where they may not go.
    #[inline]
    pub(super) fn cost(&self, at: At<'_, DieTrying>, who: Who, step: Step) -> Option<u32> {
        if self.barred.contains(&step.to) || self.frightened && nearer_to_dread(at.state, at.book, who, step)
        {
            return None;
        }
        let ground = if self.even { 1 } else { ground_at(at.state, step.to) };
        Some(u32::from(self.square) * ground)
    }
}

/// How many times as much as elsewhere a step onto a square costs.
fn ground_at(state: &State, square: Square) -> u32 {
    let ground =
        state.board.as_ref().and_then(|board| board.grid.ground(square)).map_or(1, |ground| ground.cost);
    let slowed = Spot::of(square)
        .is_some_and(|to| state.patches.iter().any(|patch| patch.slows() && patch.squares.contains(&to)));
    ground.max(1) * if slowed { 2 } else { 1 }
}

/// Where somebody so many squares across would share a square with somebody else, by the upper left square.
fn squares_over(other: Footprint, size: u8) -> impl Iterator<Item = Square> {
    let more = i16::from(size.max(1)) - 1;
    let at = Square { y: other.at.y - more, x: other.at.x - more, ..other.at };
    Footprint { at, size: other.size.max(1) + size.max(1) - 1 }.squares()
}

/// Feet a square costs somebody.
pub(super) fn square_of(state: &State, who: Who) -> u16 {
    if state.live(who).prone { 2 * SQUARE } else { SQUARE }
}

/// Whether a step leads nearer to what somebody is Frightened of.
pub(super) fn nearer_to_dread(state: &State, book: &Book, who: Who, step: Step) -> bool {
    let live = state.live(who);
    if !live.is(Condition::Frightened) || passive::forbids(state, book, who, "approach-source").is_none() {
        return false;
    }
    let size = state.sheet(who).size.squares();
    let far = |at: Square, other: Footprint| {
        boneyard_board::Diagonals::Equal.distance(Footprint { at, size }, other)
    };
    let dreads = live.affects.iter().filter_map(|affect| match affect.what.what {
        What::Is(Condition::Frightened, _) => affect.what.from.and_then(|from| place_of(state, from)),
        _ => None,
    });
    dreads.into_iter().any(|source| far(step.to, source) < far(step.from, source))
}
