//! What this crate promises, one module per promise. One program for all of them: linking takes the time, and the room.

mod broken;
mod large;
mod lawful;
mod marks;
mod saves;
mod sound;
#[expect(clippy::needless_pass_by_value, reason = "stories write fields where they stand")]
mod stories;
mod tiny;
mod warned;
