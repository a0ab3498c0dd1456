//! Facts of the map: that there is one, who stands where, doors, floors and light.

use boneyard_board::{DoorAt, DoorId, Memory, Squares};
use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::live;
use crate::state::{Board, Floor, Light, Region, Remembered, Shared, Spot, State, Trap};

/// The mark of rubble in a drawing.
pub const RUBBLE: char = '%';

/// Something that became true of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoardFact {
    /// This is the map now.
    Laid {
        /// All of it.
        #[schemars(with = "Value")]
        board: Box<Board>,
    },
    /// Somebody stands there, by no way of their own.
    Put {
        /// Who.
        who: Who,
        /// Where.
        at: Option<Spot>,
        /// Feet above the floor there.
        #[serde(default)]
        lift: i16,
    },
    /// A door is open or closed.
    Door {
        /// By its number on the map.
        door: u16,
        /// Open.
        open: bool,
    },
    /// A floor is something else now.
    Floor(Floor),
    /// A floor is as it was drawn.
    FloorBack {
        /// Where.
        at: Spot,
    },
    /// A thing has lost Armoring.
    Battered {
        /// Where it stands.
        at: Spot,
        /// What it has lost in all.
        lost: u16,
    },
    /// A thing is destroyed; what it leaves is told by the floor.
    Wrecked {
        /// Where it stood.
        at: Spot,
    },
    /// A rope hangs there.
    Rope {
        /// Where.
        at: Spot,
    },
    /// A trap lies there, or what is known of it has changed.
    Trap(Trap),
    /// A trap is gone.
    TrapGone {
        /// Where.
        at: Spot,
    },
    /// The players' side has seen more of it.
    Explored {
        /// What is new.
        #[schemars(with = "Value")]
        seen: Squares,
    },
    /// The players' side goes on believing this, for nobody of theirs saw it change.
    Remembered(Remembered),
    /// The players' side sees that this is so no more.
    SeenAgain(Remembered),
    /// Deep water flows there, or is still.
    Current {
        /// Which part.
        region: Region,
        /// Flows.
        flows: bool,
    },
    /// A part of the map has this light of its own.
    LightIs {
        /// Which part.
        region: Region,
        /// How bright.
        light: Light,
    },
}

pub(super) fn apply(state: &mut State, fact: &BoardFact) {
    match fact {
        BoardFact::Laid { board } => lay(state, (**board).clone()),
        BoardFact::Battered { at, lost } => change(state, |board| {
            board.battered.retain(|(spot, _)| spot != at);
            board.battered.push((*at, *lost));
        }),
        BoardFact::Wrecked { at } => change(state, |board| {
            board.locks.retain(|(spot, _)| spot != at);
            let door = board.grid.doors().find(|(_, door, _)| door.at == DoorAt::Square(at.square()));
            if let Some(id) = door.map(|(id, _, _)| id) {
                let _ = board.grid.set_open(id, true);
            } else {
                // A drawing without the mark for rubble keeps its wall.
                let _ = board.grid.redraw(|chart| chart.set_ground(at.square(), RUBBLE));
            }
        }),
        BoardFact::Rope { at } => change(state, |board| {
            if !board.ropes.contains(at) {
                board.ropes.push(*at);
            }
        }),
        BoardFact::Trap(trap) => change(state, |board| {
            board.traps.retain(|known| known.at != trap.at);
            board.traps.push(trap.clone());
        }),
        BoardFact::TrapGone { at } => change(state, |board| board.traps.retain(|known| known.at != *at)),
        BoardFact::Explored { seen } => {
            state.explored.add(seen);
        }
        BoardFact::Remembered(was) => state.remembered.push(was.clone()),
        BoardFact::SeenAgain(was) => state.remembered.retain(|known| known != was),
        BoardFact::Put { who, at, lift } => live(state, *who, |live| (live.at, live.lift) = (*at, *lift)),
        BoardFact::Door { door, open } => change(state, |board| {
            // A door that is not on the map changes nothing.
            let _ = board.grid.set_open(DoorId(*door), *open);
        }),
        BoardFact::Floor(floor) => change(state, |board| {
            board.floors.retain(|known| known.at != floor.at);
            board.floors.push(floor.clone());
        }),
        BoardFact::FloorBack { at } => change(state, |board| board.floors.retain(|known| known.at != *at)),
        BoardFact::Current { region, flows } => change(state, |board| {
            board.currents.retain(|known| known != region);
            if *flows {
                board.currents.push(*region);
            }
        }),
        BoardFact::LightIs { region, light } => change(state, |board| board.lit.push((*region, *light))),
    }
}

pub(super) fn lay(state: &mut State, board: Board) {
    state.board = Some(Shared::new(board));
    state.explored = Memory::default();
    state.remembered.clear();
}

fn change(state: &mut State, change: impl FnOnce(&mut Board)) {
    if let Some(board) = &mut state.board {
        let board = board.change();
        change(board);
        board.forget_lines();
    }
}
