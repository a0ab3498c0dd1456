//! The start screen: games, tables, new ones, copies of old ones.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Request, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, SET_COOKIE};
use axum::response::{AppendHeaders, IntoResponse, Response};
use boneyard_registry::GameEntry;
use boneyard_table::Seat;
use boneyard_table::stage::Stage;
use boneyard_table::table::{Op, PackName};

use super::Fault;
use super::body::{Body, taken};
use super::caller::Caller;
use super::packs::mistakes;
use crate::care;
use crate::doors::{Stands, is_key};
use crate::house::House;
use crate::protocol::{
    BackedUp, EnterBody, Entered, Flag, ForkBody, GameCard, HeroCard, Made, NewTableBody, SessionCard, Start,
    TableRow,
};
use crate::random;
use crate::room::{Ask, switches};

type Here = State<Arc<House>>;

/// By the link the program printed.
pub(super) async fn enter(
    State(house): Here,
    caller: Caller,
    Body(body): Body<EnterBody>,
) -> Result<Response, Fault> {
    if !is_key(&house.doors, &body.key) {
        if house.failed_try(caller.from.into()) {
            return Err(Fault::too_fast());
        }
        return Err(Fault::new(
            axum::http::StatusCode::FORBIDDEN,
            "forbidden",
            "This link is of an earlier start of the server. Use the one it printed last.",
        ));
    }
    // A cookie that somebody may have seen before is worth nothing afterwards.
    let token = house.doors.enter(caller.visitor.as_ref(), caller.device).await?;
    tracing::info!(from = %caller.from, "the owner has entered");
    let cookie = [(SET_COOKIE, caller.set_cookie(&house, &token))];
    Ok((AppendHeaders(cookie), Json(Entered { owner: true })).into_response())
}

pub(super) async fn me(caller: Caller) -> Json<Entered> {
    Json(Entered { owner: caller.owner })
}

/// The browsers that run this server.
pub(super) async fn sessions(State(house): Here, caller: Caller) -> Result<Json<Vec<SessionCard>>, Fault> {
    caller.must_own()?;
    Ok(Json(house.doors.sessions(caller.visitor.as_ref())))
}

/// A browser runs this server no more, and whatever it has open is closed.
pub(super) async fn end_session(
    State(house): Here,
    caller: Caller,
    Path(session): Path<String>,
) -> Result<(), Fault> {
    caller.must_own()?;
    if !house.doors.end_session(&session).await? {
        let say = "That browser does not run this server any more.";
        return Err(Fault::new(axum::http::StatusCode::NOT_FOUND, "not-found", say));
    }
    tracing::info!(from = %caller.from, "an owner's browser was put out");
    house.look_at_doors().await;
    Ok(())
}

pub(super) async fn games(State(house): Here) -> Response {
    // The games stay the same as long as the server runs, and anybody may ask.
    let told = house.games_told.get_or_init(|| {
        let cards: Vec<GameCard> = house.games.iter().map(game_card).collect();
        serde_json::to_string(&cards).unwrap_or_default().into()
    });
    ([(CONTENT_TYPE, "application/json")], Bytes::clone(told)).into_response()
}

fn game_card(entry: &GameEntry) -> GameCard {
    let start = |(title, stage): (&'static str, Stage)| Start {
        title: title.to_owned(),
        heroes: stage.heroes.keys().cloned().collect(),
    };
    let hero = |rule: &boneyard_rulebook::Rule| HeroCard {
        id: rule.id.to_owned(),
        name: rule.title.to_owned(),
        text: rule.text.to_owned(),
    };
    GameCard {
        name: entry.game.name().to_owned(),
        title: entry.game.title().to_owned(),
        rules: entry.game.rules().to_owned(),
        starts: (entry.starts)().into_iter().map(start).collect(),
        ready: ready_start(entry),
        heroes: entry.entries("hero").map(hero).collect(),
        creatures: entry
            .entries(entry.creatures)
            .map(|rule| (rule.id.to_owned(), rule.title.to_owned()))
            .collect(),
        foresees: entry.encounter.is_some(),
        switches: switches(entry),
        making: (entry.making.begins.to_owned(), entry.making.done.to_owned()),
        credits: entry.credits.map(str::to_owned),
    }
}

