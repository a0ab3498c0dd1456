//! The games this program knows. A new game is one more entry here; nothing else names them.

use boneyard_table::encounter::{prepare, survey};
use boneyard_table::table::GameOf;

use crate::Failure;

pub use boneyard_registry::{GameEntry, Making, Ready};

/// All games, by name.
pub static GAMES: &[GameEntry] = &[
    GameEntry {
        game: &GameOf::<dirk_rules::DirkRules>::new(),
        rulebook: &dirk_rules::rules::RULEBOOK,
        starts: dirk_rules::starts,
        ready: Some(Ready { start: "The Fall of the Saint Aurelia", opening: None }),
        encounter: Some(prepare::<dirk_rules::DirkRules>),
        survey: Some(survey::<dirk_rules::DirkRules>),
        creatures: "creature",
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
        ready: Some(Ready { start: "The Drowned Chapel", opening: None }),
        encounter: Some(prepare::<dead_weight::DeadWeight>),
        survey: Some(survey::<dead_weight::DeadWeight>),
        creatures: "foe",
        making: {
            use dead_weight::making::{BEGINS, DONE, leans, words};
            Making { begins: BEGINS, done: DONE, leans, words }
        },
        credits: Some(dead_weight::CREDITS),
    },
    GameEntry {
        game: &GameOf::<die_trying::DieTrying>::new(),
        rulebook: &die_trying::rules::RULEBOOK,
        starts: die_trying::starts,
        ready: Some(Ready { start: "The Tithe Hole, for four", opening: Some(r#"{ "enter_dungeon": {} }"#) }),
        encounter: Some(prepare::<die_trying::DieTrying>),
        survey: Some(survey::<die_trying::DieTrying>),
        creatures: "creature",
        making: {
            use die_trying::making::{BEGINS, DONE, leans, words};
            Making { begins: BEGINS, done: DONE, leans, words }
        },
        credits: Some(die_trying::CREDITS),
    },
    GameEntry {
        game: &GameOf::<guts_plus::GutsPlus>::new(),
        rulebook: &guts_plus::rules::RULEBOOK,
        starts: guts_plus::starts,
        ready: Some(Ready { start: "The supply ship", opening: None }),
        encounter: Some(prepare::<guts_plus::GutsPlus>),
        survey: Some(survey::<guts_plus::GutsPlus>),
        creatures: "foe",
        making: {
            use guts_plus::making::{BEGINS, DONE, leans, words};
            Making { begins: BEGINS, done: DONE, leans, words }
        },
        credits: Some(guts_plus::CREDITS),
    },
    GameEntry {
        game: &GameOf::<roll_high_or_die::RollHighOrDie>::new(),
        rulebook: &roll_high_or_die::rules::RULEBOOK,
        starts: roll_high_or_die::starts,
        ready: Some(Ready { start: "The Weir House, for four", opening: Some(r#"{ "enter": {} }"#) }),
        encounter: Some(prepare::<roll_high_or_die::RollHighOrDie>),
        survey: Some(survey::<roll_high_or_die::RollHighOrDie>),
        creatures: "creature",
        making: {
            use roll_high_or_die::making::{BEGINS, DONE, leans, words};
            Making { begins: BEGINS, done: DONE, leans, words }
        },
        credits: Some(roll_high_or_die::CREDITS),
    },
    #[cfg(feature = "knives")]
    knives::ENTRY,
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
