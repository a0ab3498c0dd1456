//! Where a party left to itself goes: care for those who need it first, light, loot, on to what is new, camp
//! when worn down, out when there is nothing left to find or to lose.

use boneyard_table::Who;

use super::{Here, camp, care, fit, legal, worn, wounded};
use crate::command::{Command, ExpeditionCommand, OtherCommand};
use crate::expedition::{
    CatchBreath, Go, Kindle, Loot, Parley, Unlock, able, dark, foes_of, pieces, present, shines, threatened,
    ways,
};
use crate::gear::{Carry, check_place};
use crate::question::Owned;
use crate::state::{Affliction, Attribute, Place, Room, State};

/// Turns after which a party left to itself turns back: every five of them wear everybody down.
const MOST_TURNS: u16 = 25;

/// What the leader proposes on the way.
pub(super) fn explores(at: Here<'_>, leader: Who) -> Option<Command> {
    use ExpeditionCommand as E;
    let state = at.state;
    let place = state.expedition.place_of(leader).to_owned();
    let room = state.expedition.room(&place)?;
    if let Some(command) = care::saves(at, leader, &place) {
        return Some(command);
    }
    let met = threatened(state, &place) && !room.unaware;
    if met && let Some(command) = faces(at, &place, room) {
        return Some(command);
    }
    let (done, fit) = (homeward(at), fit(state));
    let calm = !threatened(state, &place) || room.unaware;
    let leaves = || legal(at, OtherCommand::Expedition(E::Leave)).filter(|_| calm && room.is("exit"));
    if done && let Some(command) = leaves() {
        return Some(command);
    }
    if dark(state, &place)
        && let Some(command) = light(at, leader)
    {
        return Some(command);
    }
    if calm {
        let rest = care::lightens(at, &place).or_else(|| care::tends(at, &place));
        let rest = rest.or_else(|| breathes(at, &place, fit)).or_else(|| camp::pitches(at, &place, room));
        if let Some(command) = rest {
            return Some(command);
        }
        if takes(at, room, fit && !done) {
            // Those who kneel over it are better struck first.
            let first = legal(at, OtherCommand::Expedition(E::StartCombat)).filter(|_| room.unaware);
            let loot = || legal(at, OtherCommand::Expedition(E::Loot(Loot::default())));
            if let Some(command) = first.or_else(loot) {
                return Some(command);
            }
        }
    }
    // The one who is in no state to go on, and finds no rest, goes home.
    let home = done || !fit;
    if home && let Some(command) = leaves() {
        return Some(command);
    }
    if !home && let Some(command) = opens(at, &place) {
        return Some(command);
    }
    let exit = || nearest(at, &place, |room| room.is("exit"));
    let new = || nearest(at, &place, |room| !room.visited);
    let next = if home { exit() } else { new().or_else(exit) };
    let go = |to| {
        OtherCommand::Expedition(E::Go(Go { to, who: Vec::new(), sneak: sneaks(at, leader), ahead: None }))
    };
    next.and_then(|to| legal(at, go(to)))
        .or_else(|| legal(at, OtherCommand::Expedition(E::Leave)))
        .or_else(|| legal(at, OtherCommand::Expedition(E::StartCombat)))
        .or_else(|| legal(at, OtherCommand::Expedition(E::CatchBreath(CatchBreath::default()))))
}

/// Levels of those in a place who would wake by something, and of those who are met there already.
fn woken(at: Here<'_>, room: &Room, by: &str) -> usize {
    let level = |name: &str| at.book.foes.named(name).map_or(0, |row| usize::from(row.level));
    let waiting = room.waits.iter().filter(|one| one.wakes.iter().any(|what| what == by));
    let waiting: usize = waiting.map(|one| level(&one.foe) * one.at.len()).sum();
    let met = foes_of(at.state, room).into_iter().map(|foe| usize::from(at.state.sheet(foe).foe.level));
    if room.peace { waiting } else { waiting + met.sum::<usize>() }
}

/// Whether the party would rather not have to do with them: they are a match for it.
fn match_for(state: &State, levels: usize) -> bool {
    levels >= able(state).count()
}

