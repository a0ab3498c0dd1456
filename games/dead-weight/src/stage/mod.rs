//! Setting a stage: creatures like their entries with some values changed, trackers, a fight under
//! way. The same values can be overruled in play; each family sets its own in a file of its own.

mod battle;
mod creature;
mod expedition;
mod scene;

pub use creature::{find, set};

use std::collections::BTreeMap;
use std::sync::Arc;

use boneyard_table::Seat;
use boneyard_table::stage::{Stage, StageError};
use serde_json::Value;

use crate::book::Book;
use crate::house::SWITCHES;
use crate::state::State;

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
        state.creatures.push(Arc::new(creature::hero(book, name, being)?));
    }
    for (name, being) in &stage.creatures {
        state.creatures.push(Arc::new(creature::foe(book, name, being)?));
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
    scene::set(book, stage, &mut state)?;
    expedition::set(book, stage, &mut state)?;
    battle::set(book, stage, &mut state)?;
    Ok(state)
}

fn field(path: &str, value: &Value, why: &str) -> StageError {
    StageError::Field { path: path.to_owned(), value: value.to_string(), why: why.to_owned() }
}
