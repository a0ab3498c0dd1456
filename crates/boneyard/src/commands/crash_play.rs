//! `boneyard crash-play`: bots play through the save until somebody kills the program. Each record that
//! is on disk is told as `ack TABLE SEQ`, so that the test knows what must be there afterwards.

use std::io::Write;
use std::path::Path;

use boneyard_store::blocking::Store;

use super::Done;
use crate::bot::{self, Next};
use crate::cli::CrashPlay;
use crate::games::GAMES;
use crate::kept::KeptTable;
use crate::{Failure, random, save};

/// One table grows to this many records before the next begins, so that opening stays quick.
const LONGEST: u64 = 2_000;

pub(super) fn run(args: &CrashPlay, out: &mut dyn Write) -> Result<Done, Failure> {
    let store = save::open(Path::new(&args.data))?;
    let mut kept = match store.tables()?.first() {
        Some(info) => KeptTable::open(&store, &info.id)?,
        None => begin(&store, args.seed)?,
    };
    loop {
        match bot::next(kept.table()) {
            Next::Do(seat, op) if kept.last().0 < LONGEST => {
                kept.act(seat, op)?;
            }
            Next::Do(..) | Next::Over => kept = begin(&store, args.seed.wrapping_add(kept.last().0))?,
            Next::Stuck(why) => return Err(Failure::said(why)),
        }
        writeln!(out, "ack {} {}", kept.id(), kept.last())?;
        out.flush()?;
    }
}

fn begin(store: &Store, seed: u64) -> Result<KeptTable<'_>, Failure> {
    let starts: Vec<_> = GAMES
        .iter()
        .flat_map(|entry| (entry.starts)().into_iter().map(move |(title, stage)| (entry, title, stage)))
        .collect();
    let count = starts.len().max(1) as u64;
    let Some((entry, title, stage)) = starts.into_iter().nth((seed % count) as usize) else {
        return Err(Failure::said("No game has a ready-made start."));
    };
    Ok(KeptTable::create(store, entry, title, &stage, Vec::new(), random::seeds()?)?)
}
