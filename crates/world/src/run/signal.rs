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
    /// Something that lay in a place was taken: nothing waits for it in a file, but sleepers are woken by it.
    Lifted(PlaceKey, Who),
}

/// What happened and is not settled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Signals(pub VecDeque<Signal>);

impl Signal {
    /// Its kind as a bit.
    pub fn bit(&self) -> u32 {
        1 << self.kind()
    }

    /// Its kind as a number: that of what waits for it, where anything can.
    pub(crate) fn kind(&self) -> u8 {
        match self {
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
            Self::Lifted(..) => 27,
        }
    }

    /// What it is about in one adventure, by the name a file would wait for: a place of it, a flag, a thing.
    pub(super) fn name_in(&self, key: &Id) -> Option<&str> {
        match self {
            Self::Enters(place, _)
            | Self::Leaves(place, _)
            | Self::Crosses(place, _)
            | Self::Searched(place, _)
            | Self::Blood(place, _)
            | Self::Lifted(place, _)
            | Self::Noise(place, _)
            | Self::Camps(place, _)
            | Self::Fight(place)
            | Self::Fought(place) => (place.adventure == *key).then_some(&*place.place),
            Self::Reaches(_, name, _)
            | Self::Full(_, name)
            | Self::Flag(_, name)
            | Self::Unflag(_, name)
            | Self::Met(_, name)
            | Self::Taken(name, _)
            | Self::Opened(_, name, _)
            | Self::Sprung(_, name, _)
            | Self::Tried(_, name, ..)
            | Self::Sign(name, _)
            | Self::Put(_, name, _)
            | Self::Stolen(_, name, _)
            | Self::Broken(_, name, _)
            | Self::Steps(_, name, ..) => Some(name),
            Self::Begins(_) | Self::Turned(..) | Self::Dead(_) | Self::Turn(_) => None,
        }
    }
}

/// The kind of signal an event waits for, as a bit.
pub(super) fn heeded(when: &When) -> u32 {
    1 << when.kind()
}
