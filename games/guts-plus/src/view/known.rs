//! The table as a player knows it, for the odds players ask for: levels, things and plans of the GM's are left
//! out or are as they seem, so that no number tells more than the player sees.

use std::sync::Arc;

use boneyard_table::{At, Seat};

use super::numbers_visible;
use crate::GutsPlus;
use crate::state::{Base, Creature, Desk, Essence, Lodger, Moved, Quality, Shared, Sheet, State};

/// The state as a seat knows it.
pub fn known(at: At<'_, GutsPlus>, seat: Seat) -> State {
    let mut state = at.state.clone();
    if seat.is_gm() {
        return state;
    }
    for who in at.state.everybody().filter(|who| !numbers_visible(at.state, *who, seat)) {
        state.creatures[usize::from(who.0)] = Arc::new(as_they_seem(at.state.one(who)));
    }
    if let Some(tray) = state.tray.as_mut().filter(|tray| tray.needs_hidden) {
        tray.needs = None;
    }
    state.desk = Shared::new(Desk { powers: at.state.desk.powers.clone(), ..Desk::default() });
    state.decisions.change().retain(|decision| !crate::gm::is_secret(decision.rule));
    state.withstood.retain(|known| numbers_visible(at.state, known.user, seat));
    state.stopped = 0;
    if let Some(ship) = state.ship.as_mut() {
        let ship = Arc::make_mut(ship);
        let room = ship.creature.room.take().filter(|_| ship.tracked);
        ship.creature = Lodger { room, size: 1, ..ship.creature.clone() };
        (ship.breach, ship.crates, ship.food, ship.broken) = (0, 12, 4, 0);
        ship.marks.clear();
    }
    state
}

/// Somebody of the GM's: a body with its wounds and conditions, and otherwise like anybody.
fn as_they_seem(one: &Creature) -> Creature {
    let base = Base::ALL.map(|base| Quality::new(base.name(), ""));
    let worn = |nth: &usize| one.live.items[*nth].worn && !one.live.items[*nth].gone;
    let shown: Vec<usize> = (0..one.sheet.items.len()).filter(worn).collect();
    let mut sheet = Sheet {
        name: one.sheet.name.clone(),
        kind: one.sheet.kind,
        side: one.sheet.side,
        seat: one.sheet.seat,
        chart: one.sheet.chart.clone(),
        qualities: base.to_vec(),
        items: shown.iter().map(|nth| one.sheet.items[*nth].clone()).collect(),
        ..Sheet::default()
    };
    let mut live = one.live.clone();
    live.items = shown.iter().map(|nth| one.live.items[*nth].clone()).collect();
    live.le = base.iter().map(|_| 0).collect();
    live.xp = 0;
    live.growth_due = false;
    // That something is held can be felt; what else an essence could do cannot.
    let holding = one.live.essence.holding.clone();
    if !holding.is_empty() {
        sheet.essence = Some(Essence::default());
    }
    live.essence = Moved { holding, ..Moved::default() };
    Creature { live, sheet: Shared::new(sheet) }
}
