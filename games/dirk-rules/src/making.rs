//! Which steps of making a hero chance leans to, and words that fit where anything may be said.
//! The steps themselves are commands like any other.

use boneyard_table::view::{OfferCard, Picks};
use serde_json::Value;

use crate::book::{Book, Specialty};

/// The command that begins a hero.
pub const BEGINS: &str = "draft";

/// The command that finishes one.
pub const DONE: &str = "ready";

/// How much chance leans to a step that was taken so often already.
pub fn leans(offer: &OfferCard, taken: usize) -> u32 {
    match (offer.command.as_str(), taken) {
        ("roll_totals" | "assign", 0) => 100,
        // Hardly anybody sets out with a full purse and empty hands.
        ("learn", 0) | ("buy", 0 | 1) => 60,
        ("buy", 2) => 8,
        ("learn", 1) | ("buy", _) => 2,
        (DONE, _) => 1,
        _ => 0,
    }
}

/// Words for a free field, given what was picked before it; none where it is better left out.
pub fn words(offer: &OfferCard, field: &str, picks: &Picks) -> Vec<String> {
    match (offer.command.as_str(), field) {
        (BEGINS, "name") => NAMES.map(str::to_owned).to_vec(),
        ("learn", "of") => {
            let kind = picks.get("kind").and_then(Value::as_str).unwrap_or_default();
            let Ok(book) = Book::read(&[]) else { return Vec::new() };
            let Some(row) = book.background(kind) else { return Vec::new() };
            if row.specialty == Some(Specialty::Weapon) {
                let weapons = book.weapons.iter().map(|row| row.name.clone());
                return weapons.chain(book.shields.iter().map(|row| row.name.clone())).collect();
            }
            row.suggested.iter().map(|one| one.name.clone()).collect()
        }
        _ => Vec::new(),
    }
}

const NAMES: [&str; 16] = [
    "Amity Crook",
    "Bodo",
    "Cass Ironlung",
    "Dunstan Pell",
    "Esk",
    "Fira of the Weir",
    "Gant",
    "Hester Quill",
    "Ivo Saltmarsh",
    "Jory",
    "Kestrel",
    "Lumen Bright",
    "Moth",
    "Nan Tallow",
    "Osric Vole",
    "Petra Hollow",
];
