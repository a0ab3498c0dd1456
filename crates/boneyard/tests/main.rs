//! What this crate promises, one module per promise. One program for all of them: linking takes the time, and the room.

mod adventures;
mod broken_rules;
mod crash;
mod dead_weight;
mod dice;
mod heroes;
mod keeping;
mod maps;
mod odds_at_a_table;
mod ready;
mod roll_high_or_die;
mod rules_and_stories;
mod serve;
mod sim;
#[cfg(target_os = "linux")]
mod stopped;
mod stops;
mod support;
mod table_in_a_terminal;
mod two_at_a_table;
