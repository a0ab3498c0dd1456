//! Where a party left to itself goes: what lies open is taken, each room is searched once, then on through
//! doors to what is new; and out by the way it came, with what it came for or without.

use boneyard_board::Diagonals;
use boneyard_table::Who;

use super::{Here, able, care, far, gear, inside, lead, legal, legal_or_nearer};
use crate::check::skill_bonus;
use crate::combat::{Go, UseDoor, towards, up_to_enemies};
use crate::command::Command;
use crate::dungeon::{ClimbOut, between, door_squares, locked, room_at, secret, sleepers};
use crate::gear::{can_carry, owned};
use crate::rest::Explore;
use crate::state::{Cache, Fate, Item, ItemSheet, Proficiency, Spot, Ware};
use crate::trap::{Disarm, ForceLock, OpenCache, PickLock, SearchBody, known_trap, name_of_lock};

/// Turns of exploration after which a party left to itself has had enough.
const MOST_TURNS: u32 = 40;
/// How far behind somebody may fall, in squares.
const TOGETHER: u32 = 3;
/// What a lock may have become before it is left alone.
const JAMMED: u8 = 4;

/// What the party does next.
pub(super) fn goes(at: Here<'_>) -> Option<Command> {
    let lead = lead(at)?;
    if homeward(at) {
        return leaves(at).or_else(|| follows(at, lead));
    }
    // The one who is sent for something is not called back before it is done.
    disarms(at)
        .or_else(|| opens_caches(at))
        .or_else(|| searches_bodies(at))
        .or_else(|| follows(at, lead))
        .or_else(|| searches(at))
        .or_else(|| enters(at, lead))
        .or_else(|| opens_doors(at, lead))
        .or_else(|| searches_again(at))
        .or_else(|| leaves(at))
}

/// Enough: they have what they came for, too few are left, or there is nothing more to find.
fn homeward(at: Here<'_>) -> bool {
    let state = at.state;
    let prize = gear::prize(at);
    let has = |who: &Who| {
        let one = state.one(*who);
        let mut things = one.sheet.items.iter().zip(&one.live.items);
        things.any(|(thing, item)| Some(&thing.name) == prize.as_ref() && item.place.is_carried())
    };
    let fallen =
        state.everybody().filter(|who| state.sheet(*who).is_hero() && state.live(*who).fate == Fate::Dead);
    let party = inside(state);
    // Those who are out wait for the others.
    let begun = state.heroes().any(|who| state.live(who).away && state.sheet(who).draft.is_none());
    let spent = care::worn(at) && state.rested == Some(crate::time::day_of(state.now));
    party.iter().any(has) || fallen.count() >= party.len() || spent || begun || state.turns > MOST_TURNS
}

/// Somebody comes to stand beside another.
pub(super) fn beside(at: Here<'_>, who: Who, target: Who) -> Option<Command> {
    let there = at.state.live(target).at?;
    near(at, who, there)
}

/// Somebody comes to within a step of a square.
pub(super) fn near(at: Here<'_>, who: Who, there: Spot) -> Option<Command> {
    walks(at, who, |spot| apart(spot, there) <= 1)
}

fn apart(one: Spot, other: Spot) -> u32 {
    Diagonals::Equal.distance(one.footprint(1), other.footprint(1))
}

fn walks(at: Here<'_>, who: Who, wanted: impl Fn(Spot) -> bool) -> Option<Command> {
    if at.state.live(who).at.is_some_and(&wanted) {
        return None;
    }
    // Where enemies bar every way, one goes up to them.
    let to = towards(at, who, &wanted).or_else(|| up_to_enemies(at, who, &wanted))?;
    legal(at, Go::to(who, to))
}

/// Those who have fallen behind catch up; nobody crowds into a room where somebody sleeps.
fn follows(at: Here<'_>, lead: Who) -> Option<Command> {
    let state = at.state;
    let front = state.live(lead).at?;
    if !sleepers(state, at.book, lead).is_empty() {
        return None;
    }
    let mut behind = able(state).into_iter().filter(|who| *who != lead && far(state, *who, lead) > TOGETHER);
    behind.find_map(|who| walks(at, who, |spot| apart(spot, front) < TOGETHER))
}

