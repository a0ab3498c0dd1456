//! What programs take from the shelf: how a table begins, and how a fighter is made.

use boneyard_registry::{GameEntry, Making};
use boneyard_table::stage::{Being, Stage};
use boneyard_table::table::GameOf;

use crate::{Knives, rules};

/// The game as programs know it.
pub const ENTRY: GameEntry = GameEntry {
    game: &GameOf::<Knives>::new(),
    rulebook: &rules::RULEBOOK,
    starts,
    ready: None,
    encounter: None,
    survey: None,
    creatures: "creature",
    making: Making { begins: "arrive", done: "arrive", leans: |_, _| 1, words: |_, _, _| names() },
    credits: None,
};

/// A rat waits; players bring their fighters.
fn starts() -> Vec<(&'static str, Stage)> {
    let mut cellar = Stage::default();
    cellar.heroes.insert("Ana".into(), Being::default());
    cellar.creatures.insert("Rat".into(), Being::default());
    vec![("A rat in the cellar", cellar)]
}

fn names() -> Vec<String> {
    ["Ana", "Bo", "Cy", "Dov", "Eli", "Fen"].map(str::to_owned).to_vec()
}
