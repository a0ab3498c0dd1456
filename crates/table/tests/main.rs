//! What this crate promises, one module per promise. One program for all of them: linking takes the time, and the room.

mod anew;
mod asking;
mod bad_input;
mod bounds;
mod by_themselves;
mod cycles;
mod exchange;
mod history;
mod hosts;
mod interjections;
mod judgement;
mod lanes;
mod lately;
mod looks;
mod odds;
mod papers;
mod review;
mod sabotage;
mod secrecy;
mod stories;
mod support;
mod suspend;
mod talk;
mod votes;
mod written;
