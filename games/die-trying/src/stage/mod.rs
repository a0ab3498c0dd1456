//! Setting a stage: characters and Creatures like their entries with some values changed, the map, a
//! fight under way. The same values can be overruled in play.

mod creature;
mod scene;

pub use creature::{find, set};

use std::collections::BTreeMap;
use std::sync::Arc;

use boneyard_table::stage::{Stage, StageError};
use boneyard_table::{Seat, Who};
use serde_json::Value;

use crate::book::Book;
use crate::house::SWITCHES;
use crate::hurt::max_hp;
use crate::state::{Creature, State};

/// A state as a story or a new table wants it.
pub fn stage(book: &Book, stage: &Stage, seats: &BTreeMap<String, Seat>) -> Result<State, StageError> {
    let mut state = State::default();
    for (switch, value) in &stage.house {
        let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if !Arc::make_mut(&mut state.house).set(switch, &word) {
            return Err(StageError::switch(switch, &word, SWITCHES));
        }
    }
    for (name, being) in &stage.heroes {
        let (creature, hp) = creature::hero(book, name, being)?;
        let who = state.next();
        join(book, &mut state, who, creature, hp);
    }
    for (name, being) in &stage.creatures {
        let (creature, hp) = creature::creature(book, name, being)?;
        let unseen = creature.live.unseen || scene::unnoticed(stage, name);
        let who = if unseen { state.next_unseen(name) } else { state.next() };
        join(book, &mut state, who, creature, hp);
    }
    for (player, seating) in &stage.seats {
        let seat = seats.get(player).copied().unwrap_or(Seat::GM);
        for name in seating.creatures() {
            let who = find(&state, name)?;
            if let Some(sheet) = state.sheet_mut(who) {
                sheet.seat = seat;
            }
        }
    }
    scene::set(stage, &mut state)?;
    Ok(state)
}

/// The one who was not given Hitpoints has as many as there can be.
fn join(book: &Book, state: &mut State, who: Who, creature: Creature, hp: Option<i16>) {
    state.numbered(who);
    state.creatures.push(Arc::new(creature));
    let hp = hp.unwrap_or_else(|| max_hp(state, book, who));
    if let Some(live) = state.live_mut(who) {
        live.hp = hp;
        creature::settle_fate(live);
    }
}

fn field(path: &str, value: &Value, why: &str) -> StageError {
    StageError::Field { path: path.to_owned(), value: value.to_string(), why: why.to_owned() }
}
