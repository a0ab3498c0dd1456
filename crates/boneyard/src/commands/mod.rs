//! One file per command. Each writes to what it is given and says how it went.

mod adventure;
mod backup;
mod bots;
mod broken;
mod coverage;
mod crash_play;
mod evenings;
mod export;
mod games;
mod hero;
mod import;
mod map;
mod odds;
mod odds_at_table;
mod play;
mod restore;
mod roll;
mod rules;
mod schema;
mod serve;
mod sheet;
mod sim;
mod story;
mod tables;
mod verify;

pub(crate) use rules::look_up;

use std::io::Write;

use serde::Serialize;

use crate::Failure;
use crate::cli::Command;

/// How a command that could be carried out went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// As hoped.
    Well,
    /// It found something wrong, and has told it.
    Badly,
}

impl Command {
    /// Carries the command out.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Done, Failure> {
        match self {
            Self::Roll(args) => roll::run(args, out),
            Self::Odds(args) => odds::run(args, out),
            Self::Sheet(args) => sheet::run(args, out),
            Self::Verify(args) => verify::run(args, out),
            Self::Rules(args) => rules::run(args, out),
            Self::Games(args) => games::run(args, out),
            Self::Story(args) => story::run(args, out),
            Self::Schema(args) => schema::run(args, out),
            Self::Coverage(args) => coverage::run(args, out),
            Self::Hero(args) => hero::run(args, out),
            Self::Bots(args) => bots::run(args, out),
            Self::Sim(args) => sim::run(args, out),
            Self::Play(args) => play::run(args, out),
            Self::Serve(args) => serve::run(args, out),
            Self::Tables(args) => tables::run(args, out),
            Self::Export(args) => export::run(args, out),
            Self::Import(args) => import::run(args, out),
            Self::Backup(args) => backup::run(args, out),
            Self::Restore(args) => restore::run(args, out),
            Self::Adventure(args) => adventure::run(args, out),
            Self::Map(args) => map::run(args, out),
            Self::CrashPlay(args) => crash_play::run(args, out),
        }
    }
}

/// Writes a value as indented JSON.
fn write_json(out: &mut dyn Write, value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(Failure::said)?;
    writeln!(out, "{text}")?;
    Ok(())
}

/// Names and words come from other people's files: none of them may steer this terminal.
fn harmless(line: &str) -> String {
    line.replace(|letter: char| letter.is_control() && letter != '\n', " ")
}
