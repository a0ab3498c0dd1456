//! A fight under way as a stage wants it: who acts in which order, where everybody stands, the chart
//! and morale.

use std::sync::Arc;

use boneyard_table::stage::{Stage, StageError};
use boneyard_table::{At, Who};
use serde_json::Value;

use super::{field, find};
use crate::book::Book;
use crate::combat::{Fight, Stand, prepare};
use crate::state::{Battle, Kind, Morale, Phase, State, Turn};

/// Sets up the fight of a stage. Adventurers named before the first enemy are fast, the others slow.
pub(super) fn set(book: &Book, stage: &Stage, state: &mut State) -> Result<(), StageError> {
    let Some(wanted) = &stage.battle else { return Ok(()) };
    for (name, side) in &wanted.sides {
        let who = find(state, name)?;
        if let Some(sheet) = state.sheet_mut(who) {
            sheet.side = *side;
        }
    }
    let order: Vec<Who> = wanted.order.iter().map(|name| find(state, name)).collect::<Result<_, _>>()?;
    let mut fight: Fight = match stage.trackers.get("chart") {
        Some(chart) => serde_json::from_value(chart.clone())
            .map_err(|error| field("trackers.chart", chart, &error.to_string()))?,
        None => Fight::default(),
    };
    fight.fighters = if order.is_empty() { state.everybody().collect() } else { order.clone() };
    for (name, tile) in &stage.at {
        let at = tile
            .parse()
            .map_err(|why: String| field(&format!("at.{name}"), &Value::String(tile.clone()), &why))?;
        fight.at.push(Stand { who: find(state, name)?, at });
    }
    let prepared = prepare(At { state, book }, &fight);
    let mut battle = prepared.map_err(|refusal| StageError::Other(refusal.to_string()))?;
    if let Some(morale) = stage.trackers.get("morale") {
        battle.morale = read_morale(morale)
            .ok_or_else(|| field("trackers.morale", morale, "write [3, 4], 0 for a broken side"))?;
    }
    if !order.is_empty() {
        begin(state, &mut battle, &order);
        for _ in 1..wanted.round.unwrap_or(1).min(999) {
            battle.order.begin_round();
        }
    }
    if let Some(name) = &wanted.turn {
        let who = find(state, name)?;
        battle.order.begin(who);
        let actions = if state.sheet(who).is_hero() { 2 } else { state.sheet(who).foe.actions };
        if let Some(live) = state.live_mut(who) {
            live.turn = Turn { actions, ..Turn::default() };
        }
    }
    state.battle = Some(Box::new(battle));
    // The party list of a fight is the order in which its adventurers were named.
    let party = Arc::make_mut(&mut state.party);
    party.list.sort_by_key(|who| order.iter().position(|known| known == who).unwrap_or(usize::MAX));
    Ok(())
}

fn begin(state: &State, battle: &mut Battle, order: &[Who]) {
    battle.setup = false;
    let mut enemies_yet = false;
    for &who in order {
        let sheet = state.sheet(who);
        let phase = match (sheet.kind, sheet.side) {
            (Kind::Ally { .. }, _) => continue,
            (Kind::Hero, _) if enemies_yet => Phase::Slow,
            (Kind::Hero, _) => Phase::Fast,
            (Kind::Foe, 1) => Phase::Enemies,
            (Kind::Foe, _) => Phase::Third,
        };
        enemies_yet |= phase == Phase::Enemies;
        battle.order.enter(who, phase);
    }
}

fn read_morale(value: &Value) -> Option<[Morale; 2]> {
    let one = |at: usize| {
        let value = u8::try_from(value.get(at)?.as_u64()?).ok().filter(|value| *value <= 6)?;
        Some(Morale { value, broken: value == 0 })
    };
    Some([one(0)?, one(1)?])
}
