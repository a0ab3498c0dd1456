//! What each seat sees, built from nothing: Characters whole, the Referee's creatures to players only as far as anybody
//! would see them, those nobody knows of not at all.

mod lines;
mod making;
mod map;
mod scenario;
mod sheet;

use boneyard_table::view::View;
use boneyard_table::{At, Seat, Who};

pub(crate) use lines::view_from;

use crate::RollHighOrDie;
use crate::sight;
use crate::state::State;

/// All that one seat may see.
pub fn view(at: At<'_, RollHighOrDie>, seat: Seat) -> View {
    let mut view = View::new(seat, crate::TITLE);
    for who in at.state.everybody().filter(|who| shown(at.state, *who, seat)) {
        let sheet = if numbers_visible(at.state, who, seat) {
            sheet::sheet(at, who)
        } else {
            sheet::glimpse(at, who, placed(at, who, seat))
        };
        view = view.sheet(sheet);
    }
    map::add(at, seat, scenario::add(at, seat, view))
}

/// Whether a seat may know that somebody is there.
pub fn shown(state: &State, who: Who, seat: Seat) -> bool {
    seat.is_gm() || state.creature(who).is_some_and(|one| !one.live.unseen)
}

/// Whether a seat may know where somebody is and how they hold themselves: one of the players' side sees them. Others
/// are only known to be somewhere.
pub fn placed(at: At<'_, RollHighOrDie>, who: Who, seat: Seat) -> bool {
    shown(at.state, who, seat) && (seat.is_gm() || sight::in_view(at.state, at.book, who))
}

/// Whether a seat may read the numbers of a creature: those of the Referee's are the Referee's.
pub fn numbers_visible(state: &State, who: Who, seat: Seat) -> bool {
    seat.is_gm() || state.creature(who).is_some_and(|creature| creature.sheet.side == 0)
}
