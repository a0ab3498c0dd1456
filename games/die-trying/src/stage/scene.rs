//! The map, where everybody stands, the time and a fight under way, as a stage wants them.

use boneyard_table::Who;
use boneyard_table::clock::Time;
use boneyard_table::order::Order;
use boneyard_table::stage::{Stage, StageError};
use serde_json::Value;

use super::{field, find};
use crate::combat::{BoardDraw, lay};
use crate::state::{Battle, Hidden, Initiative, Kind, Light, Shared, State, Turn};

pub(super) fn set(stage: &Stage, state: &mut State) -> Result<(), StageError> {
    board(stage, state)?;
    for (name, spot) in &stage.at {
        let who = find(state, name)?;
        let why = |why: String| field(&format!("at.{name}"), &Value::String(spot.clone()), &why);
        let spot = spot.parse().map_err(why)?;
        if let Some(live) = state.live_mut(who) {
            live.at = Some(spot);
        }
    }
    if let Some(clock) = &stage.clock {
        let read = |text: &str| {
            let (hours, minutes) = text.split_once(':')?;
            Some(hours.parse::<u64>().ok()? * 3600 + minutes.parse::<u64>().ok()? * 60)
        };
        let now = read(clock).ok_or_else(|| {
            field("clock", &Value::String(clock.clone()), "write hours and minutes, such as 22:00")
        })?;
        state.now = Time(now);
        lamps_since(state);
    }
    for (name, value) in &stage.trackers {
        match name.as_str() {
            // Laid above.
            "board" => {}
            "hidden" => hidden(state, value, false)?,
            "undetected" => hidden(state, value, true)?,
            _ => {
                return Err(field(&format!("trackers.{name}"), value, "there are board, hidden, undetected"));
            }
        }
    }
    battle(stage, state)
}

fn board(stage: &Stage, state: &mut State) -> Result<(), StageError> {
    let draw: BoardDraw = match stage.trackers.get("board") {
        Some(value) => serde_json::from_value(value.clone())
            .map_err(|error| field("trackers.board", value, &error.to_string()))?,
        None if stage.at.is_empty() => return Ok(()),
        None => BoardDraw { light: Light::Normal, width: Some(20), height: Some(20), ..BoardDraw::default() },
    };
    let board = lay(&draw).map_err(|why| field("trackers.board", &Value::Null, &why))?;
    state.board = Some(Shared::new(board));
    Ok(())
}

/// What burns has burned since the time the stage begins with.
fn lamps_since(state: &mut State) {
    let now = state.now;
    for who in state.everybody() {
        if let Some(live) = state.live_mut(who) {
            for item in &mut live.items {
                item.lit = item.lit.map(|_| now);
            }
        }
    }
}

/// Whether a stage has somebody begin Undetected by anybody.
pub(super) fn unnoticed(stage: &Stage, name: &str) -> bool {
    stage.trackers.get("undetected").and_then(|who| who.get(name)).is_some()
}

/// `hidden = { Quill = ["Goblin"] }`
fn hidden(state: &mut State, value: &Value, undetected: bool) -> Result<(), StageError> {
    let bad = || field("trackers.hidden", value, "write { Quill = [\"Goblin\"] }");
    for (name, from) in value.as_object().ok_or_else(bad)? {
        let who = find(state, name)?;
        for other in from.as_array().ok_or_else(bad)? {
            let from = find(state, other.as_str().ok_or_else(bad)?)?;
            if let Some(live) = state.live_mut(who) {
                live.hidden.push(Hidden { from, undetected, sneaking: false });
                live.hidden.sort_by_key(|hidden| hidden.from);
            }
        }
    }
    Ok(())
}

fn battle(stage: &Stage, state: &mut State) -> Result<(), StageError> {
    let Some(wanted) = &stage.battle else { return Ok(()) };
    for (name, side) in &wanted.sides {
        let who = find(state, name)?;
        if let Some(sheet) = state.sheet_mut(who) {
            sheet.side = *side;
        }
    }
    let order: Vec<Who> = wanted.order.iter().map(|name| find(state, name)).collect::<Result<_, _>>()?;
    let place = |(nth, who): (usize, &Who)| {
        let sheet = state.sheet(*who);
        let total = 50 - i16::try_from(nth).unwrap_or(50);
        (*who, Initiative { total, dexterity: sheet.scores.dexterity, hero: sheet.is_hero(), lot: 0 })
    };
    let mut places = Order::new(order.iter().enumerate().map(place));
    for _ in 1..wanted.round.unwrap_or(1).min(999) {
        places.begin_round();
    }
    let foes =
        order.iter().filter(|who| state.sheet(**who).side != 0 && state.sheet(**who).kind != Kind::Object);
    let foes = u8::try_from(foes.count()).unwrap_or(u8::MAX);
    if let Some(name) = &wanted.turn {
        let who = find(state, name)?;
        places.begin(who);
        if let Some(live) = state.live_mut(who) {
            live.turn = Turn { action: true, bonus: true, ..Turn::default() };
            live.reaction = true;
        }
    }
    state.battle = Some(Battle {
        order: places,
        fighters: order.into_iter().collect(),
        tested: Default::default(),
        fleeing: Default::default(),
        foes,
    });
    Ok(())
}
