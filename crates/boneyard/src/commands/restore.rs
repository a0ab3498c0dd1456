//! `boneyard restore`: a backup takes the place of the save.

use std::io::Write;

use boneyard_store::blocking;

use super::Done;
use crate::cli::Restore;
use crate::{Failure, save};

pub(super) fn run(args: &Restore, out: &mut dyn Write) -> Result<Done, Failure> {
    let folder = save::folder(args.data.folder.as_deref())?;
    let save = save::file(&folder)?;
    let restored = blocking::restore(&args.file, &save, args.anyway)?;
    let tables = match restored.tables {
        1 => "1 table is".to_owned(),
        many => format!("{many} tables are"),
    };
    writeln!(out, "{tables} back from {}, with everybody's seats.", args.file.display())?;
    if let Some(before) = &restored.before {
        writeln!(out, "The old save is now {}.", before.display())?;
    }
    for damage in &restored.damaged {
        writeln!(out, "But \"{}\" is not whole. {}", damage.title, damage.what)?;
    }
    Ok(if restored.damaged.is_empty() { Done::Well } else { Done::Badly })
}
