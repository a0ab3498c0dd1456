//! At a table's door: invitations, knocking, letting in, putting out.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Response};
use boneyard_table::frame::SeatInfo;
use boneyard_table::table::Op;
use boneyard_table::{Role, Seat};

use super::Fault;
use super::body::Body;
use super::caller::Caller;
use crate::doors::Stands;
use crate::house::House;
use crate::invitation;
use crate::limits::Address;
use crate::protocol::{Admit, Door, DoorKey, Invitation, KnockBody};
use crate::room::{Ask, Faces, NotDone};

type Here = State<Arc<House>>;

/// So long a code waits where codes were guessed: nobody gets through all of them.
const SLOWED: Duration = Duration::from_secs(1);

/// How this browser stands at a door. A stranger learns nothing, not even whether there is a table.
pub(super) async fn door(State(house): Here, caller: Caller, Path(id): Path<String>) -> Json<Door> {
    Json(match caller.stands(&house, &id) {
        // The owner has a seat at every table there is.
        Stands::Seated(_) if house.store.info(&id).await.is_err() => Door::Stranger,
        Stands::Seated(seat) => Door::Seated { table: id, seat },
        Stands::Waiting(_) => Door::Waiting { table: id },
        Stands::Stranger => Door::Stranger,
    })
}

/// Where an invitation leads.
pub(super) async fn key(
    State(house): Here,
    caller: Caller,
    Body(key): Body<DoorKey>,
) -> Result<Json<Door>, Fault> {
    let table = led_to(&house, &caller, &key).await?;
    Ok(Json(match caller.stands(&house, &table) {
        Stands::Seated(seat) => Door::Seated { table, seat },
        Stands::Waiting(_) => Door::Waiting { table },
        Stands::Stranger => {
            let faces = house.ask(&table, Ask::Faces).await?;
            let Faces { title, game, game_title, gm, .. } = faces;
            Door::Invited { table, title, game: game.to_owned(), game_title: game_title.to_owned(), gm }
        }
    }))
}

pub(super) async fn knock(
    State(house): Here,
    caller: Caller,
    Body(body): Body<KnockBody>,
) -> Result<Response, Fault> {
    let table = led_to(&house, &caller, &body.key).await?;
    if let Stands::Seated(seat) = caller.stands(&house, &table) {
        return Ok(Json(Door::Seated { table, seat }).into_response());
    }
    if !house.hears(&table, caller.from.into()) {
        return Err(Fault::too_fast());
    }
    let (cookie, visitor) = match &caller.visitor {
        Some(visitor) => (None, visitor.clone()),
        None => {
            let (token, visitor) = house.doors.welcome().await?;
            (Some((SET_COOKIE, caller.set_cookie(&house, &token))), visitor)
        }
    };
    house.knock(&table, &caller, &visitor, &body.name).await?;
    tracing::info!(%table, device = caller.device, "somebody knocks");
    Ok((AppendHeaders(cookie), Json(Door::Waiting { table })).into_response())
}

/// The table an invitation leads to. A good one always does, however often others at the same address have
/// guessed: they only make a code, which is short, wait a moment.
async fn led_to(house: &House, caller: &Caller, key: &DoorKey) -> Result<String, Fault> {
    let from = Address::from(caller.from);
    if matches!(key, DoorKey::Code(_)) && house.has_failed_often(from) {
        tokio::time::sleep(SLOWED).await;
    }
    house.doors.leads_to(key).ok_or_else(|| {
        if house.failed_try(from) {
            return Fault::too_fast();
        }
        let say = "That code does not work. Ask your GM for the current one.";
        Fault::new(StatusCode::NOT_FOUND, "not-found", say)
    })
}

pub(super) async fn go_away(State(house): Here, caller: Caller, Path(id): Path<String>) -> Result<(), Fault> {
    if let Some(visitor) = &caller.visitor {
        house.doors.go_away(&id, visitor).await?;
    }
    Ok(())
}

