//! Ways from one square for one walker who looks for several things, one after the other. A search that finds nothing has
//! been everywhere, so that whatever is looked for next is only looked up.

use crate::grid::Grid;
use crate::search::Search;
use crate::square::{Footprint, Square};
use crate::walk::{Route, Walk};

/// Ways from one square. While it is there, nothing on the map moves.
#[derive(Debug)]
pub struct Ways<'a> {
    grid: &'a Grid,
    from: Square,
    walk: Walk<'a>,
    search: Search,
    /// A search has been everywhere one can get to.
    everywhere: bool,
}

impl Grid {
    /// The ways from a square, for one who looks for several things.
    pub fn ways<'a>(&'a self, from: Square, walk: Walk<'a>) -> Ways<'a> {
        Ways { grid: self, from, walk, search: Search::lent(), everywhere: false }
    }
}

impl Ways<'_> {
    /// The cheapest way to any square that is wanted, the same as [`Grid::path_where`] finds. If all that is wanted is
    /// within so many squares of `aim`, the search looks there first.
    pub fn nearest(
        &mut self,
        wanted: &dyn Fn(Square) -> bool,
        aim: &[Footprint],
        within: u32,
    ) -> Option<Route> {
        let steps = self.grid.chart().steps();
        let end = if self.everywhere {
            self.search.best(steps, wanted)
        } else {
            let walk = Walk { aim, within, ..self.walk };
            let end = self.search.run(self.grid, self.from, u32::MAX, &walk, &mut |square| wanted(square));
            self.everywhere = end.is_none();
            end
        }?;
        Some(self.search.route(steps, end))
    }
}

impl Drop for Ways<'_> {
    fn drop(&mut self) {
        std::mem::take(&mut self.search).give_back();
    }
}
