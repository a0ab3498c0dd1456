//! The dungeon in play: laid out from its entry, found room by room, its sleepers and alarms, and the way
//! out. Traps, locks and caches are with the traps.

mod collapse;
mod doors;
mod enter;
mod leave;
mod rooms;
mod sleep;

pub use collapse::broke;
pub use doors::{between, door_between, door_squares, find_doors, hidden_doors, known_door, locked, secret};
pub use enter::EnterDungeon;
pub use leave::ClimbOut;
pub use rooms::{alarm, arrive, comes_to_light, explored, reveal, room_at};
pub use sleep::{fight_wakes, sleepers, tiptoes, wake, wakes};
