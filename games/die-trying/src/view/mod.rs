//! What each seat sees, built from nothing: characters whole, the TS's creatures to players only as far
//! as anybody would see them, those nobody has noticed not at all.

mod making;
mod map;
mod sheet;

use boneyard_table::view::View;
use boneyard_table::{At, Audience, Seat, Who};

use crate::DieTrying;
use crate::sight;
use crate::state::State;

/// All that one seat may see.
pub fn view(at: At<'_, DieTrying>, seat: Seat) -> View {
    let mut view = View::new(seat, crate::TITLE);
    for who in at.state.everybody().filter(|who| shown(at.state, *who, seat)) {
        let sheet = if opens(at.state, who, seat) { sheet::sheet(at, who) } else { sheet::glimpse(at, who) };
        view = view.sheet(sheet);
    }
    map::add(at, seat, view)
}

/// Whether a seat may know that somebody is there.
pub fn shown(state: &State, who: Who, seat: Seat) -> bool {
    seat.is_gm() || sight::audience(state, who) == Audience::ALL
}

/// Whether a seat may read the numbers of a creature: those of the TS's are the TS's.
pub fn opens(state: &State, who: Who, seat: Seat) -> bool {
    seat.is_gm() || state.creature(who).is_some_and(|creature| creature.sheet.side == 0)
}
