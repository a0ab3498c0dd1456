//! Who may learn of a fact of the world. A game's `audience` hands its world facts here.

use boneyard_table::{At, Audience};

use super::fact::WorldFact;
use super::fill::file_at;
use super::world::PlaceKey;
use super::worldly::Worldly;

/// Who may learn of it: what was said and done before people's eyes is theirs who are there, what an adventure keeps to itself is
/// the game master's.
pub fn audience<G: Worldly>(at: At<'_, G>, fact: &WorldFact<G>) -> Audience {
    let world = G::world(at.state);
    let here =
        |place: &PlaceKey| Audience::seats(world.heroes_at(place).map(|who| G::speaker(at.state, who)));
    let if_open = |open: bool| if open { Audience::ALL } else { Audience::GM };
    match fact {
        WorldFact::Told(told) if told.gm => Audience::GM,
        WorldFact::Told(told) => told.at.as_ref().map_or(Audience::ALL, here),
        WorldFact::Went { hero: false, to, .. } => here(to),
        WorldFact::Moved { found, .. } => if_open(*found),
        WorldFact::Tracker(key, id, _) => if_open(
            file_at(at, key)
                .is_some_and(|file| file.tracker.iter().any(|row| row.id.as_str() == &**id && row.open)),
        ),
        WorldFact::Goal(key, id, _) => if_open(
            file_at(at, key)
                .is_some_and(|file| file.goal.iter().any(|row| row.id.as_str() == &**id && row.open)),
        ),
        WorldFact::Searched(place, _) | WorldFact::Camped(place, _) => here(place),
        WorldFact::Now { .. }
        | WorldFact::Went { .. }
        | WorldFact::Found(_)
        | WorldFact::WayFound(..)
        | WorldFact::Noticed(..)
        | WorldFact::Tried { .. }
        | WorldFact::HolderOpened(..)
        | WorldFact::WayOpened(..)
        | WorldFact::Unlocked(..)
        | WorldFact::Sprung(..)
        | WorldFact::Disarmed(..)
        | WorldFact::Hauled(..)
        | WorldFact::Follows(..)
        | WorldFact::Hired(..)
        | WorldFact::Stepped { .. }
        | WorldFact::Broken(..)
        | WorldFact::Retired(_)
        | WorldFact::Heard(..)
        | WorldFact::Doing(..)
        | WorldFact::Fight(..)
        | WorldFact::Ended(..) => Audience::ALL,
        WorldFact::Opened { .. }
        | WorldFact::Joined(..)
        | WorldFact::Grown { .. }
        | WorldFact::Filled(..)
        | WorldFact::FilledHolder(..)
        | WorldFact::Left(_)
        | WorldFact::Owned(..)
        | WorldFact::Fixed(_)
        | WorldFact::Door { .. }
        | WorldFact::WayTakes(..)
        | WorldFact::Flag(..)
        | WorldFact::PlaceFlag(..)
        | WorldFact::Resized(..)
        | WorldFact::Waits(..)
        | WorldFact::Fired { .. }
        | WorldFact::Stopped(..)
        | WorldFact::Later { .. }
        | WorldFact::CameDue(_)
        | WorldFact::Delayed(..)
        | WorldFact::Noise(..)
        | WorldFact::Inflicted(_)
        | WorldFact::Settled { .. } => Audience::GM,
    }
}
