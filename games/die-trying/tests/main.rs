//! What this game promises, one module per promise. One program for all of them: linking takes the time, and the room.

mod arena;
mod asked;
mod bad_input;
mod by_themselves;
mod castings;
mod content;
mod deeds;
mod dungeon;
mod every_command;
mod fights;
mod foes;
mod half_pace;
mod limits;
mod marks;
mod offered;
mod offered_odds;
mod packs;
mod reopened;
mod rows;
mod secrecy;
mod stories;
mod untold;
