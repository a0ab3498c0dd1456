//! Rows that are like others: `like = "grey wolf"`, and then only what differs. The fields of the other row are laid under
//! a row's own before anything is typed, so no game has to know of it.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The field that names the other row.
const LIKE: &str = "like";

/// What a row is known by; capitals do not matter.
const KNOWN_BY: [&str; 3] = ["id", "name", "kind"];

/// What is a row's own and is never taken over.
const OWN: [&str; 3] = ["id", "replace", LIKE];

/// A row may be like one that is like another, over so many steps.
pub(crate) const MOST_STEPS: usize = 8;

/// Rows may take over so many bytes from others, in one pack: few rows must not become many.
const MOST_TAKEN: usize = 4 << 20;

/// Where a row stands: in which file, and which of its table's rows it is.
type Place = (usize, usize);

/// Something a row cannot be like.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The field `like`.
    pub span: Range<usize>,
    /// What is wrong.
    pub what: String,
}

/// Whether any row of a file is like another.
pub(crate) fn any(file: &DeTable<'_>) -> bool {
    file.values().any(|rows| match rows.get_ref() {
        DeValue::Array(rows) => rows.iter().filter_map(row_of).any(|row| row.contains_key(LIKE)),
        _ => false,
    })
}

/// Files among which rows are looked up. Of several rows with one name the last is meant.
#[derive(Debug)]
pub(crate) struct Rows<'f, 'a> {
    files: Vec<&'f DeTable<'a>>,
    /// By table, once it was asked for: where rows stand, by id, name and kind in small letters.
    known: BTreeMap<String, BTreeMap<String, Vec<Place>>>,
    taken: usize,
}

impl<'f, 'a> Rows<'f, 'a> {
    pub(crate) fn of(files: Vec<&'f DeTable<'a>>) -> Self {
        Self { files, known: BTreeMap::new(), taken: 0 }
    }

