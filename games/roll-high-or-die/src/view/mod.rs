//! What each seat sees, built from nothing: Characters whole, the Referee's creatures to players only as far as anybody
//! would see them, those nobody knows of not at all.

mod map;
mod sheet;

use boneyard_table::view::View;
use boneyard_table::{At, Seat, Who};

use crate::RollHighOrDie;
use crate::state::{Condition, State};

/// All that one seat may see.
pub fn view(at: At<'_, RollHighOrDie>, seat: Seat) -> View {
    let mut view = View::new(seat, crate::TITLE);
    for who in at.state.everybody().filter(|who| shown(at.state, *who, seat)) {
        let sheet = if opens(at.state, who, seat) { sheet::sheet(at, who) } else { sheet::glimpse(at, who) };
        view = view.sheet(sheet);
    }
    map::add(at, seat, view)
}

/// Whether a seat may know that somebody is there.
pub fn shown(state: &State, who: Who, seat: Seat) -> bool {
    seat.is_gm() || state.creature(who).is_some_and(|one| !one.live.unseen)
}

/// Whether a seat may know where somebody is: those Hidden from its side are only known to have been somewhere.
pub fn placed(state: &State, who: Who, seat: Seat) -> bool {
    shown(state, who, seat)
        && (seat.is_gm() || state.sheet(who).side == 0 || !state.live(who).is(Condition::Hidden))
}

/// Whether a seat may read the numbers of a creature: those of the Referee's are the Referee's.
pub fn opens(state: &State, who: Who, seat: Seat) -> bool {
    seat.is_gm() || state.creature(who).is_some_and(|creature| creature.sheet.side == 0)
}
