//! The program `boneyard` as a library: the command line, one file per command, and the table in a
//! terminal. Rules, dice and the journal are crates of their own; here they are put together.

pub mod adventures;
mod bot;
mod cli;
mod commands;
mod encounter;
mod failure;
pub mod games;
mod kept;
mod making;
mod packs;
mod random;
mod sabotage;
mod save;
mod sheet;
mod tell;
pub mod terminal;
mod wait;

pub use failure::Failure;
pub use kept::{KeptTable, Trouble};

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

/// Runs one command line and says how it went. Writing into a closed pipe is no failure.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match cli::Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(wrong) if wrong.use_stderr() => {
            writeln!(io::stderr(), "{}", mistake(&wrong)).ok();
            return ExitCode::from(2);
        }
        // Help and version, which were asked for.
        Err(wanted) => {
            wanted.print().ok();
            return ExitCode::SUCCESS;
        }
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = cli.command.run(&mut out).and_then(|done| out.flush().map(|()| done).map_err(Failure::from));
    match result {
        Ok(commands::Done::Well) => ExitCode::SUCCESS,
        Ok(commands::Done::Badly) => ExitCode::FAILURE,
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            out.flush().ok();
            writeln!(io::stderr(), "{failure}").ok();
            ExitCode::FAILURE
        }
    }
}

/// The error of a command line, in one line; an empty command line gets the whole help.
fn mistake(wrong: &clap::Error) -> String {
    let whole = wrong.to_string();
    if wrong.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return whole;
    }
    let first = whole.split("\n\n").next().unwrap_or(&whole);
    let words: Vec<&str> = first.trim_start_matches("error: ").split_whitespace().collect();
    format!("{}. `boneyard help` says what can be typed.", words.join(" ").trim_end_matches('.'))
}
