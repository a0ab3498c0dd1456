//! Facts of the map: that there is one, who stands where, doors, floors and light.

use boneyard_board::DoorId;
use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::live;
use crate::state::{Board, Floor, Kept, Light, Region, Spot, State};

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
        BoardFact::Laid { board } => state.board = Some(Kept::new((**board).clone())),
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
        BoardFact::LightIs { region, light } => change(state, |board| board.lit.push((*region, *light))),
    }
}

fn change(state: &mut State, change: impl FnOnce(&mut Board)) {
    if let Some(board) = &mut state.board {
        let board = board.change();
        change(board);
        board.seen = Default::default();
    }
}
