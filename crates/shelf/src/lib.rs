//! The shelf: what a game crate brings along for programs to use, and what chance and instinct do with it.
//! The list of games itself belongs to the program; nothing here names one. No I/O, no clock.

mod autopilot;
mod chance;
mod entry;
mod settled;

pub use autopilot::{OwnMove, on_autopilot};
pub use chance::ByChance;
pub use entry::{GameEntry, Making, Prepare, Ready};
pub use settled::{NotSettled, Settled};
