//! What this game promises, one module per promise. One program for all of them: linking takes the time, and the room.

mod arena;
mod asked;
mod bad_input;
mod by_themselves;
mod content;
mod deeds;
mod every_command;
mod fights;
mod odds;
mod offered;
mod offered_odds;
mod packs;
mod random_play;
mod reopened;
mod secrecy;
mod seen;
mod ship;
mod stories;
mod untold;
