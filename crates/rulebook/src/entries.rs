//! Finding the citable rows of a content file: rows of its top arrays of tables that have an `id`.
//! What else a row holds is the game's business and is checked when content is loaded.

use crate::fault::{Fault, Problem};
use crate::id::is_well_formed;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A row with an id.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub line: usize,
    pub id: String,
    pub name: String,
    pub text: String,
    pub table: String,
}

/// The rows of a file in the order they are written, or everything wrong with them.
pub(crate) fn read(file: &str, text: &str) -> Result<Vec<Row>, Vec<Fault>> {
    let fault = |at: usize, problem| Fault { file: file.to_owned(), line: line_of(text, at), problem };
    let top = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        vec![fault(at, Problem::NotToml(error.message().to_owned()))]
    })?;
    let mut rows = Vec::new();
    let mut faults = Vec::new();
    for (table, value) in top.get_ref() {
        let Some(array) = value.get_ref().as_array() else { continue };
        for item in array {
            let Some(fields) = item.get_ref().as_table() else { continue };
            let Some(id) = fields.get("id") else { continue };
            match row(fields, id, table.get_ref()) {
                Ok(row) => rows.push(Row { line: line_of(text, id.span().start), ..row }),
                Err((at, problem)) => faults.push(fault(at, problem)),
            }
        }
    }
    // Tables come in the order of their names; the page shows them as they are written.
    rows.sort_by_key(|row| row.line);
    faults.sort_by_key(|fault| fault.line);
    if faults.is_empty() { Ok(rows) } else { Err(faults) }
}

fn row(fields: &DeTable<'_>, id: &Spanned<DeValue<'_>>, table: &str) -> Result<Row, (usize, Problem)> {
    let id_at = id.span().start;
    let id = id.get_ref().as_str().ok_or((id_at, Problem::NotText("id")))?;
    if !is_well_formed(id) {
        return Err((id_at, Problem::BadId(id.to_owned())));
    }
    let words = |field: &'static str| match fields.get(field) {
        None => Ok(String::new()),
        Some(value) => match value.get_ref().as_str() {
            Some(text) => Ok(text.trim().to_owned()),
            None => Err((value.span().start, Problem::NotText(field))),
        },
    };
    let (name, text) = (words("name")?, words("text")?);
    if name.is_empty() {
        return Err((id_at, Problem::Lacks(id.to_owned(), "name")));
    }
    Ok(Row { line: 0, id: id.to_owned(), name, text, table: table.to_owned() })
}

fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|&b| b == b'\n').count() + 1
}
