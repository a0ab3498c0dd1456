//! `boneyard backup`: a copy of the whole save, read back before it counts.

use std::io::Write;

use super::Done;
use crate::cli::Backup;
use crate::{Failure, save};

pub(super) fn run(args: &Backup, out: &mut dyn Write) -> Result<Done, Failure> {
    let folder = save::folder(args.data.folder.as_deref())?;
    let store = save::open(&folder)?;
    let made = match &args.file {
        Some(file) => store.backup(file)?,
        None => store.backup_into(&save::backups(&folder, &args.backups), args.backups.keep)?,
    };
    writeln!(out, "All tables are copied to {}.", made.path.display())?;
    for damage in &made.damaged {
        writeln!(out, "But \"{}\" is not whole. {}", damage.title, damage.what)?;
    }
    if made.damaged.is_empty() {
        return Ok(Done::Well);
    }
    writeln!(out, "No older backup was deleted.")?;
    Ok(Done::Badly)
}
