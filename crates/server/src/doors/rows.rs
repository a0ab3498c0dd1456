//! The book as rows in the save: one for each browser, seat, knock and block, so that a change writes a row or two and
//! not the whole book.

use std::collections::{BTreeMap, BTreeSet};

use boneyard_store::{DoorChange, DoorRow};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::book::{Book, TableDoor, VisitorId};

const VISITOR: &str = "visitor";
const SEAT: &str = "seat";
const KNOCK: &str = "knock";
const BLOCKED: &str = "blocked";
/// What is left of a door without those.
const DOOR: &str = "door";

/// What is different in `new`.
pub(super) fn changes(old: &Book, new: &Book) -> Vec<DoorChange> {
    let mut changes = Vec::new();
    let browsers: BTreeSet<&VisitorId> = old.visitors.keys().chain(new.visitors.keys()).collect();
    for id in browsers {
        let (was, is) = (old.visitors.get(id), new.visitors.get(id));
        if was != is {
            changes.push(change("", format!("{VISITOR} {}", id.digest()), is.map(json)));
        }
    }
    let tables: BTreeSet<&String> = old.tables.keys().chain(new.tables.keys()).collect();
    for table in tables {
        let (was, is) = (old.tables.get(table), new.tables.get(table));
        if was == is {
            continue;
        }
        let (was, mut is) = (rows_of(was), rows_of(is));
        for (key, value) in was {
            match is.remove(&key) {
                Some(same) if same == value => {}
                other => changes.push(change(table, key, other)),
            }
        }
        changes.extend(is.into_iter().map(|(key, value)| change(table, key, Some(value))));
    }
    changes
}

/// The book that was written down so; or what of it cannot be read.
pub(super) fn read(rows: Vec<DoorRow>) -> Result<Book, String> {
    let mut book = Book::default();
    // The door first, for seats and knocks are put into it.
    let (doors, others): (Vec<DoorRow>, Vec<DoorRow>) = rows.into_iter().partition(|row| row.key == DOOR);
    for row in doors {
        let door = parsed(&row)?;
        book.tables.insert(row.table, door);
    }
    for row in others {
        let Some((kind, of)) = row.key.split_once(' ') else { continue };
        let visitor = || VisitorId::read(of);
        if kind == VISITOR {
            book.visitors.insert(visitor(), parsed(&row)?);
            continue;
        }
        let door = book.tables.entry(row.table.clone()).or_default();
        match kind {
            SEAT => drop(door.seats.insert(visitor(), parsed(&row)?)),
            KNOCK => door.knocks.push(parsed(&row)?),
            BLOCKED => drop(door.blocked.insert(visitor())),
            // Of a newer program, which says so elsewhere.
            _ => {}
        }
    }
    // Their numbers count them, but as text 10 comes before 9.
    book.tables.values_mut().for_each(|door| door.knocks.sort_by_key(|knock| knock.id));
    Ok(book)
}

fn rows_of(door: Option<&TableDoor>) -> BTreeMap<String, String> {
    let Some(door) = door else { return BTreeMap::new() };
    let seats = door.seats.iter().map(|(id, seat)| (format!("{SEAT} {}", id.digest()), json(seat)));
    let knocks = door.knocks.iter().map(|knock| (format!("{KNOCK} {}", knock.id), json(knock)));
    let blocked = door.blocked.iter().map(|id| (format!("{BLOCKED} {}", id.digest()), "true".to_owned()));
    let rest = [(DOOR.to_owned(), json(&door.without_people()))];
    seats.chain(knocks).chain(blocked).chain(rest).collect()
}

fn change(table: &str, key: String, value: Option<String>) -> DoorChange {
    let table = table.to_owned();
    match value {
        Some(value) => DoorChange::Is(DoorRow { table, key, value }),
        None => DoorChange::Gone { table, key },
    }
}

fn json(value: &impl Serialize) -> String {
    // Names and numbers always can be written.
    serde_json::to_string(value).unwrap_or_default()
}

fn parsed<T: DeserializeOwned>(row: &DoorRow) -> Result<T, String> {
    serde_json::from_str(&row.value).map_err(|error| format!("\"{}\": {error}", row.key))
}
