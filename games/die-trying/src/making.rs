//! Which steps of making a hero chance leans to, and words that fit where anything may be said. The steps
//! themselves are commands like any other.

use boneyard_table::view::{OfferCard, Picks};

/// The command that begins a hero.
pub const BEGINS: &str = "draft";

/// The command that finishes one.
pub const DONE: &str = "finish_hero";

/// How much chance leans to a step that was taken so often already. What was done is not taken back.
pub fn leans(offer: &OfferCard, taken: usize) -> u32 {
    match (offer.command.as_str(), taken) {
        ("lower" | "unlearn" | "give_back", _) => 0,
        // Silver goes for what a hero lacks, and the rest is kept.
        ("buy", _) if !offer.is_advised() => 0,
        _ => 10,
    }
}

/// Words for a free field; none where it is better left out.
pub fn words(offer: &OfferCard, field: &str, _picks: &Picks) -> Vec<String> {
    match (offer.command.as_str(), field) {
        (BEGINS, "name") => NAMES.map(str::to_owned).to_vec(),
        ("buy", "called") => WEAPONS.map(str::to_owned).to_vec(),
        _ => Vec::new(),
    }
}

const NAMES: [&str; 12] = [
    "Addie Crumb",
    "Bob",
    "Corbin Slake",
    "Dorrit",
    "Ebb",
    "Fenn Hollow",
    "Gudrun",
    "Hob Tansy",
    "Ilse Marrow",
    "Jory",
    "Kikituaria",
    "Lank Mosswick",
];

const WEAPONS: [&str; 6] = ["old faithful", "last word", "cleaver", "hook", "pick", "grandmother's sickle"];
