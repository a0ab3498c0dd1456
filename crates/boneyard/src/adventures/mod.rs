//! The adventures of each game: how they are read, what its content calls things, and which ones come with it. Games whose own
//! types do not read adventures yet take what they fill in as it is written (`loose`).

mod loose;

use boneyard_world::{AnyDialect, Dictionary, Of};

use crate::games::{GAMES, GameEntry};

use loose::{DeadWeight, DieTrying, GutsPlus, RollHighOrDie};

/// The adventures of a game.
pub struct Adventures {
    /// How they are read.
    pub dialect: &'static dyn AnyDialect,
    /// Its content: path and text.
    content: &'static [(&'static str, &'static str)],
    /// Those that come with it: path and text.
    pub bundled: &'static [(&'static str, &'static str)],
}

impl std::fmt::Debug for Adventures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Adventures").field("game", &self.dialect.game()).finish_non_exhaustive()
    }
}

/// Of every game.
pub static ADVENTURES: &[Adventures] = &[
    Adventures {
        dialect: &Of::<dirk_rules::DirkRules>::new(),
        content: dirk_rules::rules::CONTENT,
        bundled: dirk_rules::rules::ADVENTURES,
    },
    Adventures {
        dialect: &Of::<DeadWeight>::new(),
        content: dead_weight::rules::CONTENT,
        bundled: dead_weight::rules::ADVENTURES,
    },
    Adventures {
        dialect: &Of::<DieTrying>::new(),
        content: die_trying::rules::CONTENT,
        bundled: die_trying::rules::ADVENTURES,
    },
    Adventures {
        dialect: &Of::<GutsPlus>::new(),
        content: guts_plus::rules::CONTENT,
        bundled: guts_plus::rules::ADVENTURES,
    },
    Adventures {
        dialect: &Of::<RollHighOrDie>::new(),
        content: roll_high_or_die::rules::CONTENT,
        bundled: roll_high_or_die::rules::ADVENTURES,
    },
];

/// Of this game.
pub fn of(game: &GameEntry) -> Option<&'static Adventures> {
    ADVENTURES.iter().find(|one| one.dialect.game() == game.game.name())
}

impl Adventures {
    /// What its content calls things.
    pub fn dictionary(&self) -> Dictionary {
        let entry = GAMES.iter().find(|entry| entry.game.name() == self.dialect.game());
        let rules = entry.into_iter().flat_map(|entry| entry.rulebook.all()).map(|rule| rule.id);
        Dictionary::of(self.content.iter().map(|(_, text)| *text))
            .with_rules(rules)
            .with_games(GAMES.iter().map(|entry| entry.game.name()))
    }
}