/// Somebody goes after the nearest of those whom people play, and not into a room where somebody sleeps.
pub(super) fn after(at: Here<'_>, who: Who, led: &[Who]) -> Option<Command> {
    let state = at.state;
    let here = inside(state);
    let front = led.iter().copied().filter(|one| here.contains(one));
    let front = front.min_by_key(|one| (far(state, who, *one), *one))?;
    if far(state, who, front) <= TOGETHER || !sleepers(state, at.book, front).is_empty() {
        return None;
    }
    let there = state.live(front).at?;
    walks(at, who, |spot| together(spot, there))
}

/// Whether two squares are as near as people walk.
pub(super) fn together(one: Spot, other: Spot) -> bool {
    apart(one, other) < TOGETHER
}

/// A trap that was found is made harmless by the one who has the tools.
fn disarms(at: Here<'_>) -> Option<Command> {
    let state = at.state;
    let who = handy(at)?;
    (0..state.known_traps.len()).find_map(|number| {
        let (_, laid) = known_trap(state, number as u8).filter(|(_, laid)| !laid.spent)?;
        // Once is enough of a risk.
        if laid.tried.contains(&who) {
            return None;
        }
        let disarm = Disarm { who, trap: number as u8, bonus: false };
        let door = laid.door.and_then(|door| door_squares(state, door).into_iter().find_map(Spot::of));
        let go = || laid.at.or(door).and_then(|spot| near(at, who, spot));
        go().or_else(|| legal(at, disarm))
    })
}

/// The one who has Thieves Tools, the best of them.
fn handy(at: Here<'_>) -> Option<Who> {
    let state = at.state;
    let tools = |who: &Who| owned(state, *who, |ware| *ware == Ware::Tools).is_some();
    let skilled = |who: &Who| skill_bonus(state, at.book, *who, Proficiency::Thievery);
    able(state).into_iter().filter(tools).max_by_key(skilled)
}

/// What was found and is not empty: opened, its lock picked or forced first.
fn opens_caches(at: Here<'_>) -> Option<Command> {
    let state = at.state;
    for (number, nth) in state.known_caches.iter().enumerate() {
        let Some(cache) = state.caches.get(usize::from(*nth)).filter(|cache| !cache.empty) else { continue };
        let lock = state.locks.iter().position(|lock| lock.cache == Some(*nth) && !lock.open);
        let next = match lock {
            Some(lock) => unlocks(at, lock as u8, cache.at),
            None => takers(at).into_iter().find_map(|who| takes(at, who, number, cache)),
        };
        if next.is_some() {
            return next;
        }
    }
    None
}

/// Those who were beaten are searched for what they had.
fn searches_bodies(at: Here<'_>) -> Option<Command> {
    let state = at.state;
    let had = |target: &Who| {
        let one = state.one(*target);
        let row = one.sheet.like.and_then(|like| at.book.creatures.get(like.as_str()));
        one.live.fate == Fate::Dead && row.is_some_and(|row| !row.loot.is_empty())
    };
    state.beings().filter(had).find_map(|target| {
        takers(at).into_iter().find_map(|who| {
            let search = SearchBody { who, target };
            legal_or_nearer(at, who, state.live(target).at, search)
        })
    })
}

/// Somebody opens a cache, or goes there to do it; nobody goes for what they could not carry.
fn takes(at: Here<'_>, who: Who, number: usize, cache: &Cache) -> Option<Command> {
    let carries = |(thing, item): &(ItemSheet, Item)| can_carry(at.state, at.book, who, thing, *item).is_ok();
    if !cache.things.iter().all(carries) {
        return None;
    }
    let open = OpenCache { who, cache: number as u8 };
    legal_or_nearer(at, who, cache.at, open)
}

/// Those who would put a hand on something, the lightest foot first.
fn takers(at: Here<'_>) -> Vec<Who> {
    let mut all = able(at.state);
    all.sort_by_key(|who| std::cmp::Reverse(skill_bonus(at.state, at.book, *who, Proficiency::Stealth)));
    all
}

/// A lock is picked by who has tools, or forced by the strongest.
fn unlocks(at: Here<'_>, nth: u8, spot: Option<Spot>) -> Option<Command> {
    let (who, picks) = worker(at, nth)?;
    let lock = name_of_lock(at.state, &at.state.locks[usize::from(nth)])?;
    let work = || {
        if picks {
            legal(at, PickLock { who, lock, bonus: false })
        } else {
            legal(at, ForceLock { who, lock })
        }
    };
    spot.and_then(|spot| near(at, who, spot)).or_else(work)
}

