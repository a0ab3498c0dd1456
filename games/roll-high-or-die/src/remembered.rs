//! The map as the players' side last saw it. What changes where nobody of theirs looks is remembered as it was until one
//! of them sees it again: their maps, ways and odds go by that. The rules themselves go by what is there.

use std::borrow::Cow;

use boneyard_board::{DoorAt, DoorId};
use boneyard_table::{Cx, Who};

use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::Book;
use crate::fact::BoardFact;
use crate::rules;
use crate::sight;
use crate::state::{Board, Floor, Remembered, Spot, State};

/// The mark of a wall in every drawing.
const WALL: char = '#';

/// The state with the map as the players' side knows it.
pub fn known(state: &State) -> Cow<'_, State> {
    if state.remembered.is_empty() || state.board.is_none() {
        return Cow::Borrowed(state);
    }
    let mut known = state.clone();
    if let Some(board) = &mut known.board {
        let board = board.change();
        state.remembered.iter().for_each(|was| put_back(board, was));
        board.forget_lines();
    }
    Cow::Owned(known)
}

/// The state with the map as somebody knows it: the Referee's creatures know what there is.
pub fn known_to(state: &State, who: Who) -> Cow<'_, State> {
    if state.sheet(who).side == 0 { known(state) } else { Cow::Borrowed(state) }
}

fn put_back(board: &mut Board, was: &Remembered) {
    match was {
        Remembered::Door { door, open } => {
            // A door that is not on the map changes nothing.
            let _ = board.grid.set_open(DoorId(*door), *open);
        }
        Remembered::Ground { at, is, solid } => {
            board.floors.retain(|floor| floor.at != *at);
            board.floors.push(Floor { at: *at, is: is.clone(), rounds: None });
            if *solid {
                let _ = board.grid.redraw(|chart| chart.set_ground(at.square(), WALL));
            }
        }
    }
}

/// The spaces a fact changes; none where it is not about the ground, doors or what stands there.
pub(crate) fn changed(board: &Board, fact: &BoardFact) -> Vec<Spot> {
    match fact {
        BoardFact::Door { door, .. } => spots_of_door(board, *door),
        BoardFact::Floor(floor) => vec![floor.at],
        BoardFact::FloorBack { at }
        | BoardFact::Wrecked { at }
        | BoardFact::Battered { at, .. }
        | BoardFact::Rope { at } => vec![*at],
        BoardFact::LightIs { region, .. } | BoardFact::Current { region, .. } => {
            let all = board.grid.chart().squares().filter_map(Spot::of);
            all.filter(|spot| region.covers(*spot)).collect()
        }
        _ => Vec::new(),
    }
}

fn spots_of_door(board: &Board, number: u16) -> Vec<Spot> {
    let found = board.grid.doors().find(|(id, _, _)| id.0 == number);
    let squares = match found.map(|(_, door, _)| door.at) {
        Some(DoorAt::Square(square)) => vec![square],
        Some(DoorAt::Between(one, other)) => vec![one, other],
        None => Vec::new(),
    };
    squares.into_iter().filter_map(Spot::of).collect()
}

/// What the players' side goes on believing if this happens where nobody of theirs looks.
pub(crate) fn keeps(state: &State, fact: &BoardFact) -> Option<Remembered> {
    let board = state.board.as_ref()?;
    let was = match fact {
        BoardFact::Door { door, open } => {
            let now = board.grid.is_open(DoorId(*door));
            (now != *open).then_some(Remembered::Door { door: *door, open: now })?
        }
        BoardFact::Floor(floor) if board.floor(floor.at) == floor.is => return None,
        BoardFact::Floor(Floor { at, .. }) | BoardFact::FloorBack { at } => ground(board, *at),
        BoardFact::Wrecked { at } => {
            let door = board.grid.doors().find(|(_, door, _)| door.at == DoorAt::Square(at.square()));
            match door {
                Some((id, _, open)) => Remembered::Door { door: id.0, open },
                None => ground(board, *at),
            }
        }
        _ => return None,
    };
    let seen_before = spots(board, &was).into_iter().any(|spot| state.explored.has(spot.square()));
    let known_already = state.remembered.iter().any(|known| known.same_place(&was));
    (seen_before && !known_already).then_some(was)
}

fn ground(board: &Board, at: Spot) -> Remembered {
    let solid = board.grid.ground(at.square()).is_some_and(|ground| ground.solid);
    Remembered::Ground { at, is: board.floor(at).to_owned(), solid }
}

fn spots(board: &Board, was: &Remembered) -> Vec<Spot> {
    match was {
        Remembered::Door { door, .. } => spots_of_door(board, *door),
        Remembered::Ground { at, .. } => vec![*at],
    }
}

/// Whatever is seen again is known as it is.
pub(crate) fn look_again(cx: &mut Cx<'_, RollHighOrDie>) {
    let again: Vec<Remembered> = {
        let (state, book) = (cx.state(), cx.book());
        let Some(board) = &state.board else { return };
        let known = state.remembered.iter();
        known.filter(|was| any_in_view(state, book, &spots(board, was))).cloned().collect()
    };
    for was in again {
        record(cx, rules::RH_LOS_01, BoardFact::SeenAgain(was).into());
    }
}

/// Whether the players' side looks at one of these spaces.
pub(crate) fn any_in_view(state: &State, book: &Book, spots: &[Spot]) -> bool {
    spots.iter().any(|spot| sight::space_in_view(state, book, *spot))
}
