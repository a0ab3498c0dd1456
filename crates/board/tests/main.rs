//! What this crate promises, one module per promise. One program for all of them: linking takes the time, and the room.

mod distances;
mod every_line;
mod grid;
mod light;
mod places;
mod search;
mod sight;
mod ways;
mod weir;
