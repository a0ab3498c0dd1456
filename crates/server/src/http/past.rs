//! What the journal of a table remembers: for the game master, and for everybody when what they know of was done.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use boneyard_store::{Journal, Seq};
use boneyard_table::live::ActionId;

use super::Fault;
use super::caller::Caller;
use crate::doors::Stands;
use crate::house::House;
use crate::past;
use crate::protocol::{HouseRow, StoryQuery, StoryText};
use crate::room::Ask;

type Here = State<Arc<House>>;

/// Since when house rules are as they are.
pub(super) async fn house_rules(
    State(house): Here,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Vec<HouseRow>>, Fault> {
    caller.must_be_gm(&house, &id)?;
    let records = house.store.read(&id, Seq(1)).await?;
    let row = |one: past::Since| HouseRow { switch: one.switch, action: one.action, at: one.at };
    Ok(Json(past::since(&records).into_iter().map(row).collect()))
}

/// When everything was done that a seat knows of, by the numbers it has for it.
pub(super) async fn times(
    State(house): Here,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Vec<(u32, i64)>>, Fault> {
    let Stands::Seated(seat) = caller.stands(&house, &id) else { return Err(Fault::no_table()) };
    let all = house.times.of(&id, |from| house.store.read_page(&id, from, past::PAGE)).await?;
    if seat.is_gm() {
        return Ok(Json(all.iter().map(|(action, at)| (*action, *at)).collect()));
    }
    let counted = house.ask(&id, |answer| Ask::Counted(seat, answer)).await?;
    let own = counted.iter().zip(1..).filter_map(|(action, number)| Some((number, *all.get(&action.0)?)));
    Ok(Json(own.collect()))
}

/// What was played, as a story.
pub(super) async fn story(
    State(house): Here,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<StoryQuery>,
) -> Result<Json<StoryText>, Fault> {
    caller.must_be_gm(&house, &id)?;
    let info = house.store.info(&id).await?;
    let no_game = || Fault::unreadable(format!("There is no game \"{}\" here.", info.game));
    let entry = house.game(&info.game).ok_or_else(no_game)?;
    let records = house.store.read(&id, Seq(1)).await?;
    let title = info.title.clone();
    // Telling it again takes a while, and nobody else may wait for it.
    let told =
        tokio::task::spawn_blocking(move || past::story(entry, &title, &records, query.before.map(ActionId)));
    let told = told.await.unwrap_or_else(|_| Err(past::NoStory::Broken("it breaks off".into())));
    let written =
        told.map_err(|error| Fault::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", error.to_string()))?;
    Ok(Json(StoryText { text: written.text, holds: written.failures.is_empty() }))
}
