//! Doors of a dungeon: which are locked, which nobody sees, and how those are found.

use boneyard_board::{DoorAt, Square};
use boneyard_table::{Cx, Who};

use super::rooms::explored;
use crate::DieTrying;
use crate::book::Book;
use crate::fact::DungeonFact;
use crate::rules;
use crate::state::{Spot, State};

/// How far a search finds doors, in squares: a room.
const ROOM: u32 = 6;

/// Whether nobody has found a door yet.
pub fn secret(state: &State, door: u16) -> bool {
    state.dungeon.as_ref().is_some_and(|dungeon| dungeon.secret.iter().any(|(known, _)| *known == door))
}

/// Whether the heroes know of a door: it is none that nobody has found, and they have been on one side of it.
pub fn known_door(state: &State, book: &Book, door: u16) -> bool {
    let seen = |sides: [Spot; 2]| sides.into_iter().any(|side| explored(state, book, side));
    !secret(state, door) && (state.dungeon.is_none() || between(state, door).is_none_or(seen))
}

/// The lock of a door that is shut, by its number.
pub fn locked(state: &State, door: u16) -> Option<u8> {
    let lock = state.locks.iter().position(|lock| lock.door == Some(door) && !lock.open);
    lock.map(|nth| nth as u8)
}

/// The squares a door stands at or between.
pub fn door_squares(state: &State, door: u16) -> Vec<Square> {
    let doors = state.board.iter().flat_map(|board| board.grid.doors());
    let mut found = doors.filter(|(id, _, _)| id.0 == door).map(|(_, drawn, _)| match drawn.at {
        DoorAt::Square(square) => vec![square],
        DoorAt::Between(one, other) => vec![one, other],
    });
    found.next().unwrap_or_default()
}

/// The squares on the two sides of a door, by which players name it; twice the same for one that fills a square.
pub fn between(state: &State, door: u16) -> Option<[Spot; 2]> {
    let squares = door_squares(state, door);
    Some([Spot::of(*squares.first()?)?, Spot::of(*squares.last()?)?])
}

/// The door between two squares.
pub fn door_between(state: &State, squares: [Spot; 2]) -> Option<u16> {
    let [one, other] = squares;
    let mut doors = state.board.iter().flat_map(|board| board.grid.doors()).map(|(id, _, _)| id.0);
    doors.find(|door| {
        between(state, *door).is_some_and(|known| known == [one, other] || known == [other, one])
    })
}

/// Doors nobody has found that somebody could find from where they are, with their DCs.
pub fn hidden_doors(state: &State, who: Who) -> Vec<(u16, u8)> {
    let secret = state.dungeon.iter().flat_map(|dungeon| dungeon.secret.iter().copied());
    let Some(here) = state.live(who).at else { return Vec::new() };
    let near = |door: u16| {
        let squares = door_squares(state, door);
        let far = |square: Square| {
            let there = boneyard_board::Footprint::one(square);
            boneyard_board::Diagonals::Equal.distance(here.footprint(1), there)
        };
        squares.into_iter().any(|square| far(square) <= ROOM)
    };
    secret.filter(|(door, _)| near(*door)).collect()
}

/// What a search turns up of them.
pub fn find_doors(cx: &mut Cx<'_, DieTrying>, who: Who, beats: impl Fn(i16) -> bool) {
    let found = hidden_doors(cx.state(), who).into_iter().filter(|(_, dc)| beats(i16::from(*dc)));
    let found: Vec<u16> = found.map(|(door, _)| door).collect();
    for door in found {
        cx.record(rules::DT_HOUSE_15H, DungeonFact::Door { door, by: who }.into());
    }
}