pub(super) async fn tables(State(house): Here, caller: Caller) -> Result<Json<Vec<TableRow>>, Fault> {
    let Some(visitor) = &caller.visitor else { return Ok(Json(Vec::new())) };
    let seats = house.doors.seats(visitor);
    let seat = |id: &str| match caller.owner {
        true => Some(Seat::GM),
        false => seats.iter().find(|(table, _)| table == id).map(|(_, seat)| *seat),
    };
    let row = |info: boneyard_store::TableInfo| {
        let seat = seat(&info.id)?;
        let game_title =
            house.game(&info.game).map_or(info.game.clone(), |entry| entry.game.title().to_owned());
        let damaged = house.care.damage_of(&info.id).filter(|_| caller.owner);
        let (id, title, game, last_at, archived) =
            (info.id, info.title, info.game, info.last_at, info.archived);
        Some(TableRow { id, title, game, game_title, seat, last_at, archived, damaged })
    };
    Ok(Json(house.store.tables().await?.into_iter().filter_map(row).collect()))
}

/// Whom a table waits for: for those who sit at it, as far as they may know.
pub(super) async fn waiting(
    State(house): Here,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Vec<(Seat, String)>>, Fault> {
    let Stands::Seated(seat) = caller.stands(&house, &id) else { return Err(Fault::no_table()) };
    Ok(Json(house.ask(&id, |answer| Ask::Waited(seat, answer)).await?))
}

pub(super) async fn new_table(
    State(house): Here,
    caller: Caller,
    Body(body): Body<NewTableBody>,
) -> Result<Json<Made>, Fault> {
    caller.must_own()?;
    let entry = house.game(&body.game).ok_or_else(|| {
        let known: Vec<&str> = house.games.iter().map(|entry| entry.game.name()).collect();
        Fault::unreadable(format!("There is no game \"{}\". There is {}.", body.game, known.join(", ")))
    })?;
    if body.play && (body.stage.is_some() || body.start.is_some()) {
        return Err(Fault::unreadable("Either what is ready, or a start or a stage, not both."));
    }
    let wanted = if body.play { ready_start(entry) } else { body.start };
    let (mut stage, start) = match (body.stage, wanted) {
        (Some(_), Some(_)) => return Err(Fault::unreadable("Either a start or a stage, not both.")),
        (Some(stage), None) => (stage, None),
        (None, None) => (Stage::default(), None),
        (None, Some(start)) => {
            let all = (entry.starts)();
            let found = all.into_iter().find(|(title, _)| *title == start);
            let (title, stage) = found
                .ok_or_else(|| Fault::unreadable(format!("There is no beginning called \"{start}\".")))?;
            (stage, Some(title))
        }
    };
    stage.house.extend(body.house);
    let packs = body.packs.into_iter().map(|pack| PackName { name: pack.name, files: pack.files }).collect();
    let title = body.title.map(|title| title.trim().to_owned()).filter(|title| !title.is_empty());
    let title = title
        .or_else(|| start.map(str::to_owned))
        .unwrap_or_else(|| format!("A table of {}", entry.game.title()));
    let seeds = random::seeds().map_err(NoChanceHere)?;
    let first = entry.game.stage(&title, &stage, packs, seeds).map_err(|error| {
        let say = error.to_string();
        let mistakes = mistakes(&say);
        // Mistakes that have a place are told there, and once.
        let why = match mistakes.len() {
            0 => say,
            1 => "a pack has a mistake".to_owned(),
            many => format!("its packs have {many} mistakes"),
        };
        let say = format!("This table cannot begin: {why}.");
        Fault::new(axum::http::StatusCode::UNPROCESSABLE_ENTITY, "refused", say).with_mistakes(mistakes)
    })?;
    let id = house.begin(entry, &title, &first).await?;
    tracing::info!(table = %id, game = entry.game.name(), "a table was begun");
    // Whether played at once or set up first: the same beginning lays out the same scene.
    let ready = entry.ready.filter(|ready| start == Some(ready.start));
    if let Some(opening) = ready.and_then(|ready| ready.opening) {
        open(&house, &id, opening).await;
    }
    Ok(Json(Made { id, title }))
}

/// The title of what a game has ready to be played.
fn ready_start(entry: &GameEntry) -> Option<String> {
    let first = || (entry.starts)().first().map(|(title, _)| *title);
    entry.ready.map(|ready| ready.start).or_else(first).map(str::to_owned)
}

/// Sets the scene of a new table. One that cannot be set leaves the table as it began: the GM can do what is left.
async fn open(house: &House, id: &str, opening: &str) {
    let Ok(command) = serde_json::from_str::<serde_json::Value>(opening) else { return };
    let done = house.ask(id, |answer| Ask::Do(Seat::GM, Op::Command(command.clone()), answer)).await;
    if !matches!(done, Ok(Ok(()))) {
        tracing::warn!(table = %id, "the scene was not set");
    }
}

struct NoChanceHere(random::NoChance);

impl From<NoChanceHere> for Fault {
    fn from(error: NoChanceHere) -> Self {
        Self::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "failed", format!("{}.", error.0))
    }
}

