//! Which steps of making a character chance leans to, and words that fit where anything may be
//! said. The steps themselves are commands like any other.

use boneyard_table::view::{OfferCard, Picks};

/// The command that begins a character.
pub const BEGINS: &str = "draft";

/// The command that finishes one.
pub const DONE: &str = "ready";

/// How much chance leans to a step that was taken so often already: the dice draw nearly everything.
pub fn leans(offer: &OfferCard, taken: usize) -> u32 {
    match (offer.command.as_str(), taken) {
        ("random", 0) => 1000,
        ("roll_aura" | "learn", _) => 100,
        (DONE, _) => 10,
        _ => 0,
    }
}

/// Words for a free field; none where it is better left out.
pub fn words(offer: &OfferCard, field: &str, _picks: &Picks) -> Vec<String> {
    match (offer.command.as_str(), field) {
        (BEGINS, "name") => NAMES.map(str::to_owned).to_vec(),
        _ => Vec::new(),
    }
}

const NAMES: [&str; 12] =
    ["Ash", "Billie", "Corin", "Dot", "Edda", "Fergus", "Gwen", "Hollis", "Ines", "Jonah", "Kit", "Lupe"];
