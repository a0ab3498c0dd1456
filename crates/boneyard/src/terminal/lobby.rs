//! The list of tables: opening one, beginning one, bringing one from a file.

use std::path::Path;

use boneyard_rulebook::Rule;
use boneyard_store::blocking::Store;
use boneyard_table::stage::{Being, Seating, Stage};
use serde_json::Value;

use super::{Leads, answered, pick, words};
use crate::games::{GAMES, GameEntry};
use crate::{Failure, KeptTable, random, save};

/// What the next line is about.
#[derive(Debug, Default)]
pub(super) enum Lobby {
    /// Anything.
    #[default]
    Menu,
    /// Which game.
    Game { title: Option<String> },
    /// Which of its starts.
    Start { entry: &'static GameEntry, title: Option<String> },
    /// Which heroes.
    Heroes { entry: &'static GameEntry, title: Option<String> },
    /// Against whom.
    Creatures { entry: &'static GameEntry, title: Option<String>, stage: Box<Stage> },
}

const HELP: [&str; 7] = [
    "tables        list what is saved",
    "open N        play at a table from the list",
    "new [TITLE]   begin a table",
    "import FILE   read a table from an exported file",
    "help          this",
    "quit          leave",
    "While you choose, `back` returns here.",
];

/// At most this many of each side, so that a slip of the hand is no crowd.
const MOST: usize = 40;

/// The saved tables with their numbers.
pub(super) fn tables(store: &Store) -> Result<Vec<String>, Failure> {
    let tables = store.tables()?;
    if tables.is_empty() {
        return Ok(vec!["No tables yet. Type `new` to start one.".into()]);
    }
    let told = tables.iter().enumerate();
    let told = told
        .map(|(at, info)| format!("{:>3}. {} ({}, {} records)", at + 1, info.title, info.game, info.last));
    Ok(std::iter::once("Your tables:".to_owned()).chain(told).collect())
}

impl Lobby {
    /// Asks how to begin a game.
    pub(super) fn starts(entry: &'static GameEntry, title: Option<String>) -> (Self, Vec<String>) {
        let starts = (entry.starts)();
        let mut lines = vec![format!("{}: how shall it begin?", entry.game.title())];
        let titles = starts.iter().map(|(title, _)| *title).chain(["heroes and creatures of your choice"]);
        lines.extend(titles.enumerate().map(|(at, title)| format!("{:>3}. {title}", at + 1)));
        lines.push("All are yours to play; `1 Bo=Brack Di=Isolde` gives heroes to others.".into());
        (Self::Start { entry, title }, lines)
    }

    pub(super) fn hear<'s>(&mut self, store: &'s Store, line: &str) -> Result<Leads<'s>, Failure> {
        if matches!(line, "quit" | "exit") {
            return Ok(Leads::Quits);
        }
        if line.is_empty() {
            return Ok(Leads::Stays(Vec::new()));
        }
        if line == "back" {
            *self = Self::Menu;
            return Ok(Leads::Stays(tables(store)?));
        }
        if line == "help" {
            return Ok(Leads::Stays(HELP.map(str::to_owned).to_vec()));
        }
        match std::mem::take(self) {
            Self::Menu => self.menu(store, line),
            Self::Game { title } => {
                let games: Vec<&str> = GAMES.iter().map(|entry| entry.game.title()).collect();
                match pick::among(&games, line) {
                    Ok(at) => Ok(self.turn(Self::starts(&GAMES[at], title))),
                    Err(wrong) => Ok(self.turn((Self::Game { title }, vec![wrong]))),
                }
            }
            Self::Start { entry, title } => self.start(store, line, entry, title),
            Self::Heroes { entry, title } => match picked(entry, "hero", line) {
                Ok(heroes) => {
                    let stage = Box::new(Stage { heroes, ..Stage::default() });
                    let lines = listed(
                        entry,
                        "creature",
                        "Against whom? Numbers or names, with commas; twice for two.",
                    );
                    Ok(self.turn((Self::Creatures { entry, title, stage }, lines)))
                }
                Err(wrong) => Ok(self.turn((Self::Heroes { entry, title }, vec![wrong]))),
            },
            Self::Creatures { entry, title, mut stage } => match picked(entry, "creature", line) {
                Ok(creatures) => {
                    stage.creatures = creatures;
                    let title = title.unwrap_or_else(|| format!("A table of {}", entry.game.title()));
                    begin(store, entry, &title, &stage)
                }
                Err(wrong) => Ok(self.turn((Self::Creatures { entry, title, stage }, vec![wrong]))),
            },
        }
    }

    fn turn<'s>(&mut self, (next, lines): (Self, Vec<String>)) -> Leads<'s> {
        *self = next;
        Leads::Stays(lines)
    }

    fn menu<'s>(&mut self, store: &'s Store, line: &str) -> Result<Leads<'s>, Failure> {
        let (verb, rest) =
            line.split_once(char::is_whitespace).map_or((line, ""), |(verb, rest)| (verb, rest.trim()));
        match verb {
            "tables" | "list" => Ok(Leads::Stays(tables(store)?)),
            "new" => {
                let title = (!rest.is_empty()).then(|| rest.to_owned());
                if let [only] = GAMES {
                    return Ok(self.turn(Self::starts(only, title)));
                }
                let games = GAMES
                    .iter()
                    .enumerate()
                    .map(|(at, entry)| format!("{:>3}. {}", at + 1, entry.game.title()));
                let lines = std::iter::once("Which game?".to_owned()).chain(games).collect();
                Ok(self.turn((Self::Game { title }, lines)))
            }
            "open" => {
                let tables = store.tables()?;
                let titles: Vec<&str> = tables.iter().map(|info| info.title.as_str()).collect();
                match pick::among(&titles, rest) {
                    Ok(at) => Ok(match KeptTable::open(store, &tables[at].id) {
                        Ok(kept) => Leads::Sits(kept),
                        Err(trouble) => Leads::Stays(vec![trouble.to_string()]),
                    }),
                    Err(wrong) => Ok(Leads::Stays(vec![wrong])),
                }
            }
            "import" if rest.is_empty() => Ok(Leads::Stays(vec!["Which file? `import FILE`.".into()])),
            "import" => Ok(Leads::Stays(match save::import(store, Path::new(rest)) {
                Ok(info) => std::iter::once(format!("\"{}\" is here now.", info.title))
                    .chain(tables(store)?)
                    .collect(),
                Err(failure) => vec![failure.to_string()],
            })),
            other => Ok(Leads::Stays(vec![format!("`{other}` means nothing here. `help` says what does.")])),
        }
    }

    fn start<'s>(
        &mut self,
        store: &'s Store,
        line: &str,
        entry: &'static GameEntry,
        title: Option<String>,
    ) -> Result<Leads<'s>, Failure> {
        let starts = (entry.starts)();
        let names: Vec<&str> =
            starts.iter().map(|(title, _)| *title).chain(["heroes and creatures of your choice"]).collect();
        let (choice, pairs) = divided(line);
        let chosen = pick::among(&names, choice).and_then(|at| Ok((at, seating(pairs)?)));
        match chosen {
            Ok((at, seats)) => match starts.into_iter().nth(at) {
                Some((name, mut stage)) => {
                    stage.seats.extend(seats);
                    begin(store, entry, title.as_deref().unwrap_or(name), &stage)
                }
                None => {
                    let lines = listed(entry, "hero", "Which heroes? Numbers or names, with commas between.");
                    Ok(self.turn((Self::Heroes { entry, title }, lines)))
                }
            },
            Err(wrong) => Ok(self.turn((Self::Start { entry, title }, vec![wrong]))),
        }
    }
}

