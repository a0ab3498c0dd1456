//! The shelf: what a game crate brings along for programs to use, and what chance and instinct do with it.
//! The list of games itself belongs to the program; nothing here names one. No I/O, no clock.

mod chance;
mod entry;
mod own_move;
mod settled;

pub use chance::ByChance;
pub use entry::{GameEntry, Making, Prepare, Ready};
pub use own_move::{OwnMove, own_move};
pub use settled::{NotSettled, Settled};
