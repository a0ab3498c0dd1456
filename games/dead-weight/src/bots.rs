//! How a party left to itself explores and camps: the leader speaks for it. Fights are in `instinct`.

use boneyard_table::{At, Awaits, Seat, Who};

use crate::DeadWeight;
use crate::command::{CampCommand, Command, ExpeditionCommand};
use crate::expedition::{
    CatchBreath, Go, Kindle, Loot, Stabilise, able, dark, pieces, shines, threatened, ways,
};
use crate::state::{Attribute, Doing, Place, State};

/// Turns after which a party left to itself turns back.
const MOST_TURNS: u16 = 24;

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
        Doing::Exploration => explores(at, who).map(Command::Expedition),
        Doing::Camp => Some(Command::Camp(camps(at.state))),
        Doing::Combat | Doing::Interlude => None,
    }
}

/// Rest first, sleep if there is time, then on.
fn camps(state: &State) -> CampCommand {
    let points = state.camp.as_ref().map_or(0, |camp| camp.points);
    let tired = able(state).any(|who| state.live(who).fatigue.each().any(|(_, marks)| marks > 0));
    match points {
        1.. if tired => CampCommand::Rest,
        1.. => CampCommand::Lookout,
        0 => CampCommand::BreakCamp,
    }
}

fn explores(at: Here<'_>, leader: Who) -> Option<ExpeditionCommand> {
    use ExpeditionCommand as E;
    let state = at.state;
    let here = state.expedition.place_of(leader).to_owned();
    let room = state.expedition.room(&here)?;
    if let Some(target) =
        state.heroes().find(|who| state.live(*who).mortal && state.expedition.place_of(*who) == here)
    {
        let supplies = pieces(state, at.book, "medical-supply");
        let supply = supplies.iter().find(|owned| !state.live(owned.who).mortal);
        let who = supply.map_or(leader, |owned| owned.who);
        return Some(E::Stabilise(Stabilise { who, target, item: supply.map(|owned| owned.item) }));
    }
    let spent = |who: Who| {
        let one = state.one(who);
        Attribute::ALL.into_iter().filter(|attribute| one.available(*attribute) == 0).count() >= 2
    };
    let weary = able(state).filter(|who| spent(*who)).count() * 2 >= able(state).count().max(1);
    let calm = !threatened(state, &here) || room.unaware;
    if room.is("exit") && calm && (weary || everything_done(state)) {
        return Some(E::Leave);
    }
    if dark(state, &here)
        && let Some(kindle) = light(at)
    {
        return Some(E::Kindle(kindle));
    }
    let tired = able(state).any(|who| state.live(who).fatigue.each().any(|(_, marks)| marks > 1));
    if calm && tired && !weary && state.expedition.turn % 3 == 1 {
        return Some(E::CatchBreath(CatchBreath::default()));
    }
    let quiet = room.foes.is_empty() || room.peace;
    if quiet && !room.loot.is_empty() && !dark(state, &here) && !room.flags.iter().any(|flag| flag == "grave")
    {
        return Some(E::Loot(Loot::default()));
    }
    let target =
        if weary || everything_done(state) { nearest(state, &here, |room| room.is("exit")) } else { None };
    let next = target.or_else(|| nearest(state, &here, |room| !room.visited));
    let next = next.or_else(|| nearest(state, &here, |room| room.is("exit")));
    match next {
        Some(to) => Some(E::Go(Go { to, who: Vec::new(), sneak: false, ahead: None })),
        None if calm && room.is("exit") => Some(E::Leave),
        None if threatened(state, &here) => Some(E::StartCombat),
        None => Some(E::CatchBreath(CatchBreath::default())),
    }
}

/// Nothing new is within reach, or enough time was spent.
fn everything_done(state: &State) -> bool {
    let here = &state.expedition.here;
    state.expedition.turn > MOST_TURNS || nearest(state, here, |room| !room.visited).is_none()
}

/// The first step towards the nearest room that will do.
fn nearest(state: &State, here: &str, will_do: impl Fn(&crate::state::Room) -> bool) -> Option<String> {
    let mut seen: Vec<String> = vec![here.to_owned()];
    let mut paths: Vec<(String, String)> = Vec::new();
    let open = |place: &str| ways(state, place).into_iter().filter(|(_, _, locked)| !locked);
    for (to, ..) in open(here) {
        seen.push(to.clone());
        paths.push((to.clone(), to));
    }
    let mut at = 0;
    while let Some((place, first)) = paths.get(at).cloned() {
        if state.expedition.room(&place).is_some_and(&will_do) {
            return Some(first);
        }
        // A party left to itself does not know what lies behind rooms it has not seen.
        if state.expedition.room(&place).is_some_and(|room| room.visited) {
            for (to, ..) in open(&place) {
                if !seen.contains(&to) {
                    seen.push(to.clone());
                    paths.push((to, first.clone()));
                }
            }
        }
        at += 1;
    }
    None
}

/// A light in somebody's hand.
fn light(at: Here<'_>) -> Option<Kindle> {
    if at.state.expedition.light.is_some() {
        return None;
    }
    able(at.state).find_map(|who| {
        let one = at.state.one(who);
        let things = one.sheet.items.iter().zip(&one.live.items).enumerate();
        let mut held =
            things.filter(|(_, (_, now))| now.place.is_hand() && !now.broken && now.place != Place::Gone);
        held.find_map(|(item, (sheet, _))| {
            let row = at.book.gear.get(sheet.kind?.as_str())?;
            shines(row).map(|_| Kindle { who, item: item as u8 })
        })
    })
}
