//! `boneyard export`: one table as one file.

use std::io::Write;

use super::Done;
use crate::cli::Export;
use crate::{Failure, save};

pub(super) fn run(args: &Export, out: &mut dyn Write) -> Result<Done, Failure> {
    let folder = save::folder(args.data.folder.as_deref())?;
    let store = save::open(&folder)?;
    let info = save::find(&store, &args.table)?;
    save::export(&store, &info.id, &args.file)?;
    writeln!(out, "\"{}\" is written to {}.", info.title, args.file.display())?;
    Ok(Done::Well)
}
