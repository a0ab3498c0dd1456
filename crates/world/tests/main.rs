//! What this crate promises, one module per promise. One program for all of them: linking takes the time, and the room.

mod broken;
mod laws;
mod marks;
mod sound;
#[expect(clippy::needless_pass_by_value, reason = "stories write fields where they stand")]
mod stories;
mod tiny;
mod warned;
