//! The dungeon in play: laid out from its entry, found room by room, its sleepers and alarms, and the way
//! out. Traps, locks and caches are with the traps.

mod enter;
mod leave;
mod rooms;

pub use enter::{EnterDungeon, enter};
pub use leave::{ClimbOut, climb_out};
pub use rooms::{alarm, arrive, explored, reveal, room_at, wake, wakes};
