//! A table in play on this server: one task owns it, and everything about it goes through one ordered queue.
//! Who may enter is decided at the doors; how messages travel is the sockets' business.

mod actor;
mod answers;
mod ask;
mod chance;
mod clock;
mod desk;
mod held;
mod intent;
mod kept;
mod log;
mod messages;
mod older;
mod past;
mod point;
mod rolling;
mod sights;
mod stream;
mod tell;
mod telling;
mod verdict;
mod waited;

pub(crate) use actor::{Lent, Room};
pub(crate) use ask::{Ask, Attached, Faces, SocketId};
pub(crate) use chance::with_room;
pub(crate) use desk::switches;
pub(crate) use kept::{Kept, NotDone, new_record};
