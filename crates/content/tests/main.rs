//! What this crate promises, one module per promise. One program for all of them: linking takes the time, and the room.

mod alike;
mod mistakes;
mod packs;
