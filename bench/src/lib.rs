//! What all benchmarks share: repeated timing with medians, counted allocations, the machine, the date, and peers
//! written in Python.

pub mod by_hand;
pub mod counting;
pub mod die_trying_by_hand;
pub mod dirk_rules_by_hand;
pub mod fight_by_hand;
pub mod guts_plus_by_hand;
pub mod large_adventure;
pub mod peer;
pub mod roll_high_or_die_by_hand;
pub mod timing;