/// Whether the party helps itself to what lies here: not in graves, and not under the noses of those it would
/// rather not wake.
fn takes(at: Here<'_>, room: &Room, bold: bool) -> bool {
    let woken = woken(at, room, "loot");
    let dares = woken == 0 || (bold && !match_for(at.state, woken));
    !room.loot.is_empty() && !room.is("grave") && dares
}

/// Whether the party turns back here rather than go past those who would wake.
fn bars(at: Here<'_>, room: &Room) -> bool {
    let woken = woken(at, room, "cross");
    woken > 0 && (room.unaware || !room.waits.is_empty()) && match_for(at.state, woken)
}

/// The party has seen enough, or can no longer.
fn homeward(at: Here<'_>) -> bool {
    let state = at.state;
    let here = &state.expedition.here;
    let nothing_new = nearest(at, here, |room| !room.visited).is_none() && shut(state).next().is_none();
    let fewer = able(state).count() < state.everybody().filter(|who| state.sheet(*who).is_hero()).count();
    let hurt: usize = able(state).map(|who| usize::from(wounded(state, who))).sum();
    let cut_up = hurt > able(state).count();
    let spent = worn(state) && state.expedition.camps >= camp::MOST;
    nothing_new || spent || fewer || cut_up || state.expedition.turn > MOST_TURNS
}

/// Locked ways the party knows of.
fn shut(state: &State) -> impl Iterator<Item = (String, String)> + '_ {
    let site = state.expedition.at_site().into_iter();
    let seen = |name: &str| state.expedition.room(name).is_some_and(|room| room.visited);
    site.flat_map(|site| &site.ways)
        .filter(move |way| way.locked && !way.secret && seen(&way.between[0]) != seen(&way.between[1]))
        .map(|way| (way.between[0].clone(), way.between[1].clone()))
}

/// Those who are met: paid if they can be, talked to if they will, fought otherwise.
fn faces(at: Here<'_>, place: &str, room: &Room) -> Option<Command> {
    use ExpeditionCommand as E;
    let speaker = present(at.state, place)
        .into_iter()
        .max_by_key(|who| (at.state.one(*who).available(Attribute::Pre), std::cmp::Reverse(*who)));
    if let Some(who) = speaker.filter(|_| room.parley) {
        let give = gifts(at, room);
        let talk = Parley { who, give, say: None };
        if let Some(command) = legal(at, OtherCommand::Expedition(E::Parley(talk))) {
            return Some(command);
        }
    }
    legal(at, OtherCommand::Expedition(E::StartCombat))
}