    /// A file with every row whole.
    pub(crate) fn whole(&mut self, file: usize) -> Result<DeTable<'a>, Fault> {
        let mut whole = self.files[file].clone();
        for (table, rows) in &mut whole {
            let DeValue::Array(rows) = rows.get_mut() else { continue };
            for (at, row) in rows.iter_mut().enumerate() {
                let DeValue::Table(row) = row.get_mut() else { continue };
                let Some(like) = row.get(LIKE) else { continue };
                let span = like.span();
                let mut trail = vec![(file, at)];
                *row = self.laid(table.get_ref(), &mut trail).map_err(|what| Fault { span, what })?;
            }
        }
        Ok(whole)
    }

    /// The row at the end of a trail, laid over what it is like.
    fn laid(&mut self, table: &str, trail: &mut Vec<Place>) -> Result<DeTable<'a>, String> {
        let Some(row) = trail.last().and_then(|at| self.row(table, *at)) else { return Ok(DeTable::new()) };
        let Some(like) = row.get(LIKE) else {
            self.taken = self.taken.saturating_add(weight(row));
            if self.taken > MOST_TAKEN {
                return Err(format!("rows here take over more than {MOST_TAKEN} bytes from others"));
            }
            return Ok(row.clone());
        };
        let span = like.span();
        let DeValue::String(word) = like.get_ref() else {
            return Err("a row is like another by its id or name, in quotes".to_owned());
        };
        let Some(next) = self.find(table, word, trail.last().copied()) else {
            let whose = if trail.len() > 1 { "a row this is like is like" } else { "this is like" };
            return Err(format!("{whose} the {table} `{word}`, which is not there"));
        };
        if trail.contains(&next) {
            let names: Vec<&str> =
                trail.iter().chain([&next]).map(|at| self.row(table, *at).map_or("?", called)).collect();
            return Err(format!("these go round: {}", names.join(", like ")));
        }
        if trail.len() > MOST_STEPS {
            return Err(format!("rows are like others over at most {MOST_STEPS} steps"));
        }
        trail.push(next);
        let mut whole = respanned(self.laid(table, trail)?, &span);
        for own in OWN {
            whole.remove(own);
        }
        for (field, value) in row.iter().filter(|(field, _)| field.get_ref() != LIKE) {
            // First out with the old one: its name keeps the place where it stood.
            whole.remove(field.get_ref().as_ref());
            whole.insert(field.clone(), value.clone());
        }
        Ok(whole)
    }

    fn row(&self, table: &str, (file, at): Place) -> Option<&'f DeTable<'a>> {
        match self.files.get(file)?.get(table)?.get_ref() {
            DeValue::Array(rows) => rows.get(at).and_then(row_of),
            _ => None,
        }
    }

    /// The last row of this name that is not the one that asks: a row may take the place of what it is like.
    fn find(&mut self, table: &str, word: &str, but: Option<Place>) -> Option<Place> {
        if !self.known.contains_key(table) {
            let known = self.index(table);
            self.known.insert(table.to_owned(), known);
        }
        let known = self.known.get(table)?;
        // What comes later than the one that asks stands in for it only where nothing earlier has the name.
        let among = |word: &str| {
            let places = known.get(&word.to_lowercase())?;
            let earlier = places.iter().rev().find(|at| but.is_none_or(|but| **at < but));
            earlier.or_else(|| places.iter().find(|at| Some(**at) != but)).copied()
        };
        let found = among(word)?;
        // A row that took its place may have taken its name over.
        match self.row(table, found).and_then(|row| row.get("id")).map(Spanned::get_ref) {
            Some(DeValue::String(id)) => among(id),
            _ => Some(found),
        }
    }

    fn index(&self, table: &str) -> BTreeMap<String, Vec<Place>> {
        let mut known: BTreeMap<String, Vec<Place>> = BTreeMap::new();
        for (file, rows) in self.files.iter().enumerate() {
            let Some(DeValue::Array(rows)) = rows.get(table).map(Spanned::get_ref) else { continue };
            for (at, row) in rows.iter().enumerate() {
                let Some(row) = row_of(row) else { continue };
                for field in KNOWN_BY {
                    if let Some(DeValue::String(name)) = row.get(field).map(Spanned::get_ref) {
                        known.entry(name.to_lowercase()).or_default().push((file, at));
                    }
                }
            }
        }
        known
    }
}

fn row_of<'r, 'a>(row: &'r Spanned<DeValue<'a>>) -> Option<&'r DeTable<'a>> {
    match row.get_ref() {
        DeValue::Table(row) => Some(row),
        _ => None,
    }
}

fn called<'r>(row: &'r DeTable<'_>) -> &'r str {
    let name = |field| match row.get(field).map(Spanned::get_ref) {
        Some(DeValue::String(name)) => Some(name.as_ref()),
        _ => None,
    };
    name("name").or_else(|| name("id")).or_else(|| name("kind")).unwrap_or("?")
}

/// The same, as if it all stood at the field `like`: a mistake in what was taken over is told there.
fn respanned<'a>(table: DeTable<'a>, span: &Range<usize>) -> DeTable<'a> {
    let each = table.into_iter().map(|(field, value)| {
        (Spanned::new(span.clone(), field.into_inner()), moved(value.into_inner(), span))
    });
    each.collect()
}

fn moved<'a>(value: DeValue<'a>, span: &Range<usize>) -> Spanned<DeValue<'a>> {
    let value = match value {
        DeValue::Table(table) => DeValue::Table(respanned(table, span)),
        DeValue::Array(items) => {
            DeValue::Array(items.into_iter().map(|item| moved(item.into_inner(), span)).collect())
        }
        other => other,
    };
    Spanned::new(span.clone(), value)
}

/// About how many bytes a row takes.
fn weight(row: &DeTable<'_>) -> usize {
    fn of(value: &DeValue<'_>) -> usize {
        16 + match value {
            DeValue::String(words) => words.len(),
            DeValue::Array(items) => items.iter().map(|item| of(item.get_ref())).sum(),
            DeValue::Table(table) => weight(table),
            _ => 0,
        }
    }
    row.iter().map(|(field, value)| field.get_ref().len() + of(value.get_ref())).sum()
}
