//! Setting a stage: Characters and creatures like their entries with some values changed, the map, an Encounter under
//! way. The same values can be overruled in play.

mod creature;
mod scene;

pub use creature::{find, set};

use std::collections::BTreeMap;
use std::sync::Arc;

use boneyard_table::Seat;
use boneyard_table::stage::{Stage, StageError};
use serde_json::Value;

use crate::body::{hit_dice, max_vitality};
use crate::book::Book;
use crate::house::SWITCHES;
use crate::state::{Creature, State};

/// Values that are as full as can be unless a stage says otherwise.
#[derive(Clone, Copy, Debug, Default)]
struct Given {
    vitality: bool,
    hit_dice: bool,
    stance: bool,
}

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
        let (creature, given) = creature::hero(book, name, being)?;
        join(book, &mut state, creature, given);
    }
    for (name, being) in &stage.creatures {
        let (creature, given) = creature::creature(&state, book, name, being)?;
        join(book, &mut state, creature, given);
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
    creature::effects(book, stage, &mut state)?;
    scene::set(book, stage, &mut state)?;
    Ok(state)
}

/// The one who was not given Vitality has as much as there can be.
fn join(book: &Book, state: &mut State, creature: Creature, given: Given) {
    let who = state.next(&creature.sheet.name, creature.live.unseen);
    state.came(who, Arc::new(creature));
    let (vitality, dice) = (max_vitality(state, book, who), hit_dice(state, who));
    let stance = crate::hero::start_stance(state);
    if let Some(live) = state.live_mut(who) {
        if !given.vitality {
            live.vitality = vitality;
        }
        if !given.hit_dice {
            live.hit_dice = dice;
        }
        if !given.stance {
            live.stance = stance;
        }
    }
}

fn field(path: &str, value: &Value, why: &str) -> StageError {
    StageError::Field { path: path.to_owned(), value: value.to_string(), why: why.to_owned() }
}
