//! Who is in whose way: everybody on the map as far as a side knows where they are.

use boneyard_board::Footprint;
use boneyard_table::Who;
use smallvec::SmallVec;

use crate::book::Book;
use crate::passive;
use crate::sight;
use crate::state::{Spot, State};

/// Everybody else as far as the mover's side knows where they are. The one it does not see is met only on the way.
#[derive(Debug)]
pub(super) struct Bodies {
    all: SmallVec<[Body; 8]>,
    tall: i16,
}

#[derive(Debug)]
struct Body {
    place: Footprint,
    low: i16,
    top: i16,
    bars: bool,
    shares: bool,
}

/// A space that is barred between two heights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Barred {
    pub(super) at: Spot,
    low: i16,
    top: i16,
}

impl Bodies {
    /// Those somebody's side sees.
    pub(super) fn known_to(state: &State, book: &Book, who: Who) -> Self {
        let side = state.sheet(who).side;
        let swarm = |one: Who| passive::hook(state, book, one, "swarm").is_some();
        let own = swarm(who);
        let known = state.here().filter(|other| *other != who && sight::side_sees(state, book, side, *other));
        let all = known.filter_map(|other| {
            let (place, low) = (sight::place_of(state, other)?, sight::bottom(state, other));
            let shares = own || swarm(other);
            let top = low + state.sheet(other).size.tall();
            Some(Body { place, low, top, bars: state.hostile(other, who) && !shares, shares })
        });
        Self { all: all.collect(), tall: state.sheet(who).size.tall() }
    }

    fn meets(&self, body: &Body, there: Footprint, bottom: i16) -> bool {
        body.place.overlaps(there) && body.low < bottom + self.tall && body.top > bottom
    }

    /// Whether somebody who considers the mover hostile stands there.
    pub(super) fn bar(&self, there: Footprint, bottom: i16) -> bool {
        self.all.iter().any(|body| body.bars && self.meets(body, there, bottom))
    }

    /// Every space that somebody bars.
    pub(super) fn barred(&self) -> SmallVec<[Barred; 12]> {
        let bars = self.all.iter().filter(|body| body.bars);
        let spaces = bars.flat_map(|body| body.place.squares().map(move |square| (square, body)));
        let barred = spaces.filter_map(|(square, body)| {
            Some(Barred { at: Spot::of(square)?, low: body.low, top: body.top })
        });
        barred.collect()
    }

    /// Whether the mover would meet them on the way through at this height.
    #[inline]
    pub(super) fn meets_at(&self, body: &Barred, bottom: i16) -> bool {
        body.low < bottom + self.tall && body.top > bottom
    }

    /// Whether the mover could not stay there: somebody else is in it.
    pub(super) fn fill(&self, there: Footprint, bottom: i16) -> bool {
        self.all.iter().any(|body| !body.shares && self.meets(body, there, bottom))
    }
}
