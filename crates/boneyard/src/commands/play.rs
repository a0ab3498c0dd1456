//! `boneyard play`: reads lines, writes what is said to them. What that is, `terminal` decides.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::PathBuf;

use boneyard_store::blocking::Store;

use super::serve::told_to_stop;
use super::{Done, harmless};
use crate::cli::Play;
use crate::terminal::{Said, Session};
use crate::{Failure, games, save};

/// A longer line is taken piece by piece, as lines of their own.
const LONGEST: u64 = 65_536;

pub(super) fn run(args: &Play, out: &mut dyn Write) -> Result<Done, Failure> {
    let game = args.game.as_deref().map(games::find).transpose()?;
    let folder = save::folder(args.data.folder.as_deref())?;
    let store = save::open(&folder)?;
    end_well(store.path().to_owned());
    let mut session = Session::new(&store, folder);
    write_said(out, &session.greet()?)?;
    if let Some(entry) = game {
        write_said(out, &session.choose(entry))?;
    }
    let mut input = io::stdin().lock();
    let by_hand = input.is_terminal();
    loop {
        write!(out, "{}", session.prompt())?;
        out.flush()?;
        let mut bytes = Vec::new();
        let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes);
        let read = read.map_err(|error| Failure::said(format!("Cannot read the input: {error}.")))?;
        // What is piped in may not be text; nobody is thrown off the table for that.
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end_matches(['\n', '\r']);
        if read == 0 {
            writeln!(out)?;
            write_said(out, &Said { lines: session.close()?, leaves: true })?;
            return Ok(Done::Well);
        }
        if !by_hand {
            writeln!(out, "{line}")?;
        }
        let said = session.hear(line)?;
        write_said(out, &said)?;
        if said.leaves {
            return Ok(Done::Well);
        }
    }
}

/// Somebody who is told to stop waits for nobody to type: what was done is on disk, and is folded into the one file.
fn end_well(save: PathBuf) {
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(told_to_stop());
        drop(Store::open(save));
        // As the shell expects of the one who is interrupted.
        std::process::exit(130);
    });
}

fn write_said(out: &mut dyn Write, said: &Said) -> Result<(), Failure> {
    for line in &said.lines {
        writeln!(out, "{}", harmless(line))?;
    }
    out.flush()?;
    Ok(())
}