pub(super) async fn import(
    State(house): Here,
    caller: Caller,
    request: Request,
) -> Result<Json<Made>, Fault> {
    caller.must_own()?;
    let body = taken(&house, request, house.limits.import_bytes).await?;
    let number = random::number().map_err(NoChanceHere)?;
    let info = house.store.import(&mut &body[..], &format!("t{:012x}", number >> 16)).await?;
    let plays = match house.game(&info.game) {
        Some(entry) => house.plays(&info.id, entry).await.map_err(|error| error.to_string()),
        None => Err(format!("It is of the game \"{}\", which is not here.", info.game)),
    };
    if let Err(why) = plays {
        house.store.delete(&info.id).await?;
        let say = format!("{why} Nothing was imported.");
        return Err(Fault::new(axum::http::StatusCode::UNPROCESSABLE_ENTITY, "refused", say));
    }
    Ok(Json(Made { id: info.id, title: info.title }))
}

pub(super) async fn export(
    State(house): Here,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    caller.must_be_gm(&house, &id)?;
    let mut file = Vec::new();
    house.store.export(&id, &mut file).await?;
    let headers = [
        (CONTENT_TYPE, "application/jsonl".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{id}.boneyard.jsonl\"")),
    ];
    Ok((headers, file).into_response())
}

pub(super) async fn fork(
    State(house): Here,
    caller: Caller,
    Path(id): Path<String>,
    Body(body): Body<ForkBody>,
) -> Result<Json<Made>, Fault> {
    caller.must_be_gm(&house, &id)?;
    let info = house.store.info(&id).await?;
    let entry = house.game(&info.game).ok_or_else(Fault::no_table)?;
    let title = body.title.trim().to_owned();
    let first = house.ask(&id, |answer| Ask::Fork(title.clone(), body.before, answer)).await??;
    let id = house.begin(entry, &title, &first).await?;
    Ok(Json(Made { id, title }))
}

pub(super) async fn archive(
    State(house): Here,
    caller: Caller,
    Path(id): Path<String>,
    Body(body): Body<Flag>,
) -> Result<(), Fault> {
    caller.must_own()?;
    Ok(house.store.set_archived(&id, body.on).await?)
}

pub(super) async fn backup(State(house): Here, caller: Caller) -> Result<Json<BackedUp>, Fault> {
    caller.must_own()?;
    let backup = care::back_up(&house).await?;
    let folder = house.backups.folder.file_name().unwrap_or_default().to_string_lossy();
    let name = backup.path.file_name().unwrap_or_default().to_string_lossy();
    Ok(Json(BackedUp { file: format!("{folder}/{name}"), at: backup.at }))
}
