//! What this crate promises, one module per promise. One program for all of them: linking takes the time, and the room.

mod broken;
mod laws;
mod marks;
mod sound;
mod tiny;
mod warned;
