//! What breaks each law: a world whose facts are bent on their way. Each is held against the law it breaks by
//! [`world_laws!`](crate::world_laws).

use boneyard_table::clock::Time;
use boneyard_world::run::{Where, WorldFact};

use super::Realm;

type Bent<R> = WorldFact<<R as Realm>::Game>;

/// Lays down what it never lifts.
pub fn lays_without_lifting<R: Realm>(_: u32, fact: Bent<R>) -> Option<Bent<R>> {
    Some(match fact {
        WorldFact::Moved { thing, from: Where::Place(place), to, into, found, .. } => {
            WorldFact::Moved { thing, from: Where::Place(place), heap: None, to, into, found }
        }
        fact => fact,
    })
}

/// What came due comes again.
pub fn forgets_what_came_due<R: Realm>(nth: u32, fact: Bent<R>) -> Option<Bent<R>> {
    match fact {
        WorldFact::Tracker(..) if nth.is_multiple_of(2) => None,
        WorldFact::Now { from, to } => Some(WorldFact::Now { from, to: Time(to.0 + 30) }),
        fact => Some(fact),
    }
}

/// Whoever comes in changes something.
pub fn going_leaves_a_mark<R: Realm>(nth: u32, fact: Bent<R>) -> Option<Bent<R>> {
    Some(match fact {
        WorldFact::Told(told) => match &told.at {
            Some(at) => WorldFact::Flag(at.adventure.clone(), format!("mark {nth}").into(), true),
            None => WorldFact::Told(told),
        },
        fact => fact,
    })
}

/// Everybody reads the game master's notes.
pub fn reads_notes_aloud<R: Realm>(_: u32, fact: Bent<R>) -> Option<Bent<R>> {
    Some(match fact {
        WorldFact::Told(mut told) => {
            told.gm = false;
            WorldFact::Told(told)
        }
        fact => fact,
    })
}

/// Something happens or not.
pub fn loses_a_fact<R: Realm>(nth: u32, fact: Bent<R>) -> Option<Bent<R>> {
    (nth != 3).then_some(fact)
}

/// A second adventure takes the place of the first.
pub fn opens_over_another<R: Realm>(_: u32, fact: Bent<R>) -> Option<Bent<R>> {
    Some(match fact {
        WorldFact::Opened { file, heeds, waits, trackers, flags, out, far, rows, .. } => {
            let key = out.as_ref().map_or("second".into(), |out| out.adventure.clone());
            WorldFact::Opened { key, file, heeds, waits, trackers, flags, out, far, rows }
        }
        fact => fact,
    })
}

/// Does not say that the rest was dropped.
pub fn drops_in_silence<R: Realm>(_: u32, fact: Bent<R>) -> Option<Bent<R>> {
    Some(match fact {
        WorldFact::Settled { many, .. } => WorldFact::Settled { many, dropped: false },
        fact => fact,
    })
}
