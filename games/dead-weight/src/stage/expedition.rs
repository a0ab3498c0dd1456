//! An expedition under way as a stage wants it: the site, where the party is, what the place is like,
//! trackers, a camp.

use std::sync::Arc;

use boneyard_table::stage::{Stage, StageError};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{field, find};
use crate::book::Book;
use crate::scenario;
use crate::state::{Room, Site, State};

/// Trackers by which a stage says that an expedition is under way.
pub(super) const NAMES: [&str; 10] =
    ["site", "doom", "decay", "turn", "camps", "room", "camp", "light", "coming", "clash"];

fn read<T: DeserializeOwned>(stage: &Stage, name: &str) -> Result<Option<T>, StageError> {
    let Some(value) = stage.trackers.get(name) else { return Ok(None) };
    let read = serde_json::from_value(value.clone());
    read.map(Some).map_err(|error| field(&format!("trackers.{name}"), value, &error.to_string()))
}

/// Sets out, if the stage says anything about an expedition.
pub(super) fn set(book: &Book, stage: &Stage, state: &mut State) -> Result<(), StageError> {
    let place = stage.at.get("party");
    if place.is_none() && !NAMES.iter().any(|name| stage.trackers.contains_key(*name)) {
        return Ok(());
    }
    let wanted: Option<String> = read(stage, "site")?;
    let row = match &wanted {
        Some(name) => Some(
            scenario::named(book, name)
                .ok_or_else(|| StageError::NoEntry { kind: "scenario", id: name.clone() })?,
        ),
        None => None,
    };
    let mut site = row.map_or_else(|| Site { most: 12, ..Site::default() }, |row| scenario::site(book, row));
    let here = match (place, row) {
        (Some(place), _) => place.clone(),
        (None, Some(row)) => scenario::start(book, row),
        (None, None) => "Entrance".to_owned(),
    };
    if let Some(doom) = stage.trackers.get("doom") {
        let number = |key: &str| doom.get(key)?.as_u64().and_then(|number| u8::try_from(number).ok());
        site.doom =
            number("value").ok_or_else(|| field("trackers.doom", doom, "write { value = 4, most = 12 }"))?;
        site.most = number("most").unwrap_or(site.most);
        let doom = site.doom;
        site.events.iter_mut().filter(|event| event.at <= doom).for_each(|event| event.done = true);
    }
    if let Some(mut wanted) = stage.trackers.get("room").cloned() {
        names(state, &mut wanted)?;
        let why = |error: serde_json::Error| field("trackers.room", &wanted, &error.to_string());
        let room: Room = serde_json::from_value(wanted.clone()).map_err(why)?;
        site.rooms.insert(here.clone(), room);
    }
    let room = site.rooms.entry(here.clone()).or_insert_with(|| Room {
        flags: ["lit", "exit", "safe", "dry"].map(str::to_owned).to_vec(),
        ..Room::default()
    });
    room.visited = true;
    let name = row.map_or("The Ruin", |row| &row.name).to_owned();
    let way = Arc::make_mut(&mut state.expedition);
    (way.under_way, way.site, way.before) = (true, name.clone(), here.clone());
    way.here = here;
    way.sites.insert(name, site);
    way.turn = read(stage, "turn")?.unwrap_or(0);
    way.decay = read(stage, "decay")?.unwrap_or(0);
    way.camps = read(stage, "camps")?.unwrap_or(0);
    way.light = read(stage, "light")?;
    way.coming = read(stage, "coming")?.unwrap_or_default();
    way.clash = read(stage, "clash")?;
    state.camp = read(stage, "camp")?;
    Ok(())
}

/// Names of those who are met, as numbers.
fn names(state: &State, room: &mut Value) -> Result<(), StageError> {
    for foe in room.get_mut("foes").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(name) = foe.as_str() {
            *foe = find(state, name)?.0.into();
        }
    }
    Ok(())
}
