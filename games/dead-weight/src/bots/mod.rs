//! How a party left to itself explores and camps: the leader speaks for it, and every proposal is one the
//! rules would take. Fights are in `instinct`; which powers are of use, there and here, is in `power`.

mod camp;
mod care;
pub mod power;
mod way;

pub use care::ends;

use boneyard_table::{At, Awaits, Seat, Who, probe};

use crate::DeadWeight;
use crate::command::Command;
use crate::expedition::able;
use crate::state::{Affliction, Attribute, Doing, State};

type Here<'a> = At<'a, DeadWeight>;

/// Who is waited for on the way and in camp: the leader, for the party.
pub fn awaits(at: Here<'_>) -> Option<Awaits> {
    let doing = at.state.doing();
    if !at.state.expedition.under_way || !matches!(doing, Doing::Exploration | Doing::Camp) {
        return None;
    }
    let leader = able(at.state).next();
    let why = match (leader, doing) {
        (None, _) => "Nobody is left who could act.".to_owned(),
        (Some(_), Doing::Camp) => "The party says what is done in camp.".to_owned(),
        (Some(_), _) => "The party says where it goes.".to_owned(),
    };
    let seats = if leader.is_none() { vec![Seat::GM] } else { Vec::new() };
    Some(Awaits { creatures: leader.into_iter().collect(), seats, why })
}

/// What the leader proposes; nothing for anybody else.
pub fn command(at: Here<'_>, who: Who) -> Option<Command> {
    if able(at.state).next() != Some(who) || !at.state.expedition.under_way {
        return None;
    }
    match at.state.doing() {
        Doing::Exploration => way::explores(at, who),
        Doing::Camp => camp::camps(at),
        Doing::Combat | Doing::Interlude => None,
    }
}

/// A command, if the rules would take it now.
fn legal(at: Here<'_>, command: impl Into<Command>) -> Option<Command> {
    let command = command.into();
    probe(at, Seat::GM, command.clone()).is_ok().then_some(command)
}

/// Fatigue on all attributes together.
fn tired(state: &State, who: Who) -> u8 {
    state.live(who).fatigue.each().map(|(_, marks)| marks).sum()
}

/// Wounds on all attributes together.
fn wounded(state: &State, who: Who) -> u8 {
    state.live(who).wounds.each().map(|(_, marks)| marks).sum()
}

/// Dice the party has left, of all it would have fresh.
fn dice(state: &State) -> (u32, u32) {
    let mut sum = (0, 0);
    for who in able(state) {
        let one = state.one(who);
        for attribute in Attribute::ALL {
            sum.0 += u32::from(one.available(attribute));
            sum.1 += u32::from(one.sheet.hero.score[attribute]);
        }
    }
    sum
}

/// Fit to meet what comes: most dice are there, few are hurt, hardly anybody is shaken in mind.
fn fit(state: &State) -> bool {
    let (left, all) = dice(state);
    let heads = able(state).count();
    let hurt: usize = able(state).map(|who| usize::from(wounded(state, who))).sum();
    let bad = [Affliction::Terrified, Affliction::Hopeless, Affliction::Nauseated, Affliction::Plagued];
    let ailing = able(state).filter(|who| bad.into_iter().any(|what| state.live(*who).suffers(what))).count();
    left * 4 >= all * 3 && hurt * 2 <= heads && ailing * 2 <= heads
}

/// More than half of its dice are gone.
fn worn(state: &State) -> bool {
    let (left, all) = dice(state);
    left * 2 < all
}
