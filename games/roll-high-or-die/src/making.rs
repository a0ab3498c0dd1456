//! Which steps of making a Character chance leans to, and words that fit where anything may be said. The steps
//! themselves are commands like any other.

use boneyard_table::view::{OfferCard, Picks};

/// The command that begins a Character.
pub const BEGINS: &str = "begin_hero";

/// The command that finishes one.
pub const DONE: &str = "finish_hero";

/// How much chance leans to a step that was taken so often already. What was done is not taken back.
pub fn leans(offer: &OfferCard, taken: usize) -> u32 {
    // One card for each thing such a Trait can be for: together they are one Trait among many.
    if offer.id.starts_with("trait-") {
        return 1;
    }
    match (offer.command.as_str(), taken) {
        ("give_back" | "return", _) => 0,
        // Coins go for what a Character lacks, and the rest is kept.
        ("buy", _) if !offer.is_advised() => 0,
        ("buy_feature" | "buy_trait", 0) => 10,
        ("buy_degree", 0) => 6,
        ("done_learning" | "done_shopping", _) => 2,
        _ => 8,
    }
}

/// Words for a free field; none where it is better left out.
pub fn words(offer: &OfferCard, field: &str, _picks: &Picks) -> Vec<String> {
    match (offer.command.as_str(), field) {
        (BEGINS, "name") => NAMES.map(str::to_owned).to_vec(),
        ("concept", "line") => CONCEPTS.map(str::to_owned).to_vec(),
        _ => Vec::new(),
    }
}

const NAMES: [&str; 10] = [
    "Aldith Crane",
    "Bram",
    "Corvo Hale",
    "Dessa Pike",
    "Eskil",
    "Fenna Rook",
    "Gorm",
    "Hedy Lark",
    "Ivo",
    "Jorun",
];

const CONCEPTS: [&str; 6] = [
    "A ferryman with nobody left to ferry",
    "A clerk who read the wrong ledger",
    "A knight's squire without a knight",
    "A poacher with manners",
    "A surgeon who owes everybody",
    "A lookout who saw too much",
];
