//! What each seat sees, built from nothing: heroes whole, the GM's people to players only as far as
//! anybody would see them, the dice on the table live.

mod desk;
mod essence;
mod hero;
mod known;
mod sheet;
mod ship;
mod tray;

pub use known::known;
pub use tray::shown as tray;

use boneyard_table::view::{Order, OrderEntry, OrderMode, Owed, Todo, Tracker, View};
use boneyard_table::{At, Seat, Who};

use crate::GutsPlus;
use crate::rules;
use crate::state::State;

/// All that one seat may see.
pub fn view(at: At<'_, GutsPlus>, seat: Seat) -> View {
    let state = at.state;
    let mut view = View::new(seat, crate::TITLE);
    for who in state.everybody() {
        let shown =
            if numbers_visible(state, who, seat) { sheet::sheet(at, who) } else { sheet::glimpse(at, who) };
        view = view.sheet(shown);
    }
    if seat.is_gm() {
        view = view.sheet(sheet::gm(at)).sheet(desk::sheet(at));
    }
    let day = i32::try_from(state.day()).unwrap_or(i32::MAX);
    view = view.tracker(
        Tracker::count("clock", "Time", day)
            .shows(format!("day {day}, {}", crate::values::hour(state.clock))),
    );
    view = ship::show(at, seat, view);
    if let Some(tray) = tray::shown(state) {
        view = view.tray(tray);
    }
    if let Some(battle) = &state.battle {
        let mode = if battle.round == 1 { OrderMode::Line } else { OrderMode::Free };
        let mut order = Order::new("order", "Fight", mode).round(battle.round.into());
        // In the first round it is clear whose turn it is before they take it.
        let first = if battle.round == 1 { crate::combat::next_in_order(state) } else { None };
        let up = battle.turn.or(first);
        // Later the one who has not acted may: it is the turn of each of them until somebody takes it.
        let free = battle.round > 1 && battle.turn.is_none();
        let may = |who: Who| free && state.one(who).can_act() && !state.live(who).turn.over;
        for fighter in battle.fighters.iter().filter(|one| !one.left) {
            let entry = OrderEntry::new(fighter.who, state.name(fighter.who).to_owned())
                .score(fighter.rolled.into())
                .now(up == Some(fighter.who) || may(fighter.who))
                .done(state.live(fighter.who).turn.over);
            order = order.entry(entry);
        }
        view = view.order(order);
    }
    let mut todo = Todo::new("todo", "To do");
    let owing =
        state.everybody().filter(|who| state.live(*who).growth_due && numbers_visible(state, *who, seat));
    for who in owing {
        let what = format!("{} may grow: a level, or a new quality", state.name(who));
        todo = todo.owed(Owed::new(what).who(who).rule(rules::GP_XP_04).offer(format!("grow:{}", who.0)));
    }
    if todo.rows.is_empty() { view } else { view.todo(todo) }
}

/// Whether a seat may read the numbers of a creature: those of the GM's are the GM's.
pub fn numbers_visible(state: &State, who: Who, seat: Seat) -> bool {
    seat.is_gm() || state.creature(who).is_some_and(|creature| creature.sheet.side == 0)
}
