//! `boneyard sheet`: odds over ranges, for those who design: a table, CSV, or a page with a chart.

use std::fs;
use std::io::{Write, stderr};
use std::path::Path;

use boneyard_lab::{sheet_csv, sheet_html};

use super::Done;
use crate::cli::Sheet;
use crate::sheet::{Range, worked_out};
use crate::wait::Wait;
use crate::{Failure, games};

pub(super) fn run(args: &Sheet, out: &mut dyn Write) -> Result<Done, Failure> {
    let entry = games::find(&args.game)?;
    let file = Path::new(&args.file);
    let text = fs::read_to_string(file).map_err(|error| Failure::unread(file, &error))?;
    let rows = Range::read(&args.rows)?;
    let columns = args.columns.as_deref().map(Range::read).transpose()?;
    let compare = args.compare.as_deref().map(Range::read).transpose()?;
    let wait = Wait::begin();
    let sheet = worked_out(entry, &text, &rows, columns.as_ref(), compare.as_ref(), &wait)?;
    if sheet.rows.1.len() < rows.values.len() {
        // Beside the sheet, which may be CSV or a page.
        let _ = writeln!(stderr(), "Stopped after {} of {} rows.", sheet.rows.1.len(), rows.values.len());
    }
    if args.csv {
        write!(out, "{}", sheet_csv(&sheet))?;
    } else if args.html {
        write!(out, "{}", sheet_html(entry.game.title(), &sheet, entry.credits))?;
    } else {
        write!(out, "{}", sheet.text())?;
    }
    Ok(Done::Well)
}
