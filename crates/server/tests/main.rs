//! What this crate promises, one module per promise. One program for all of them: linking takes the time, and the room.

mod attack;
mod bad_input;
mod blows;
mod care;
mod desk;
mod doors;
mod evening;
mod lab;
mod long;
mod protocol;
mod proxy;
mod secrecy;
mod support;
#[path = "../../table/tests/support/mod.rs"]
mod yard;
