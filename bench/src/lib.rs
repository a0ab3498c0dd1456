//! What all benchmarks share: repeated timing with medians, the machine, the date, and peers written in Python.

pub mod by_hand;
pub mod fight_by_hand;
pub mod peer;
pub mod timing;
