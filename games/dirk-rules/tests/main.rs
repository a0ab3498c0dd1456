//! What this game promises, one module per promise. One program for all of them: linking takes the time, and the room.

mod adventure;
mod aurelia;
mod bad_input;
mod by_themselves;
mod content;
mod deeds;
mod every_command;
mod gear;
mod handing;
mod made;
mod marks;
mod offered_odds;
mod packs;
mod powers;
mod random_play;
mod reopened;
mod sanity;
mod secrecy;
mod seen;
mod stories;
mod support;
mod world;
