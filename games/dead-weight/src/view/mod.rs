//! What each seat sees, built from nothing: adventurers whole, the GM's creatures to players only
//! as far as anybody would see them, the tray live.

mod battle;
mod carried;
mod expedition;
mod guild;
mod known;
mod making;
mod sheet;
mod tray;

pub use battle::{values as values_of_battle, values_of as values_of_fighter};
pub use guild::values as values_of_guild;
pub use known::known;

use boneyard_table::view::{DiceTray, Tracker, View};
use boneyard_table::{At, RuleId, Seat, Sees, Who};

use crate::DeadWeight;
use crate::book::Book;
use crate::roll::omen_readers;
use crate::state::State;

/// All that one seat may see.
pub fn view(at: At<'_, DeadWeight>, seat: Seat) -> View {
    let mut view = View::new(seat, crate::TITLE);
    for who in at.state.everybody() {
        let shown = if numbers_visible(at.state, who, seat) {
            sheet::sheet(at, who)
        } else {
            sheet::glimpse(at, who)
        };
        view = view.sheet(shown);
    }
    let omens = at.state.party.omens;
    if omens.size > 0 && omen_readers(at.state).sees(seat) == Sees::Whole {
        let shown = Tracker::bar("omens", "Omens", omens.value.into(), omens.size.into());
        view = view.tracker(shown.path(crate::counter::OMENS));
    }
    battle::add(at, seat, expedition::show(at, seat, view))
}

/// The dice of a roll under way, as everybody sees them.
pub fn tray(at: At<'_, DeadWeight>) -> Option<DiceTray> {
    at.state.tray.as_ref().filter(|tray| !tray.dice.is_empty()).map(|tray| tray::shown(at.state, tray))
}

/// Whether two seats see the same: players do, but for those who read the omens or moves the one who acts.
pub fn shares_view(state: &State, one: Seat, other: Seat) -> bool {
    let acting = state.battle.as_ref().and_then(|battle| battle.acting());
    let moves = |seat: Seat| acting.is_some_and(|who| state.sheet(who).seat == seat);
    let omens = omen_readers(state);
    let alike = || omens.sees(one) == omens.sees(other) && moves(one) == moves(other);
    one == other || (!one.is_gm() && !other.is_gm() && alike())
}

/// Whether a seat may read the numbers of a creature: those of the GM's are the GM's.
pub fn numbers_visible(state: &State, who: Who, seat: Seat) -> bool {
    seat.is_gm() || state.creature(who).is_some_and(|creature| creature.sheet.side == 0)
}

/// The name of an entry, or of the rule itself where it is none.
pub fn name_of(book: &Book, id: RuleId) -> String {
    let key = id.as_str();
    let talent = book.skills.get(key).or_else(|| book.traits.get(key)).map(|row| &row.name);
    let paths = [&book.infancies, &book.careers, &book.tragedies, &book.burdens];
    let path = || paths.iter().find_map(|table| table.get(key)).map(|row| &row.name);
    let class = || book.classes.get(key).map(|row| &row.name);
    let kit = || book.kits.get(key).map(|row| &row.name);
    let power = || book.spells.get(key).or_else(|| book.prayers.get(key)).map(|row| &row.name);
    let follow = || book.schools.get(key).or_else(|| book.gods.get(key)).map(|row| &row.name);
    let state = || book.states.get(key).map(|row| &row.name);
    let ware = || {
        let gear = book.gear.get(key).map(|row| &row.name);
        let arms = || book.weapons.get(key).map(|row| &row.name);
        let armor = || book.armor.get(key).map(|row| &row.name);
        let shield = || book.shields.get(key).map(|row| &row.name);
        let bag = || book.containers.get(key).map(|row| &row.name);
        gear.or_else(arms).or_else(armor).or_else(shield).or_else(bag)
    };
    let known = talent
        .or_else(state)
        .or_else(path)
        .or_else(class)
        .or_else(kit)
        .or_else(power)
        .or_else(follow)
        .or_else(ware);
    known.cloned().unwrap_or_else(|| key.to_owned())
}
