//! The eighth law for DIRK RULES!: heroes whom nobody leads come to an end of every adventure that comes with the game.
//! `BONEYARD_SEEDS` plays more evenings; `boneyard bots dirk-rules --adventure ID` plays them through tables.

use boneyard_testkit::realm::{Evenings, Realm, every_walk_ends};

use crate::laws::Dirk;

/// Commands within which an evening is over.
const MOST: u32 = 6_000;

fn played(file: &str, few: u64) -> Evenings {
    let seeds = std::env::var("BONEYARD_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(few);
    let book = Dirk::book(&[]);
    let evenings = every_walk_ends::<Dirk>(&book, file, 0..seeds, MOST);
    println!("{file}, {seeds} evenings: {:?}; never: {:?}", evenings.ends, evenings.never);
    evenings
}

#[test]
#[ignore = "open: who is without air waits for a referee to count the minutes, and the hold and the march are too deadly"]
fn heroes_whom_nobody_leads_come_to_an_end_of_the_saint_aurelia() {
    let evenings = played("saint-aurelia", 4);
    let lost = evenings.ends.get("nobody lives").copied().unwrap_or(0);
    assert!(lost * 2 <= evenings.ends.values().sum(), "most live to tell of it: {:?}", evenings.ends);
}

#[test]
fn heroes_whom_nobody_leads_come_to_an_end_of_marrow_lock() {
    let evenings = played("marrow-lock", 6);
    let lost = evenings.ends.get("nobody lives").copied().unwrap_or(0);
    assert!(lost * 2 <= evenings.ends.values().sum(), "most live to tell of it: {:?}", evenings.ends);
}
