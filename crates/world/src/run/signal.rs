//! Something that happened and can be waited for. Signals follow from facts and are never recorded; those nobody waits for are not
//! pushed.

use std::collections::VecDeque;

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
    /// Something was tried, and what came of it.
    Tried(Id, Id, Who, bool),
    /// Something only the game's rules know of.
    Sign(Id, PlaceKey),
    /// Somebody's turn.
    Turn(Who),
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
        }
    }
}

/// The kinds of signals an event waits for.
pub(super) fn heeded(when: &When) -> u32 {
    1 << match when {
        When::Begins => 0,
        When::Enters(_) | When::Steps { .. } => 1,
        When::Leaves(_) => 2,
        When::Crosses(_) => 3,
        When::Searched(_) => 4,
        When::Noise { .. } => 5,
        When::Every(_) | When::Hour(_) | When::Camps { .. } => 6,
        When::Reaches { .. } => 7,
        When::Full(_) => 8,
        When::Flag(_) => 9,
        When::Unflag(_) => 10,
        When::Dead(_) | When::AllDead(_) => 11,
        When::Met(_) => 12,
        When::Blood(_) => 13,
        When::Fight(_) => 14,
        When::Fought(_) => 15,
        When::Taken(_) | When::Put { .. } => 16,
        When::Opened(_) | When::Broken(_) => 17,
        When::Sprung(_) => 18,
        When::Tried { .. } => 19,
        When::Sign { .. } => 20,
        When::Turn(_) => 21,
    }
}
