//! The map, where everybody stands, the time and an Encounter under way, as a stage wants them.

use boneyard_table::Who;
use boneyard_table::clock::Time;
use boneyard_table::order::Order;
use boneyard_table::stage::{Stage, StageError};
use serde_json::Value;

use super::{field, find};
use crate::body::ap;
use crate::book::Book;
use crate::combat::{BoardDraw, lay};
use crate::state::{Encounter, Initiative, Regard, Shared, Spot, State, Turn};

pub(super) fn set(book: &Book, stage: &Stage, state: &mut State) -> Result<(), StageError> {
    board(book, stage, state)?;
    for (name, spot) in &stage.at {
        let who = find(state, name)?;
        let why = |why: String| field(&format!("at.{name}"), &Value::String(spot.clone()), &why);
        let spot: Spot = spot.parse().map_err(why)?;
        if let Some(live) = state.live_mut(who) {
            live.at = Some(spot);
        }
    }
    if let Some(clock) = &stage.clock {
        let read = |text: &str| {
            let (hours, minutes) = text.split_once(':')?;
            Some(hours.parse::<u64>().ok()? * 3600 + minutes.parse::<u64>().ok()? * 60)
        };
        let bad = || field("clock", &Value::String(clock.clone()), "write hours and minutes, such as 22:00");
        state.now = Time(read(clock).ok_or_else(bad)?);
    }
    for (name, value) in &stage.trackers {
        match name.as_str() {
            // Laid above.
            "board" => {}
            "regards" => regards(state, value)?,
            _ => return Err(field(&format!("trackers.{name}"), value, "there are board and regards")),
        }
    }
    encounter(book, stage, state)
}

fn board(book: &Book, stage: &Stage, state: &mut State) -> Result<(), StageError> {
    let draw: BoardDraw = match stage.trackers.get("board") {
        Some(Value::String(name)) => {
            let row = book.scenarios.named(name).or_else(|| book.scenarios.get(name));
            let row = row.ok_or_else(|| StageError::NoEntry { kind: "scenario", id: name.clone() })?;
            crate::scenario::drawing(row)
        }
        Some(value) => serde_json::from_value(value.clone())
            .map_err(|error| field("trackers.board", value, &error.to_string()))?,
        None if stage.at.is_empty() => return Ok(()),
        None => BoardDraw { width: Some(30), height: Some(20), ..BoardDraw::default() },
    };
    let board = lay(book, &draw).map_err(|why| field("trackers.board", &Value::Null, &why))?;
    state.board = Some(Shared::new(board));
    Ok(())
}

/// `regards = [["Guard", "Marta", "neutral"]]`
fn regards(state: &mut State, value: &Value) -> Result<(), StageError> {
    let bad = || field("trackers.regards", value, "write [[\"Guard\", \"Marta\", \"neutral\"]]");
    for row in value.as_array().ok_or_else(bad)? {
        let words: Vec<&str> = row.as_array().ok_or_else(bad)?.iter().filter_map(Value::as_str).collect();
        let [who, of, regard] = words[..] else { return Err(bad()) };
        let pair = (find(state, who)?, find(state, of)?);
        state.regards.push((pair, Regard::named(regard).ok_or_else(bad)?));
    }
    state.regards.sort_unstable();
    Ok(())
}

fn encounter(book: &Book, stage: &Stage, state: &mut State) -> Result<(), StageError> {
    let Some(wanted) = &stage.battle else { return Ok(()) };
    for (name, side) in &wanted.sides {
        let who = find(state, name)?;
        if let Some(sheet) = state.sheet_mut(who) {
            sheet.side = *side;
        }
    }
    let order: Vec<Who> = wanted.order.iter().map(|name| find(state, name)).collect::<Result<_, _>>()?;
    let place = |(nth, who): (usize, &Who)| {
        let total = 50 - i16::try_from(nth).unwrap_or(50);
        (*who, Initiative { total, dexterity: state.sheet(*who).scores.dexterity, lot: 0 })
    };
    let mut places = Order::new(order.iter().enumerate().map(place));
    for _ in 1..wanted.round.unwrap_or(1).min(999) {
        places.begin_round();
    }
    let turn = wanted.turn.as_deref().map(|name| find(state, name)).transpose()?;
    if let Some(who) = turn {
        places.begin(who);
    }
    state.encounter = Some(Encounter { order: places, fighters: order.into_iter().collect() });
    if let Some(who) = turn {
        let full = ap(state, book, who);
        if let Some(live) = state.live_mut(who) {
            live.turn = Turn { number: 1, ..Turn::default() };
            if live.ap == 0 {
                live.ap = full;
            }
        }
    }
    Ok(())
}
