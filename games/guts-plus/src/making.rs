//! How a hero is made by chance: until creation is built, one of the ready heroes comes in.

use boneyard_table::view::{OfferCard, Picks};

/// The command that begins a hero.
pub const BEGINS: &str = "add";

/// The command that finishes one.
pub const DONE: &str = "add";

/// How much chance leans to a step that was taken so often already.
pub fn leans(_offer: &OfferCard, _taken: usize) -> u32 {
    1
}

/// Words for a free field; none where it is better left out.
pub fn words(_offer: &OfferCard, field: &str, _picks: &Picks) -> Vec<String> {
    if field == "name" { ["Ash", "Billie", "Corin", "Dot"].map(str::to_owned).to_vec() } else { Vec::new() }
}
