//! What each seat sees, built from nothing: characters whole, the TS's creatures to players only as far
//! as anybody would see them, those nobody has noticed not at all.

mod making;
mod map;
mod scenario;
mod sheet;
mod training;

use boneyard_table::view::{Owed, Todo, View};
use boneyard_table::{At, Audience, Seat, Who};

use crate::DieTrying;
use crate::hero::learnable;
use crate::rules;
use crate::sight;
use crate::state::State;

/// All that one seat may see.
pub fn view(at: At<'_, DieTrying>, seat: Seat) -> View {
    let mut view = View::new(seat, crate::TITLE);
    for who in at.state.everybody().filter(|who| shown(at.state, *who, seat)) {
        let sheet = if numbers_visible(at.state, who, seat) {
            sheet::sheet(at, who, seat)
        } else {
            sheet::glimpse(at, who, seat)
        };
        view = view.sheet(sheet);
    }
    map::add(at, seat, scenario::add(at, seat, owing(at, seat, view)))
}

/// Marks that were earned and are nowhere yet, and spells a level brought: for the one who plays the hero.
fn owing(at: At<'_, DieTrying>, seat: Seat, view: View) -> View {
    let state = at.state;
    let mut todo = Todo::new("todo", "To do");
    let own =
        state.heroes().filter(|who| state.sheet(*who).seat == seat && state.sheet(*who).draft.is_none());
    for who in own {
        let (name, owed) = (state.name(who), state.sheet(who).owed);
        if owed > 0 {
            let what = format!("{name}: place {owed} {}", if owed == 1 { "mark" } else { "marks" });
            let offer = format!("place_mark:{}", who.0);
            todo = todo.owed(Owed::new(what).who(who).rule(rules::DT_ADV_02).offer(offer));
        }
        if !learnable(state, at.book, who).is_empty() {
            let offer = format!("learn:{}", who.0);
            let what = format!("{name}: learn a spell");
            todo = todo.owed(Owed::new(what).who(who).rule(rules::DT_MAG_07).offer(offer));
        }
    }
    if todo.rows.is_empty() { view } else { view.todo(todo) }
}

/// Whether a seat may know that somebody is there.
pub fn shown(state: &State, who: Who, seat: Seat) -> bool {
    seat.is_gm() || sight::audience(state, who) == Audience::ALL
}

/// Whether a seat may read the numbers of a creature: those of the TS's are the TS's.
pub fn numbers_visible(state: &State, who: Who, seat: Seat) -> bool {
    seat.is_gm() || state.creature(who).is_some_and(|creature| creature.sheet.side == 0)
}
