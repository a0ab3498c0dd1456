//! The games this program knows. A new game is one more entry here; nothing else names them.

use boneyard_rulebook::{Kind, Rule, Rulebook};
use boneyard_table::stage::Stage;
use boneyard_table::table::{AnyGame, GameOf};
use boneyard_table::view::{OfferCard, Picks};

use crate::Failure;

/// A game with what its crate brings along.
pub struct GameEntry {
    /// The rules.
    pub game: &'static dyn AnyGame,
    /// What they say.
    pub rulebook: &'static Rulebook,
    /// Ready-made beginnings: a title and the stage.
    pub starts: fn() -> Vec<(&'static str, Stage)>,
    /// How heroes are made.
    pub making: Making,
    /// What must stand on everything printed of this game.
    pub credits: Option<&'static str>,
}

/// How heroes of a game are made. The steps are offers; this says what chance needs besides.
#[derive(Clone, Copy, Debug)]
pub struct Making {
    /// The command that begins one, with a `name`.
    pub begins: &'static str,
    /// The command that finishes one.
    pub done: &'static str,
    /// How much chance leans to a step that was taken so often already.
    pub leans: fn(&OfferCard, usize) -> u32,
    /// Words for a free field, given what was picked before it.
    pub words: fn(&OfferCard, &str, &Picks) -> Vec<String>,
}

impl std::fmt::Debug for GameEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameEntry").field("game", &self.game.name()).finish_non_exhaustive()
    }
}

/// All games, by name.
pub static GAMES: &[GameEntry] = &[
    GameEntry {
        game: &GameOf::<dirk_rules::DirkRules>::new(),
        rulebook: &dirk_rules::rules::RULEBOOK,
        starts: dirk_rules::starts,
        making: {
            use dirk_rules::making::{BEGINS, DONE, leans, words};
            Making { begins: BEGINS, done: DONE, leans, words }
        },
        credits: None,
    },
    GameEntry {
        game: &GameOf::<dead_weight::DeadWeight>::new(),
        rulebook: &dead_weight::rules::RULEBOOK,
        starts: dead_weight::starts,
        making: {
            use dead_weight::making::{BEGINS, DONE, leans, words};
            Making { begins: BEGINS, done: DONE, leans, words }
        },
        credits: Some(dead_weight::CREDITS),
    },
];

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

impl GameEntry {
    /// Content entries of one table, such as `hero` or `creature`.
    pub fn entries(&self, wanted: &'static str) -> impl Iterator<Item = &'static Rule> {
        self.rulebook
            .entries()
            .filter(move |rule| matches!(rule.kind, Kind::Entry { table, .. } if table == wanted))
    }
}