pub(super) async fn invite(
    State(house): Here,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Invitation>, Fault> {
    // A television shows everybody in the room how to get in.
    if let Stands::Seated(seat) = caller.stands(&house, &id)
        && !seat.is_gm()
    {
        let faces = house.ask(&id, Ask::Faces).await?;
        if !faces.seats.iter().any(|(known, _, role)| *known == seat && *role == Role::Display) {
            return Err(Fault::only("the GM"));
        }
    } else {
        caller.must_be_gm(&house, &id)?;
    }
    written(&house, &caller, &id, false).await
}

pub(super) async fn invite_anew(
    State(house): Here,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Invitation>, Fault> {
    caller.must_be_gm(&house, &id)?;
    written(&house, &caller, &id, true).await
}

async fn written(house: &House, caller: &Caller, id: &str, renew: bool) -> Result<Json<Invitation>, Fault> {
    house.store.info(id).await?;
    let (secret, code) = house.doors.invitation(id, renew).await?;
    let places = invitation::places(&house.front, house.address, caller.host.as_deref(), caller.https);
    Ok(Json(invitation::written(&places, id, &secret, code)))
}

pub(super) async fn answer(
    State(house): Here,
    caller: Caller,
    Path((id, knock)): Path<(String, u32)>,
    Body(body): Body<Admit>,
) -> Result<(), Fault> {
    caller.must_be_gm(&house, &id)?;
    let left = || Fault::new(StatusCode::NOT_FOUND, "not-found", "They left the door.");
    let (role, seat) = match body {
        Admit::NotNow | Admit::Block => {
            let block = matches!(body, Admit::Block);
            return if house.doors.turn_away(&id, knock, block).await? { Ok(()) } else { Err(left()) };
        }
        Admit::LetIn { role: Role::Gm, .. } => {
            return Err(Fault::unreadable("Let them in as player, display or spectator."));
        }
        Admit::LetIn { role, seat } => (role, seat),
    };
    let who = house.doors.knocks(&id).into_iter().find(|waiting| waiting.id == knock).ok_or_else(left)?;
    let faces = house.ask(&id, Ask::Faces).await?;
    let taken = |seat: Seat| faces.seats.iter().find(|(known, ..)| *known == seat);
    let seat = match seat {
        Some(seat) if seat.is_gm() => return Err(Fault::unreadable("The GM keeps the GM's seat.")),
        Some(seat) => seat,
        None => faces.free.ok_or_else(|| {
            let say = "Every seat at this table is taken or was somebody's. Let them take over one of those that \
                       are there.";
            Fault::new(StatusCode::CONFLICT, "full", say)
        })?,
    };
    let role = taken(seat).map_or(role, |(_, _, role)| *role);
    sit(&house, &id, seat, &who.name, role).await?;
    if !house.doors.let_in(&id, knock, seat).await? {
        return Err(left());
    }
    Ok(())
}

/// Gives a seat to somebody; a name that is taken gets a number.
async fn sit(house: &House, id: &str, seat: Seat, name: &str, role: Role) -> Result<(), Fault> {
    for number in 1..=9 {
        let name = if number == 1 { name.to_owned() } else { format!("{name} {number}") };
        let info = SeatInfo { name, role, types_dice: false };
        let op = Op::Sit { seat, info };
        match house.ask(id, |answer| Ask::Do(Seat::GM, op.clone(), answer)).await? {
            Ok(()) => return Ok(()),
            Err(NotDone::Refused(refusal)) if refusal.code() == "name-taken" && number < 9 => {}
            Err(other) => return Err(other.into()),
        }
    }
    Ok(())
}

pub(super) async fn revoke(
    State(house): Here,
    caller: Caller,
    Path((id, seat)): Path<(String, u8)>,
) -> Result<(), Fault> {
    caller.must_be_gm(&house, &id)?;
    if Seat(seat).is_gm() {
        return Err(Fault::unreadable("The GM keeps the GM's seat."));
    }
    Ok(house.doors.put_out(&id, Seat(seat)).await?)
}