/// What those who are met want, if the party has it.
fn gifts(at: Here<'_>, room: &Room) -> Vec<Owned> {
    let has = |wanted: &crate::state::Lying| {
        let mut found = Vec::new();
        for who in at.state.heroes() {
            let one = at.state.one(who);
            for (number, (sheet, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
                if now.place != Place::Gone && sheet.name.eq_ignore_ascii_case(&wanted.item) {
                    let owned = Owned { who, item: number as u8 };
                    found.extend(std::iter::repeat_n(owned, usize::from(now.count)));
                }
            }
        }
        let count = usize::from(wanted.count.max(1));
        (found.len() >= count).then(|| found[..count].to_vec())
    };
    room.wants.iter().find_map(has).unwrap_or_default()
}

/// The party breathes where that is worth the turn: one mark goes from each attribute that is tired.
fn breathes(at: Here<'_>, place: &str, fit: bool) -> Option<Command> {
    let state = at.state;
    let held = [Affliction::Shaken, Affliction::Parched];
    let gains = |who: &Who| {
        let live = state.live(*who);
        let none = held.into_iter().any(|what| live.suffers(what));
        if none { 0 } else { live.fatigue.each().filter(|(_, marks)| *marks > 0).count() }
    };
    let gained: usize = present(state, place).iter().map(gains).sum();
    let breath = ExpeditionCommand::CatchBreath(CatchBreath::default());
    let enough = if fit { able(state).count().max(2) } else { 2 };
    (gained >= enough).then(|| legal(at, OtherCommand::Expedition(breath))).flatten()
}

/// A locked way here, with what would open it.
fn opens(at: Here<'_>, place: &str) -> Option<Command> {
    let to = ways(at.state, place).into_iter().find(|(_, _, locked)| *locked).map(|(to, ..)| to)?;
    let mut tries = Vec::new();
    for who in present(at.state, place) {
        let one = at.state.one(who);
        for (number, (sheet, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
            let tool = sheet.name == "lock-picking tools" && one.available(Attribute::Dex) > 0;
            if now.place != Place::Gone && !now.broken && (tool || sheet.name.contains("key")) {
                tries.push((tool, who, number as u8));
            }
        }
    }
    tries.sort_unstable();
    tries.into_iter().find_map(|(_, who, item)| {
        let unlock = Unlock { who, to: to.clone(), item: Some(item) };
        legal(at, OtherCommand::Expedition(ExpeditionCommand::Unlock(unlock)))
    })
}

/// A leader with a light foot goes on tiptoe.
fn sneaks(at: Here<'_>, leader: Who) -> bool {
    let one = at.state.one(leader);
    one.sheet.skilled(crate::rules::DW_SKILL_12) && one.available(Attribute::Dex) >= 2
}

/// The first step towards the nearest room that will do; locked ways end at themselves, and what lies behind
/// those who bar the way is not looked for.
fn nearest(at: Here<'_>, here: &str, will_do: impl Fn(&Room) -> bool) -> Option<String> {
    let state = at.state;
    let mut seen: Vec<String> = vec![here.to_owned()];
    let mut paths: Vec<(String, String)> = Vec::new();
    let open = |place: &str| ways(state, place).into_iter().filter(|(_, _, locked)| !locked);
    let barred = |place: &str| ways(state, place).into_iter().any(|(_, _, locked)| locked);
    let stuck = state.expedition.room(here).is_some_and(|room| bars(at, room));
    for (to, ..) in open(here).filter(|(to, ..)| !stuck || *to == state.expedition.before) {
        seen.push(to.clone());
        paths.push((to.clone(), to));
    }
    let mut next = 0;
    let mut locked = None;
    while let Some((place, first)) = paths.get(next).cloned() {
        let Some(room) = state.expedition.room(&place) else { break };
        if will_do(room) {
            return Some(first);
        }
        // A party left to itself does not know what lies behind rooms it has not seen.
        if room.visited && !bars(at, room) {
            if locked.is_none() && barred(&place) && will_do(&Room::default()) {
                locked = Some(first.clone());
            }
            for (to, ..) in open(&place) {
                if !seen.contains(&to) {
                    seen.push(to.clone());
                    paths.push((to, first.clone()));
                }
            }
        }
        next += 1;
    }
    locked
}

/// A light in somebody's hand is lit; one in a bag is taken in a hand first.
fn light(at: Here<'_>, leader: Who) -> Option<Command> {
    if at.state.expedition.light.is_some() {
        return None;
    }
    let place = at.state.expedition.place_of(leader);
    let mut lights: Vec<(Who, u8)> = Vec::new();
    for who in present(at.state, place) {
        let one = at.state.one(who);
        for (number, (sheet, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
            let row = sheet.kind.and_then(|kind| at.book.gear.get(kind.as_str()));
            if now.place != Place::Gone && !now.broken && row.is_some_and(|row| shines(row).is_some()) {
                lights.push((who, number as u8));
            }
        }
    }
    let kindle = lights.iter().find_map(|&(who, item)| {
        legal(at, OtherCommand::Expedition(ExpeditionCommand::Kindle(Kindle { who, item })))
    });
    kindle
        .or_else(|| {
            let hands = [Place::Left, Place::Right];
            let free = lights.iter().flat_map(|thing| hands.map(|hand| (*thing, hand)));
            let mut free =
                free.filter(|((who, item), hand)| check_place(at, *who, *item, *hand, false).is_ok());
            let ((who, item), to) = free.next()?;
            // In a hand already, and still no light: nothing to be had from taking it again.
            let held = at.state.live(who).items[usize::from(item)].place.is_hand();
            let carry = Carry { who, item, to, wield: false };
            (!held).then(|| legal(at, carry)).flatten()
        })
        .or_else(|| super::power::lights(at))
}

/// Whether there is food about.
pub(super) fn fed(at: Here<'_>) -> bool {
    !pieces(at.state, at.book, "ration").is_empty()
}

/// Whether anybody is met here.
pub(super) fn alone(state: &State, room: &Room) -> bool {
    room.peace || foes_of(state, room).is_empty()
}
