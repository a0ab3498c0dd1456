//! Where a party left to itself goes: care for those who need it first, light, loot, on to what is new, camp
//! when worn down, out when there is nothing left to find or to lose.

use boneyard_table::Who;

use super::{Here, camp, care, dice, legal, worn, wounded};
use crate::command::{Command, ExpeditionCommand, GearCommand};
use crate::expedition::{
    CatchBreath, Go, Kindle, Loot, Parley, Unlock, able, dark, foes_of, pieces, present, shines, threatened,
    ways,
};
use crate::gear::{Carry, check_place};
use crate::question::Owned;
use crate::state::{Affliction, Attribute, Place, Room, State};

/// Turns after which a party left to itself turns back.
const MOST_TURNS: u16 = 45;

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
    let home = homeward(state);
    let calm = !threatened(state, &place) || room.unaware;
    if calm
        && room.is("exit")
        && home
        && let Some(command) = legal(at, Command::Expedition(E::Leave))
    {
        return Some(command);
    }
    if dark(state, &place)
        && let Some(command) = light(at, leader)
    {
        return Some(command);
    }
    if calm {
        let rest = care::lightens(at, &place).or_else(|| care::tends(at, &place));
        let rest = rest.or_else(|| camp::pitches(at, &place, room));
        if let Some(command) = rest.or_else(|| breathes(at, &place)) {
            return Some(command);
        }
        let grave = room.flags.iter().any(|flag| flag == "grave");
        let quiet = room.foes.is_empty() || room.peace || !home;
        let loot = Command::Expedition(E::Loot(Loot::default()));
        if quiet
            && !room.loot.is_empty()
            && !grave
            && let Some(command) = legal(at, loot)
        {
            return Some(command);
        }
    }
    if !home && let Some(command) = opens(at, &place) {
        return Some(command);
    }
    let exit = || nearest(state, &place, |room| room.is("exit"));
    let new = || nearest(state, &place, |room| !room.visited);
    let next = if home { exit() } else { new().or_else(exit) };
    let go =
        |to| Command::Expedition(E::Go(Go { to, who: Vec::new(), sneak: sneaks(at, leader), ahead: None }));
    next.and_then(|to| legal(at, go(to)))
        .or_else(|| legal(at, Command::Expedition(E::Leave)))
        .or_else(|| legal(at, Command::Expedition(E::StartCombat)))
        .or_else(|| legal(at, Command::Expedition(E::CatchBreath(CatchBreath::default()))))
}

/// The party has seen enough, or can no longer.
fn homeward(state: &State) -> bool {
    let here = &state.expedition.here;
    let nothing_new = nearest(state, here, |room| !room.visited).is_none() && shut(state).next().is_none();
    let fewer = able(state).count() < state.everybody().filter(|who| state.sheet(*who).is_hero()).count();
    let hurt: usize = able(state).map(|who| usize::from(wounded(state, who))).sum();
    let (left, all) = dice(state);
    let spent = (worn(state) && state.expedition.camps >= camp::MOST) || left * 5 < all * 2;
    let cut_up = hurt > able(state).count();
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
        if let Some(command) = legal(at, Command::Expedition(E::Parley(talk))) {
            return Some(command);
        }
    }
    legal(at, Command::Expedition(E::StartCombat))
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
fn breathes(at: Here<'_>, place: &str) -> Option<Command> {
    let state = at.state;
    let held = [Affliction::Shaken, Affliction::Parched];
    let gains = |who: &Who| {
        let live = state.live(*who);
        let none = held.into_iter().any(|what| live.suffers(what));
        if none { 0 } else { live.fatigue.each().filter(|(_, marks)| *marks > 0).count() }
    };
    let gained: usize = present(state, place).iter().map(gains).sum();
    let breath = ExpeditionCommand::CatchBreath(CatchBreath::default());
    (gained >= able(state).count().max(2)).then(|| legal(at, Command::Expedition(breath))).flatten()
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
        legal(at, Command::Expedition(ExpeditionCommand::Unlock(unlock)))
    })
}

/// A leader with a light foot goes on tiptoe.
fn sneaks(at: Here<'_>, leader: Who) -> bool {
    let one = at.state.one(leader);
    one.sheet.skilled(crate::rules::DW_SKILL_12) && one.available(Attribute::Dex) >= 2
}

/// The first step towards the nearest room that will do; locked ways end at themselves.
fn nearest(state: &State, here: &str, will_do: impl Fn(&Room) -> bool) -> Option<String> {
    let mut seen: Vec<String> = vec![here.to_owned()];
    let mut paths: Vec<(String, String)> = Vec::new();
    let open = |place: &str| ways(state, place).into_iter().filter(|(_, _, locked)| !locked);
    let barred = |place: &str| ways(state, place).into_iter().any(|(_, _, locked)| locked);
    for (to, ..) in open(here) {
        seen.push(to.clone());
        paths.push((to.clone(), to));
    }
    let mut at = 0;
    let mut locked = None;
    while let Some((place, first)) = paths.get(at).cloned() {
        let Some(room) = state.expedition.room(&place) else { break };
        if will_do(room) {
            return Some(first);
        }
        // A party left to itself does not know what lies behind rooms it has not seen.
        if room.visited {
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
        at += 1;
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
        legal(at, Command::Expedition(ExpeditionCommand::Kindle(Kindle { who, item })))
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
            let carry = Command::Gear(GearCommand::Carry(Carry { who, item, to, wield: false }));
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
