//! The games this program knows. A new game is one more entry here; nothing else names them.

use boneyard_table::table::GameOf;

use dirk_rules::making;

use crate::Failure;

pub use boneyard_shelf::{GameEntry, Making};

/// All games, by name.
pub static GAMES: &[GameEntry] = &[GameEntry {
    game: &GameOf::<dirk_rules::DirkRules>::new(),
    rulebook: &dirk_rules::rules::RULEBOOK,
    starts: dirk_rules::starts,
    making: Making { begins: making::BEGINS, done: making::DONE, leans: making::leans, words: making::words },
    credits: None,
}];

/// The game of this name.
pub fn find(name: &str) -> Result<&'static GameEntry, Failure> {
    GAMES.iter().find(|entry| entry.game.name().eq_ignore_ascii_case(name)).ok_or_else(|| {
        let known: Vec<&str> = GAMES.iter().map(|entry| entry.game.name()).collect();
        Failure::said(format!("There is no game \"{name}\". There is {}.", known.join(", ")))
    })
}

/// The one named, or all.
pub(crate) fn chosen(name: Option<&str>) -> Result<Vec<&'static GameEntry>, Failure> {
    match name {
        Some(name) => Ok(vec![find(name)?]),
        None => Ok(GAMES.iter().collect()),
    }
}
