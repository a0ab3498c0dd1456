//! A scenario from its entries: the site as it stands before anybody came. What is done there is with
//! the expedition; sites by the tables are in `made`.

mod made;

pub use made::{ENTRANCE, MakeSite, make_site};

mod ending;

pub use ending::ending;

use boneyard_table::At;

use crate::DeadWeight;
use crate::book::{Book, DoomRow, DoomVerb, LootRow, RoomRow, ScenarioRow, WaitsRow};
use crate::state::{Brings, Event, Group, Lying, Room, Site, Trap, TrapState, Waiting, Way};

/// A scenario by its name or id.
pub fn named<'a>(book: &'a Book, name: &str) -> Option<&'a ScenarioRow> {
    book.scenarios.get(name).or_else(|| book.scenarios.named(name))
}

/// The name of a room by its number.
fn room_name(book: &Book, number: u8) -> String {
    book.rooms.iter().find(|row| row.number == number).map_or_else(String::new, |row| row.name.clone())
}

/// A room's entry.
pub fn room_row<'a>(at: At<'a, DeadWeight>, place: &str) -> Option<&'a RoomRow> {
    let like = at.state.expedition.room(place)?.like?;
    at.book.rooms.get(like.as_str())
}

/// The room a scenario begins in.
pub fn start(book: &Book, row: &ScenarioRow) -> String {
    room_name(book, row.start)
}

/// The site of a scenario, untouched.
pub fn site(book: &Book, row: &ScenarioRow) -> Site {
    let name = |number: u8| room_name(book, number);
    let ways = row.ways.iter().map(|way| Way {
        between: way.between.map(name),
        turns: way.turns.unwrap_or(1),
        locked: way.locked,
        key: way.key.clone(),
        secret: way.secret,
        jammed: false,
    });
    let mut events: Vec<Event> = book.dooms.iter().map(|row| event(book, row)).collect();
    events.sort_by_key(|event| event.at);
    Site {
        like: Some(row.id),
        doom: row.doom.start,
        most: row.doom.maximum,
        events,
        ambush: 0,
        flood: None,
        again: row.again,
        wandering: row.wandering.clone(),
        rooms: book.rooms.iter().map(|row| (row.name.clone(), room(book, row))).collect(),
        ways: ways.collect(),
        twist: None,
    }
}

fn event(book: &Book, row: &DoomRow) -> Event {
    let name = |number: u8| room_name(book, number);
    let brings = row.brings.iter().map(|verb| match verb {
        DoomVerb::Crossing { room, test, tires } => {
            Brings::Crossing { room: name(*room), test: *test, tires: *tires }
        }
        DoomVerb::Wandering => Brings::Wandering,
        DoomVerb::Ambush(dice) => Brings::Ambush(*dice),
        DoomVerb::Strike { room, attack } => Brings::Strike { room: name(*room), attack: *attack },
        DoomVerb::WayTurns { between, turns } => {
            Brings::WayTurns { between: between.map(name), turns: *turns }
        }
        DoomVerb::Arrive { foe, count, room } => {
            let group = Group { foe: foe.clone(), count: *count, parley: false };
            Brings::Arrive { group, room: name(*room) }
        }
        DoomVerb::Hunt { from, turns } => Brings::Hunt { from: name(*from), turns: *turns },
        DoomVerb::Flood(attack) => Brings::Flood(*attack),
    });
    Event { at: row.at, name: row.name.clone(), like: Some(row.id), brings: brings.collect(), done: false }
}

fn room(book: &Book, row: &RoomRow) -> Room {
    let traps = book.traps.iter().filter(|trap| trap.room == row.number).map(|trap| Trap {
        name: trap.name.clone(),
        like: Some(trap.id),
        when: trap.when,
        attack: trap.attack,
        catches: trap.catches,
        state: TrapState::Hidden,
    });
    let wants = row.waits.iter().find_map(|waits| waits.parley.as_ref());
    Room {
        like: Some(row.id),
        visited: false,
        flags: row.flags.clone(),
        loot: row.loot.iter().map(lying).collect(),
        traps: traps.collect(),
        waits: row.waits.iter().map(waiting).collect(),
        foes: Vec::new(),
        stands: Vec::new(),
        unaware: false,
        wakes: Vec::new(),
        peace: false,
        parley: wants.is_some(),
        wants: wants.into_iter().flatten().map(lying).collect(),
        salted: false,
        snares: 0,
        crossing: None,
    }
}

fn waiting(row: &WaitsRow) -> Waiting {
    Waiting {
        foe: row.who.clone(),
        at: row.at.clone(),
        hidden: row.hidden,
        aware: row.aware,
        wakes: row.wakes.clone(),
    }
}

/// A line of loot as it lies there.
fn lying(row: &LootRow) -> Lying {
    match row {
        LootRow::One(item) => Lying { item: item.clone(), count: 1, ..Lying::default() },
        LootRow::More { item, count, called, left } => Lying {
            item: item.clone(),
            count: *count,
            called: called.clone(),
            left: left.map_or(0, |die| die.0),
            silver: 0,
        },
        LootRow::Coins { silver } => Lying { silver: *silver, ..Lying::default() },
    }
}
