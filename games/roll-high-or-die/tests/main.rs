//! What this game promises, one module per promise. One program for all of them: linking takes the time, and the room.

mod arena;
mod bad_input;
mod by_themselves;
mod content;
mod cover;
mod deeds;
mod every_command;
mod fights;
mod gear;
mod lines;
mod making;
mod marks;
mod numbers;
mod odds;
mod offered;
mod offered_odds;
mod packs;
mod remembered;
mod reopened;
mod rows;
mod secrecy;
mod sights;
mod stories;
mod weir_house;
