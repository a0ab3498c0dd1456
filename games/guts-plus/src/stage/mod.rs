//! Setting a stage: people like their entries with some values changed, the clock, a fight under way.
//! The same values can be overruled in play; each family sets its own in a file of its own.

mod creature;

pub use creature::{find, set};

use std::collections::BTreeMap;
use std::sync::Arc;

use boneyard_table::Seat;
use boneyard_table::stage::{Stage, StageError};
use serde_json::Value;

use crate::book::Book;
use crate::house::SWITCHES;
use crate::state::{Battle, DAY, Decision, Fighter, HOUR, MINUTE, Ship, State};

/// A state as a story or a new table wants it.
pub fn stage(book: &Book, stage: &Stage, seats: &BTreeMap<String, Seat>) -> Result<State, StageError> {
    let mut state = State { session: 1, scene: 1, ..State::default() };
    for (switch, value) in &stage.house {
        let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if !Arc::make_mut(&mut state.house).set(switch, &word) {
            return Err(StageError::switch(switch, &word, SWITCHES));
        }
    }
    let chart = state.house.body_chart;
    for (name, being) in &stage.heroes {
        state.creatures.push(Arc::new(creature::hero(book, chart, name, being)?));
    }
    for (name, being) in &stage.creatures {
        state.creatures.push(Arc::new(creature::npc(book, chart, name, being)?));
    }
    for (player, seating) in &stage.seats {
        let seat = seats.get(player).copied().unwrap_or(Seat::GM);
        for name in seating.creatures() {
            let who = find(&state, name)?;
            if let Some(sheet) = state.sheet_mut(who) {
                sheet.seat = (!seat.is_gm()).then_some(seat);
            }
        }
    }
    if let Some(clock) = &stage.clock {
        state.clock = read_clock(clock)
            .ok_or_else(|| field("clock", &clock.as_str().into(), "write \"day 0 08:00\" or \"08:00\""))?;
    }
    if let Some(value) = stage.trackers.get("ship") {
        let crew = crate::ship::aboard(&state).count() as u8;
        state.ship =
            crate::ship::begun(book, crew).map(|ship| under_way(&ship, value)).transpose()?.map(Arc::new);
    }
    if let Some(unknown) = stage.trackers.keys().find(|name| *name != "ship") {
        return Err(StageError::Other(format!("there is no tracker {unknown} to set")));
    }
    for ruling in &stage.rulings {
        let decision = Decision {
            rule: ruling.rule,
            tag: ruling.tag.clone(),
            asked: String::new(),
            proposal: String::new(),
            choice: ruling.choice.clone(),
            label: String::new(),
            words: String::new(),
            who: None,
            spread: None,
            table_rule: ruling.table_rule,
            unseen: false,
            corrects: None,
        };
        state.decisions.change().push(decision);
    }
    battle(stage, &mut state)?;
    Ok(state)
}

/// The ship with some of its values set; a word leaves it as it is when the crew wakes.
fn under_way(ship: &Ship, value: &Value) -> Result<Ship, StageError> {
    let bad = |why: String| field("trackers.ship", value, &why);
    let mut all = serde_json::to_value(ship).map_err(|error| bad(error.to_string()))?;
    for (key, own) in value.as_object().into_iter().flatten() {
        let known = all.get_mut(key).ok_or_else(|| bad(format!("a ship has no {key}")))?;
        match (known.as_object_mut(), own.as_object()) {
            (Some(inner), Some(own)) => inner.extend(own.clone()),
            _ => *known = own.clone(),
        }
    }
    serde_json::from_value(all).map_err(|error| bad(error.to_string()))
}

fn battle(stage: &Stage, state: &mut State) -> Result<(), StageError> {
    let Some(wanted) = &stage.battle else { return Ok(()) };
    for (name, side) in &wanted.sides {
        let who = find(state, name)?;
        if let Some(sheet) = state.sheet_mut(who) {
            sheet.side = *side;
        }
    }
    let mut fighters = Vec::new();
    for name in &wanted.order {
        fighters.push(Fighter { who: find(state, name)?, ..Fighter::default() });
    }
    if fighters.is_empty() {
        fighters = state.everybody().map(|who| Fighter { who, ..Fighter::default() }).collect();
    }
    let turn = wanted.turn.as_ref().map(|name| find(state, name)).transpose()?;
    let round = u16::try_from(wanted.round.unwrap_or(1)).unwrap_or(u16::MAX);
    state.battle = Some(Arc::new(Battle { round, fighters, turn, beaten: Vec::new() }));
    Ok(())
}

/// "08:00" or "day 3 08:00".
fn read_clock(text: &str) -> Option<u64> {
    let (day, time) = match text.strip_prefix("day ") {
        Some(rest) => {
            let (day, time) = rest.split_once(' ').unwrap_or((rest, "00:00"));
            (day.parse::<u64>().ok()?, time)
        }
        None => (0, text),
    };
    let (hours, minutes) = time.split_once(':')?;
    let (hours, minutes) = (hours.parse::<u64>().ok()?, minutes.parse::<u64>().ok()?);
    (hours < 24 && minutes < 60 && day < 100_000).then_some(day * DAY + hours * HOUR + minutes * MINUTE)
}

fn field(path: &str, value: &Value, why: &str) -> StageError {
    StageError::Field { path: path.to_owned(), value: value.to_string(), why: why.to_owned() }
}
