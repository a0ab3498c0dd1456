//! The adventures of each game: how they are read, what its content calls things, and which ones come with it. Games whose own
//! types do not read adventures yet take what they fill in as it is written (`loose`).

mod loose;

use boneyard_world::{AnyDialect, Dictionary, Of};

use toml::{Table, Value};

use crate::Failure;
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

/// Of this game; a failure that says so if it reads none.
pub(crate) fn read(game: &GameEntry) -> Result<&'static Adventures, Failure> {
    of(game).ok_or_else(|| Failure::said(format!("{} reads no adventures.", game.game.title())))
}

/// Of this game.
pub fn of(game: &GameEntry) -> Option<&'static Adventures> {
    ADVENTURES.iter().find(|one| one.dialect.game() == game.game.name())
}

/// What is said of an adventure on the outside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// The place where it begins.
    pub start: String,
    /// Its places: id and name.
    pub places: Vec<(String, String)>,
    /// Its events, by id.
    pub events: Vec<String>,
}

impl Outline {
    fn of(text: &str, game: &str) -> Option<Self> {
        let file: Table = text.parse().ok()?;
        let head = file.get("adventure")?;
        let games = head.get("games")?.as_array()?;
        let word = |row: &Value, field: &str| row.get(field).and_then(Value::as_str).map(str::to_owned);
        let start = head.get("start")?;
        let rows = |kind: &str| file.get(kind).and_then(Value::as_array).cloned().unwrap_or_default();
        games.iter().any(|known| known.as_str() == Some(game)).then(|| {
            Some(Self {
                id: word(head, "id")?,
                title: word(head, "name")?,
                start: start.as_str().map(str::to_owned).or_else(|| word(start, "place"))?,
                places: rows("place")
                    .iter()
                    .filter_map(|row| Some((word(row, "id")?, word(row, "name")?)))
                    .collect(),
                events: rows("event").iter().filter_map(|row| word(row, "id")).collect(),
            })
        })?
    }
}

impl Adventures {
    /// Those that come with the game, but for the table's own.
    pub fn outlines(&self) -> Vec<Outline> {
        let all = self.bundled.iter().chain(boneyard_world::SHARED);
        let read = all.filter_map(|(_, text)| Outline::of(text, self.dialect.game()));
        read.filter(|outline| outline.id != boneyard_world::run::HOME).collect()
    }

    /// One of them.
    pub fn outline(&self, id: &str) -> Result<Outline, Failure> {
        let all = self.outlines();
        let known: Vec<&str> = all.iter().map(|outline| outline.id.as_str()).collect();
        let told = Failure::said(format!("There is no adventure \"{id}\". There is {}.", known.join(", ")));
        all.iter().find(|outline| outline.id == id).cloned().ok_or(told)
    }

    /// What its content calls things.
    pub fn dictionary(&self) -> Dictionary {
        let entry = GAMES.iter().find(|entry| entry.game.name() == self.dialect.game());
        let rules = entry.into_iter().flat_map(|entry| entry.rulebook.all()).map(|rule| rule.id);
        Dictionary::of(self.content.iter().map(|(_, text)| *text))
            .with_rules(rules)
            .with_games(GAMES.iter().map(|entry| entry.game.name()))
    }
}
