//! What this game promises, one module per promise. One program for all of them: linking takes the time, and the room.

mod arena;
mod bad_input;
mod by_themselves;
mod content;
mod every_command;
mod fights;
mod odds;
mod offered;
mod offered_odds;
mod packs;
mod random_play;
mod reopened;
mod secrecy;
mod ship;
mod stories;
mod untold;
