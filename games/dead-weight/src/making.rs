//! Which steps of making an adventurer chance leans to, and words that fit where anything may be
//! said. The steps themselves are commands like any other.

use boneyard_table::view::{OfferCard, Picks};

/// The command that begins an adventurer.
pub const BEGINS: &str = "draft";

/// The command that finishes one.
pub const DONE: &str = "ready";

/// How much chance leans to a step that was taken so often already.
///
/// Chance rolls once and takes what comes: no rerolls, no moved points, insight kept.
pub fn leans(offer: &OfferCard, taken: usize) -> u32 {
    match (offer.command.as_str(), taken) {
        ("reroll_path" | "free_reroll" | "move_point", _) => 0,
        ("follow" | "learn", 0) | ("pick_skill", _) => 1000,
        ("follow" | "learn", _) => 0,
        (DONE, _) => 1,
        _ => 10,
    }
}

/// Words for a free field; none where it is better left out.
pub fn words(offer: &OfferCard, field: &str, _picks: &Picks) -> Vec<String> {
    match (offer.command.as_str(), field) {
        (BEGINS, "name") => NAMES.map(str::to_owned).to_vec(),
        _ => Vec::new(),
    }
}

const NAMES: [&str; 12] = [
    "Amber",
    "Bellmont",
    "Corvin",
    "Dagny",
    "Eske",
    "Fitch",
    "Greta Vane",
    "Hollis",
    "Isbel",
    "Jorun",
    "Kettle",
    "Lorne",
];
