//! How a crew left to itself plays the supply ship: whoever is free takes the most pressing task
//! they are good at.

use boneyard_table::{At, Awaits, Seat, Who};

use super::crew::aboard;
use super::task::{Doing, lacks};
use crate::GutsPlus;
use crate::command::{Command, ShipCommand};
use crate::state::{Ship, State};

type Here<'a> = At<'a, GutsPlus>;

/// Who is waited for aboard.
pub fn awaits(at: Here<'_>) -> Option<Awaits> {
    let ship = at.state.ship.as_ref()?;
    if ship.ended.is_some() {
        return Some(Awaits { seats: vec![Seat::GM], why: "The trip is over.".into(), ..Awaits::default() });
    }
    if at.state.battle.is_some() {
        return None;
    }
    let open: Vec<Who> =
        aboard(at.state).filter(|who| at.state.one(*who).can_act() && !ship.is_busy(*who)).collect();
    let seats = if open.is_empty() { vec![Seat::GM] } else { Vec::new() };
    Some(Awaits { creatures: open, seats, why: "The crew says what it does in this watch.".into() })
}

/// What somebody of the crew does next.
pub fn command(at: Here<'_>, who: Who) -> Option<Command> {
    let ship = at.state.ship.as_ref().filter(|ship| ship.ended.is_none())?;
    if at.state.battle.is_some() || ship.is_busy(who) || !aboard(at.state).any(|crew| crew == who) {
        return None;
    }
    let doing = choose(at, ship, who);
    Some(Command::Ship(match doing {
        Some(doing) => ShipCommand::Task(doing),
        None => ShipCommand::Idle { who },
    }))
}

fn level(state: &State, who: Who, names: &[&str]) -> u8 {
    let sheet = state.sheet(who);
    names.iter().filter_map(|name| sheet.quality(name)).map(|nth| sheet.level(nth)).max().unwrap_or(0)
}

fn choose(at: Here<'_>, ship: &Ship, who: Who) -> Option<Doing> {
    let state = at.state;
    let task = |name: &str| Doing { who, task: name.into(), ..Doing::default() };
    let can =
        |name: &str| at.book.tasks.named(name).is_some_and(|row| lacks(state, ship, who, row).is_none());
    if let Some(doing) = nurse(state, who) {
        return Some(doing);
    }
    let missing = ship.needs().saturating_sub(ship.seals);
    if can("Catch") && level(state, who, &["Utility"]) >= 2 {
        return Some(task("Catch"));
    }
    if !ship.sealed() {
        if can("Seal") && level(state, who, &["Utility", "Fixing"]) >= 2 {
            return Some(task("Seal"));
        }
        if can("Inspect") && (level(state, who, &["Thought"]) >= 2 || ship.plates >= missing) {
            return Some(task("Inspect"));
        }
        if ship.plates < missing {
            return Some(Doing { choose: Some("hull plates".into()), ..task("Fetch") });
        }
    }
    let at_large = ship.creature.room.is_some() && ship.creature.gone.is_none();
    if at_large && ship.containers == 0 {
        return Some(Doing { choose: Some("glass container".into()), ..task("Fetch") });
    }
    if at_large && !ship.tracked && can("Track") {
        return Some(task("Track"));
    }
    if can("Catch") {
        return Some(task("Catch"));
    }
    if can("Seal") {
        return Some(task("Seal"));
    }
    if ship.delay > 1 && level(state, who, &["Thought", "Command", "Technology"]) >= 2 {
        return Some(task("Trim"));
    }
    if ship.creature.gone.is_none() {
        return Some(Doing { room: Some("Kitchen".into()), ..task("Guard") });
    }
    None
}

/// Somebody who bleeds comes first, then whoever is hurt and was not seen to today.
fn nurse(state: &State, who: Who) -> Option<Doing> {
    let treat =
        |patient: Who| Doing { who, task: "Treat".into(), patient: Some(patient), ..Doing::default() };
    let bleeds = |one: &Who| state.live(*one).out.is_some_and(|out| out.deadline.is_some());
    if let Some(patient) = aboard(state).find(|one| bleeds(one) && *one != who) {
        return Some(treat(patient));
    }
    if level(state, who, &["Medicine"]) == 0 {
        return None;
    }
    let today = state.day();
    let hurt = aboard(state).filter(|one| !state.live(*one).dead).find_map(|one| {
        let parts = &state.live(one).parts;
        let nth = parts.iter().position(|part| {
            part.lines > 0 && !part.lost && part.checked != Some(today) && part.treated.is_none()
        })?;
        Some((one, state.sheet(one).part_name(nth as u8).to_owned()))
    })?;
    Some(Doing { part: Some(hurt.1), ..treat(hurt.0) })
}
