//! What this crate promises, one module per promise. One program for all of them: linking takes the time, and the room.

mod counted;
mod fair;
mod large;
mod notation;
mod numbers;
mod odds_of_notation;
mod odds_questions;
mod pools;
mod rolling;
