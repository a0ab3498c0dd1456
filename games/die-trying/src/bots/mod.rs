//! How a party left to itself goes through a dungeon: the one who leads speaks for it, and every proposal is
//! one the rules would take. Turns of a fight are in `instinct`; which castings are of use is in `magic`.

mod care;
mod gear;
mod magic;
mod way;

pub use magic::casts;

use boneyard_table::{At, Awaits, Seat, Who, probe};

use crate::DieTrying;
use crate::check::skill_bonus;
use crate::combat::{Fight, Go, is_awake, reaches};
use crate::command::Command;
use crate::dungeon::room_at;
use crate::hurt::SettleDying;
use crate::sight;
use crate::state::{Fate, Kind, Proficiency, Spot, State};
use crate::table::WaitFor;

type Here<'a> = At<'a, DieTrying>;

/// Minutes that go by at a time while nobody can act.
const UNTIL_SOMEBODY_WAKES: u16 = 60;

/// Who is waited for below ground while nobody fights: those who have noticed one another and are no
/// friends, or else the party.
pub fn awaits(at: Here<'_>) -> Option<Awaits> {
    at.state.dungeon.as_ref()?;
    if let Some(foe) = met(at).first() {
        let why = "The Trapsetter says what happens.".into();
        return Some(Awaits { creatures: vec![*foe], seats: vec![Seat::GM], why });
    }
    let lead = lead(at)?;
    Some(Awaits { creatures: vec![lead], seats: Vec::new(), why: "The party says what it does.".into() })
}

/// What is done next below ground while nobody fights.
pub fn command(at: Here<'_>, who: Who) -> Option<Command> {
    at.state.dungeon.as_ref()?;
    let foes = met(at);
    if foes.contains(&who) {
        return Some(begins(at, &foes));
    }
    if !foes.is_empty() || lead(at) != Some(who) {
        return None;
    }
    if let Some(next) = care::saves(at) {
        return Some(next);
    }
    if able(at.state).is_empty() {
        return Some(sleeps_on(at));
    }
    gear::readies(at).or_else(|| care::tends(at)).or_else(|| way::goes(at)).or_else(|| legal(at, wait(10)))
}

/// What a hero does by itself while nobody fights: up, out of a fire or a snare, and after those whom people play.
pub fn keeps_up(at: Here<'_>, who: Who, led: &[Who]) -> Option<Command> {
    at.state.dungeon.as_ref()?;
    if !able(at.state).contains(&who) || !met(at).is_empty() {
        return None;
    }
    care::frees(at, who).or_else(|| way::after(at, who, led))
}

/// Whether a walk ends beside another hero.
pub fn joins(at: Here<'_>, go: &Go) -> bool {
    let others = able(at.state).into_iter().filter(|who| *who != go.who);
    others.filter_map(|who| at.state.live(who).at).any(|there| way::together(go.to, there))
}

/// Nobody can act: throws are made, or time goes by.
fn sleeps_on(at: Here<'_>) -> Command {
    let dying = at.state.heroes().any(|who| at.state.live(who).fate == Fate::Dying);
    if dying { SettleDying {}.into() } else { wait(UNTIL_SOMEBODY_WAKES) }
}

fn wait(minutes: u16) -> Command {
    WaitFor { minutes }.into()
}

/// A command, if the rules would take it now.
fn legal(at: Here<'_>, command: impl Into<Command>) -> Option<Command> {
    let command = command.into();
    probe(at, Seat::GM, command.clone()).is_ok().then_some(command)
}

/// A command where the rules would take it now; a walk where distance is all that speaks against it.
fn legal_or_nearer(
    at: Here<'_>,
    who: Who,
    there: Option<Spot>,
    command: impl Into<Command>,
) -> Option<Command> {
    let command = command.into();
    match probe(at, Seat::GM, command.clone()) {
        Ok(()) => Some(command),
        Err(refusal) if matches!(refusal.code(), "too-far" | "out-of-range") => way::near(at, who, there?),
        Err(_) => None,
    }
}

/// Heroes in the dungeon, whether they can act or not.
fn inside(state: &State) -> Vec<Who> {
    let here = |who: &Who| !state.live(*who).away && state.sheet(*who).draft.is_none();
    state.heroes().filter(here).collect()
}

/// Those of them who can act.
fn able(state: &State) -> Vec<Who> {
    inside(state).into_iter().filter(|who| is_awake(state, *who)).collect()
}

/// The one who goes first: the one with the lightest foot of those who can act.
fn lead(at: Here<'_>) -> Option<Who> {
    let light =
        |who: &Who| (skill_bonus(at.state, at.book, *who, Proficiency::Stealth), std::cmp::Reverse(*who));
    able(at.state).into_iter().max_by_key(light).or_else(|| inside(at.state).first().copied())
}

/// Hostile creatures the heroes know of, awake, and in view of one another or so near that they touch: where
/// nobody sees a hand before their eyes, the one who stands in the way is met by walking into them.
fn met(at: Here<'_>) -> Vec<Who> {
    let (state, book) = (at.state, at.book);
    if state.battle.is_some() {
        return Vec::new();
    }
    // The one who lies there is no reason to begin again.
    let party = able(state);
    let sees = |one: Who, other: Who| sight::seen(state, book, one, other);
    let touches = |one: Who, other: Who| {
        sight::distance(state, one, other).is_some_and(|far| far <= 1) && reaches(state, one, other)
    };
    let hostile = |who: &Who| {
        let one = state.one(*who);
        one.sheet.kind == Kind::Creature
            && one.sheet.side == 1
            && !one.live.unseen
            && !one.live.away
            && is_awake(state, *who)
            && party.iter().any(|hero| sees(*who, *hero) || sees(*hero, *who) || touches(*who, *hero))
    };
    state.beings().filter(hostile).collect()
}

/// The Trapsetter's creatures begin: those who were met and all who are in the same rooms.
fn begins(at: Here<'_>, foes: &[Who]) -> Command {
    let state = at.state;
    let room =
        |who: Who| state.live(who).at.and_then(|at_spot| room_at(at.book, at_spot)).map(|room| room.id);
    let with_them = |who: &Who| {
        let one = state.one(*who);
        let there = one.sheet.kind == Kind::Creature && !one.live.away && one.live.fate == Fate::Up;
        let near = room(*who).is_some_and(|own| foes.iter().any(|foe| room(*foe) == Some(own)));
        there && one.sheet.side == 1 && (foes.contains(who) || near)
    };
    let heroes = inside(state);
    let allies = state.beings().filter(|who| {
        let one = state.one(*who);
        one.sheet.side == 0 && !one.sheet.is_hero() && !one.live.away && one.live.fate == Fate::Up
    });
    let fighters = heroes.into_iter().chain(allies).chain(state.beings().filter(with_them)).collect();
    Fight { fighters, ..Fight::default() }.into()
}

/// Squares between two on the map.
fn far(state: &State, who: Who, other: Who) -> u32 {
    sight::distance(state, who, other).unwrap_or(0)
}
