//! `boneyard backup`: a copy of the whole save.

use std::io::Write;

use super::Done;
use crate::cli::Backup;
use crate::{Failure, save};

pub(super) fn run(args: &Backup, out: &mut dyn Write) -> Result<Done, Failure> {
    let folder = save::folder(args.data.folder.as_deref())?;
    save::open(&folder)?.backup(&args.file)?;
    writeln!(out, "All tables are copied to {}.", args.file.display())?;
    Ok(Done::Well)
}