/// Who could open a lock, and whether by picking it; nobody once everything was tried.
fn worker(at: Here<'_>, nth: u8) -> Option<(Who, bool)> {
    let state = at.state;
    let lock = &state.locks[usize::from(nth)];
    let dc = i16::from(lock.dc) + i16::from(lock.jammed);
    let picks = |who: &Who| skill_bonus(state, at.book, *who, Proficiency::Thievery) + 10 > dc;
    if let Some(who) = handy(at).filter(picks).filter(|_| lock.jammed <= JAMMED) {
        return Some((who, true));
    }
    let strong = |who: &Who| skill_bonus(state, at.book, *who, Proficiency::Athletics);
    let untried = able(state).into_iter().filter(|who| !lock.forced.contains(who));
    untried.max_by_key(strong).map(|who| (who, false))
}

/// Each room is searched once, by everybody, where nobody sleeps.
fn searches(at: Here<'_>) -> Option<Command> {
    let rooms = at.state.dungeon.as_ref().map_or(0, |dungeon| dungeon.seen.len());
    let quiet = able(at.state).into_iter().all(|who| sleepers(at.state, at.book, who).is_empty());
    (quiet && at.state.turns < u32::try_from(rooms).unwrap_or(u32::MAX)).then(|| search(at)).flatten()
}

/// Nothing new is to be reached: another look around, a few times.
fn searches_again(at: Here<'_>) -> Option<Command> {
    let rooms = at.state.dungeon.as_ref().map_or(0, |dungeon| dungeon.seen.len());
    let most = u32::try_from(rooms).unwrap_or(u32::MAX).saturating_add(3);
    let hidden = able(at.state).iter().any(|who| !crate::dungeon::hidden_doors(at.state, *who).is_empty());
    (hidden && at.state.turns < most).then(|| search(at)).flatten()
}

fn search(at: Here<'_>) -> Option<Command> {
    let searching = able(at.state);
    legal(at, Explore { searching, ..Explore::default() })
}

/// Into a room nobody has been in, by a way that is open. Where somebody sleeps, one goes alone.
fn enters(at: Here<'_>, lead: Who) -> Option<Command> {
    let dungeon = at.state.dungeon.as_ref()?;
    let new = |spot: Spot| room_at(at.book, spot).is_some_and(|room| !dungeon.seen.contains(&room.id));
    walks(at, lead, new)
}

/// A closed door the party knows of is opened, whatever that takes.
fn opens_doors(at: Here<'_>, lead: Who) -> Option<Command> {
    let state = at.state;
    let board = state.board.as_ref()?;
    let shut: Vec<u16> = board
        .grid
        .doors()
        .filter(|(id, _, open)| !open && !secret(state, id.0))
        .map(|(id, _, _)| id.0)
        .collect();
    shut.into_iter().find_map(|door| {
        let sides: Vec<Spot> = door_squares(state, door).into_iter().filter_map(Spot::of).collect();
        if let Some(nth) = locked(state, door) {
            worker(at, nth)?;
            // The party comes along first, or it would call back the one who works on the lock.
            let there = |spot: Spot| sides.iter().any(|side| apart(spot, *side) <= 1);
            let come = walks(at, lead, there);
            let here = state.live(lead).at.is_some_and(there);
            return come.or_else(|| here.then(|| unlocks(at, nth, state.live(lead).at)).flatten());
        }
        let between = between(state, door)?;
        let open = UseDoor { who: lead, between, open: true };
        let beside_it = state.live(lead).at.is_some_and(|here| sides.contains(&here));
        if beside_it {
            return legal(at, open);
        }
        sides.into_iter().find_map(|side| walks(at, lead, |spot| spot == side))
    })
}

/// Back to the way out, and up; the one who has the rope goes last.
fn leaves(at: Here<'_>) -> Option<Command> {
    let state = at.state;
    if inside(state).iter().any(|who| matches!(state.live(*who).fate, Fate::Stable(_))) {
        return legal(at, super::wait(60));
    }
    let way_out = |spot: Spot| {
        room_at(at.book, spot).is_some_and(|room| room.exits.iter().any(|exit| exit.to == "out"))
    };
    let mut party = able(state);
    if let Some(command) = party.iter().find_map(|who| walks(at, *who, way_out)) {
        return Some(command);
    }
    party.sort_by_key(|who| owned(state, *who, |ware| *ware == Ware::Rope).is_some());
    party.into_iter().find_map(|who| legal(at, ClimbOut { who }))
}