/// Divides `2 Bo=Brack` into the choice and who plays whom.
fn divided(line: &str) -> (&str, &str) {
    let pair = line.split_whitespace().find(|word| word.contains('='));
    let (choice, pairs) = line.split_at(pair.and_then(|pair| line.find(pair)).unwrap_or(line.len()));
    (choice.trim(), pairs)
}

/// Who plays whom: `Bo=Brack Di=["Isolde", "Fenn"]`.
fn seating(pairs: &str) -> Result<Vec<(String, Seating)>, String> {
    let one = |(seat, heroes): (String, Value)| {
        let heroes = match heroes {
            Value::String(hero) => Some(vec![hero]),
            other => serde_json::from_value(other).ok(),
        };
        let heroes = heroes.ok_or_else(|| {
            format!("Whom does {seat} play? {seat}=Brack, or {seat}=[\"Brack\", \"Fenn\"].")
        })?;
        Ok((seat, Seating::Creatures(heroes)))
    };
    words::fields(pairs)?.into_iter().map(one).collect()
}

fn begin<'s>(
    store: &'s Store,
    entry: &'static GameEntry,
    title: &str,
    stage: &Stage,
) -> Result<Leads<'s>, Failure> {
    let kept = KeptTable::create(store, entry, title, stage, Vec::new(), random::seeds()?);
    Ok(match answered(kept)? {
        Ok(kept) => Leads::Sits(kept),
        Err(lines) => Leads::Stays(lines),
    })
}

fn listed(entry: &GameEntry, table: &'static str, question: &str) -> Vec<String> {
    let told = entry.entries(table).enumerate().map(|(at, rule)| format!("{:>3}. {}", at + 1, rule.title));
    std::iter::once(question.to_owned()).chain(told).collect()
}

/// The beings of a list such as "1, 1, wolf": those named twice get letters.
fn picked<C: FromIterator<(String, Being)>>(
    entry: &GameEntry,
    table: &'static str,
    line: &str,
) -> Result<C, String> {
    let known: Vec<&Rule> = entry.entries(table).collect();
    let names: Vec<&str> = known.iter().map(|rule| rule.title).collect();
    let wanted = line.split(',').map(str::trim).filter(|one| !one.is_empty());
    let wanted = wanted.map(|one| pick::among(&names, one)).collect::<Result<Vec<usize>, String>>()?;
    if wanted.is_empty() || wanted.len() > MOST {
        return Err(format!("Name 1 to {MOST} of them."));
    }
    let mut beings = Vec::new();
    for (place, at) in wanted.iter().enumerate() {
        let all = wanted.iter().filter(|other| *other == at).count();
        let before = wanted[..place].iter().filter(|other| *other == at).count();
        let mut name = capital(known[*at].title);
        if all > 1 {
            name.push_str(&format!(" {}", before + 1));
        }
        beings.push((name, Being { like: Some(known[*at].id.to_owned()), ..Being::default() }));
    }
    Ok(beings.into_iter().collect())
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
