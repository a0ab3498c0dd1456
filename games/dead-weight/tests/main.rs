//! What this game promises, one module per promise. One program for all of them: linking takes the time, and the room.

mod arena;
mod asked;
mod bad_input;
mod by_themselves;
mod chapel;
mod content;
mod deeds;
mod every_command;
mod exchange;
mod fight_marks;
mod fights;
mod foes;
mod marks;
mod notation;
mod offered;
mod offered_odds;
mod packs;
mod random_play;
mod reopened;
mod sanity;
mod secrecy;
mod seen;
mod stories;
