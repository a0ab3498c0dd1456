//! The table in a terminal: what is said to each line that is typed. Nothing here reads a keyboard or
//! writes to a screen, so a whole evening can be a test.

mod asked;
mod guide;
mod lobby;
mod near;
mod pick;
mod seated;
mod verbs;
mod words;

use std::path::PathBuf;

use boneyard_store::blocking::Store;

use crate::games::GameEntry;
use crate::{Failure, KeptTable, Trouble};
pub(crate) use guide::Guide;
use lobby::Lobby;
use seated::Seated;

/// Nobody types more in one line; whatever is quoted back stays readable.
const LONGEST: usize = 2_000;

/// Somebody at the keyboard, at the list of tables or at one of them.
#[derive(Debug)]
pub struct Session<'s> {
    store: &'s Store,
    folder: PathBuf,
    place: Place<'s>,
}

#[derive(Debug)]
enum Place<'s> {
    Lobby(Lobby),
    Table(Box<Seated<'s>>),
}

/// What is said to a line.
#[derive(Debug, Default)]
pub struct Said {
    /// Line by line.
    pub lines: Vec<String>,
    /// Whether that was all.
    pub leaves: bool,
}

/// Where a line of the lobby leads.
#[derive(Debug)]
enum Leads<'s> {
    Stays(Vec<String>),
    Sits(KeptTable<'s>),
    Quits,
}

/// Where a line at the table leads.
#[derive(Debug)]
enum Stands {
    Stays(Vec<String>),
    Leaves,
    Quits,
}

impl<'s> Session<'s> {
    /// Begins at the list of tables. Files with bare names are written to `folder`.
    pub fn new(store: &'s Store, folder: PathBuf) -> Self {
        Self { store, folder, place: Place::Lobby(Lobby::default()) }
    }

    /// What is said first.
    pub fn greet(&mut self) -> Result<Said, Failure> {
        let mut lines = vec![
            "Boneyard: a table in your terminal.".to_owned(),
            "Heroes and creatures are ready. Say who does what; the rules roll, ask and tell.".to_owned(),
            "Type `new` to start, `open 1` to continue, `help` for more.".to_owned(),
            String::new(),
        ];
        lines.extend(lobby::tables(self.store)?);
        Ok(Said { lines, leaves: false })
    }

    /// Begins a new table of a game, as `new` would.
    pub fn choose(&mut self, entry: &'static GameEntry) -> Said {
        let (lobby, lines) = Lobby::starts(entry, None);
        self.place = Place::Lobby(lobby);
        Said { lines, leaves: false }
    }

    /// What stands before the cursor.
    pub fn prompt(&self) -> String {
        match &self.place {
            Place::Lobby(_) => "boneyard> ".to_owned(),
            Place::Table(seated) => seated.prompt(),
        }
    }

    /// Answers one line.
    pub fn hear(&mut self, line: &str) -> Result<Said, Failure> {
        let line = line.trim();
        let mut said = Said::default();
        if line.chars().count() > LONGEST {
            said.lines.push(format!("That line is too long. The limit is {LONGEST} characters."));
            return Ok(said);
        }
        match &mut self.place {
            Place::Lobby(lobby) => match lobby.hear(self.store, line)? {
                Leads::Stays(lines) => said.lines = lines,
                Leads::Quits => said.leaves = true,
                Leads::Sits(kept) => {
                    let seated = Seated::new(kept, self.folder.clone());
                    said.lines = seated.welcome();
                    self.place = Place::Table(Box::new(seated));
                }
            },
            Place::Table(seated) => match seated.hear(self.store, line)? {
                Stands::Stays(lines) => said.lines = lines,
                Stands::Quits => {
                    said.lines.extend(seated.close()?);
                    said.leaves = true;
                }
                Stands::Leaves => {
                    said.lines.extend(seated.close()?);
                    said.lines.extend(lobby::tables(self.store)?);
                    self.place = Place::Lobby(Lobby::default());
                }
            },
        }
        Ok(said)
    }

    /// The input has ended: everything is on disk already, and opens fast next time.
    pub fn close(&mut self) -> Result<Vec<String>, Failure> {
        match &mut self.place {
            Place::Lobby(_) => Ok(Vec::new()),
            Place::Table(seated) => seated.close(),
        }
    }
}

/// A refusal is an answer, and so is a full disk: nothing has changed, and it can be tried again.
/// Only a table that cannot be followed any more ends the evening.
fn answered<T>(result: Result<T, Trouble>) -> Result<Result<T, Vec<String>>, Failure> {
    match result {
        Ok(done) => Ok(Ok(done)),
        Err(corrupt @ Trouble::Corrupt(_)) => Err(corrupt.into()),
        Err(other) => Ok(Err(vec![other.to_string()])),
    }
}
