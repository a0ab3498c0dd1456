//! Something that happened and can be waited for. Signals follow from facts and are never recorded; those nobody waits for are not
//! pushed.

use std::collections::VecDeque;

use boneyard_board::Square;
use boneyard_table::Who;
use boneyard_table::clock::Time;
use serde::{Deserialize, Serialize};

use super::world::{Id, PlaceKey};
use crate::adventure::When;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Signal {
    /// An adventure was opened.
    Begins(Id),
    /// Somebody came in.
    Enters(PlaceKey, Who),
    /// Somebody went.
    Leaves(PlaceKey, Who),
    /// Somebody went out another way than they came in.
    Crosses(PlaceKey, Who),
    /// Somebody looked around.
    Searched(PlaceKey, Who),
    /// A noise, and how far it reaches.
    Noise(PlaceKey, u16),
    /// Time went on.
    Turned(Time, Time),
    /// A tracker came to a number.
    Reaches(Id, Id, i32),
    /// A tracker came to its end.
    Full(Id, Id),
    /// A flag was set.
    Flag(Id, Id),
    /// A flag was taken away.
    Unflag(Id, Id),
    /// Somebody died.
    Dead(Who),
    /// Somebody was met.
    Met(Id, Id),
    /// Blood was spilled.
    Blood(PlaceKey, Who),
    /// A fight began.
    Fight(PlaceKey),
    /// A fight was over.
    Fought(PlaceKey),
    /// Something with a tag was taken.
    Taken(Id, Who),
    /// Something was opened.
    Opened(Id, Id, Who),
    /// A trap went off.
    Sprung(Id, Id, Who),
    /// Something was tried, whether it was passed, and what came of it in the game's words.
    Tried(Id, Id, Who, bool, Option<Id>),
    /// Something only the game's rules know of.
    Sign(Id, PlaceKey),
    /// Somebody's turn.
    Turn(Who),
    /// Something with a tag was put into a holder.
    Put(Id, Id, Id),
    /// Something of somebody's was taken.
    Stolen(Id, Id, Who),
    /// Something was broken.
    Broken(Id, Id, Who),
    /// Somebody stepped on a square of a map.
    Steps(Id, Id, Square, Who),
    /// A camp, in this watch of it.
    Camps(PlaceKey, u8),
}

/// What happened and is not settled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Signals(pub VecDeque<Signal>);

/// Everything.
pub(super) const ALL: u32 = u32::MAX;

impl Signal {
    /// Its kind as a bit.
    pub fn bit(&self) -> u32 {
        1 << match self {
            Self::Begins(_) => 0,
            Self::Enters(..) => 1,
            Self::Leaves(..) => 2,
            Self::Crosses(..) => 3,
            Self::Searched(..) => 4,
            Self::Noise(..) => 5,
            Self::Turned(..) => 6,
            Self::Reaches(..) => 7,
            Self::Full(..) => 8,
            Self::Flag(..) => 9,
            Self::Unflag(..) => 10,
            Self::Dead(_) => 11,
            Self::Met(..) => 12,
            Self::Blood(..) => 13,
            Self::Fight(_) => 14,
            Self::Fought(_) => 15,
            Self::Taken(..) => 16,
            Self::Opened(..) => 17,
            Self::Sprung(..) => 18,
            Self::Tried(..) => 19,
            Self::Sign(..) => 20,
            Self::Turn(_) => 21,
            Self::Put(..) => 22,
            Self::Stolen(..) => 23,
            Self::Broken(..) => 24,
            Self::Steps(..) => 25,
            Self::Camps(..) => 26,
        }
    }
}

/// The kinds of signals an event waits for.
pub(super) fn heeded(when: &When) -> u32 {
    1 << match when {
        When::Begins => 0,
        When::Enters(_) => 1,
        When::Leaves(_) => 2,
        When::Crosses(_) => 3,
        When::Searched(_) => 4,
        When::Noise { .. } => 5,
        When::Every(_) | When::Hour(_) => 6,
        When::Reaches { .. } => 7,
        When::Full(_) => 8,
        When::Flag(_) => 9,
        When::Unflag(_) => 10,
        When::Dead(_) | When::AllDead(_) => 11,
        When::Met(_) => 12,
        When::Blood(_) => 13,
        When::Fight(_) => 14,
        When::Fought(_) => 15,
        When::Taken(_) => 16,
        When::Opened(_) => 17,
        When::Sprung(_) => 18,
        When::Tried { .. } => 19,
        When::Sign { .. } => 20,
        When::Turn(_) => 21,
        When::Put { .. } => 22,
        When::Stolen(_) => 23,
        When::Broken(_) => 24,
        When::Steps { .. } => 25,
        When::Camps { .. } => 26,
    }
}
