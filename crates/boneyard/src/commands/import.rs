//! `boneyard import`: a table from an exported file.

use std::io::Write;

use super::Done;
use crate::cli::Import;
use crate::{Failure, save};

pub(super) fn run(args: &Import, out: &mut dyn Write) -> Result<Done, Failure> {
    let folder = save::folder(args.data.folder.as_deref())?;
    let store = save::open(&folder)?;
    let info = save::import(&store, &args.file)?;
    writeln!(out, "\"{}\" is here now, as {}.", info.title, info.id)?;
    Ok(Done::Well)
}
