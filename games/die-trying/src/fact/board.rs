//! Facts of the map: that there is one, who stands where, doors, light and haze.

use boneyard_board::DoorId;
use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::live;
use crate::state::{Board, Light, Region, Shared, Spot, State, Veil};

/// Something that became true of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoardFact {
    /// This is the map now.
    Laid {
        /// All of it.
        #[schemars(with = "Value")]
        board: Shared<Board>,
    },
    /// Somebody stands there, by no way of their own.
    Put {
        /// Who.
        who: Who,
        /// Where.
        at: Option<Spot>,
    },
    /// A door is open or closed.
    Door {
        /// By its number on the map.
        door: u16,
        /// Open.
        open: bool,
    },
    /// A part of the map has this light of its own.
    LightIs {
        /// Which part.
        region: Region,
        /// How bright.
        light: Light,
    },
    /// A part of the map is hard to see through, or no longer.
    Haze {
        /// Which part.
        region: Region,
        /// Hazy.
        hazy: bool,
    },
    /// Somebody is hard to see, or no longer.
    Veiled {
        /// Who.
        who: Who,
        /// How.
        veil: Veil,
    },
}

pub(super) fn apply(state: &mut State, fact: &BoardFact) {
    match fact {
        BoardFact::Laid { board } => state.board = Some(board.clone()),
        BoardFact::Put { who, at } => live(state, *who, |live| live.at = *at),
        BoardFact::Door { door, open } => change(state, |board| {
            // A door that is not on the map changes nothing.
            let _ = board.grid.set_open(DoorId(*door), *open);
        }),
        BoardFact::LightIs { region, light } => change(state, |board| board.lit.push((*region, *light))),
        BoardFact::Haze { region, hazy } => change(state, |board| {
            board.hazy.retain(|known| known != region);
            if *hazy {
                board.hazy.push(*region);
            }
        }),
        BoardFact::Veiled { who, veil } => live(state, *who, |live| live.veiled = *veil),
    }
}

fn change(state: &mut State, change: impl FnOnce(&mut Board)) {
    if let Some(board) = &mut state.board {
        change(board.change());
    }
}
