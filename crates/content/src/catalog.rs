//! Entries of one kind from all packs of a table, ordered by id. A later pack adds entries or, where it says
//! so, replaces them; nothing is replaced by accident.

use crate::error::ContentError;
use crate::pack::PackFile;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use foldhash::fast::FixedState;

/// A row of content that can be looked up.
pub trait Entry {
    /// Whether two entries may not have the same name. Where they may, `named` gives the one with the first id.
    const UNIQUE_NAMES: bool = true;
    /// Its stable id.
    fn id(&self) -> &str;
    /// Its name; capitals do not matter.
    fn name(&self) -> &str;
    /// Whether it says `replace = true`.
    fn replaces(&self) -> bool;
    /// Keys it keeps for others and does not read itself.
    fn unread(&self) -> Vec<&str> {
        Vec::new()
    }
}

/// Where an entry comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Name of the pack.
    pub pack: Arc<str>,
    /// Pack and path of the file.
    pub file: Arc<str>,
}

/// All entries of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catalog<T> {
    entries: Vec<(T, Origin)>,
    /// Where each id stands: rules look entries up in every fight of a simulation.
    places: HashMap<Box<str>, usize, FixedState>,
    /// Where each name stands, in small letters; of several the one with the first id.
    names: HashMap<Box<str>, usize, FixedState>,
    near: Near,
    /// What all ids begin with: most that are asked for in vain are of another kind.
    common: Box<str>,
}

/// Where ids stand by the address of their letters. The one who looks an entry up has mostly got its id from that
/// entry, so that it need not be read. Two catalogs with the same entries are the same wherever those lie.
#[derive(Clone, Default)]
struct Near(Vec<u32>);

impl Near {
    fn of<'a>(ids: impl ExactSizeIterator<Item = &'a str>) -> Self {
        let mut near = Self(vec![u32::MAX; (4 * ids.len()).next_power_of_two()]);
        for (at, id) in (0..).zip(ids) {
            let slot = near.slot(id);
            near.0[slot] = at;
        }
        near
    }

    #[inline]
    fn slot(&self, id: &str) -> usize {
        let spread = (id.as_ptr().addr() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (spread >> 32) as usize & (self.0.len() - 1)
    }

    /// Where it may stand: whether it is the same must still be seen.
    #[inline]
    fn get(&self, id: &str) -> Option<usize> {
        if self.0.is_empty() { None } else { Some(self.0[self.slot(id)] as usize) }
    }
}

impl PartialEq for Near {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Near {}

impl fmt::Debug for Near {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Near")
    }
}

impl<T> Default for Catalog<T> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            places: HashMap::default(),
            names: HashMap::default(),
            near: Near::default(),
            common: Box::default(),
        }
    }
}

impl<T: Entry> Catalog<T> {
    /// Takes in the rows that a file holds under `table`; on a mistake nothing is taken in and all mistakes
    /// are told.
    pub fn merge(&mut self, file: &PackFile, table: &str, rows: Vec<T>) -> Result<(), Vec<ContentError>> {
        let faults: Vec<ContentError> =
            (0..rows.len()).filter_map(|at| self.fault(file, table, &rows, at)).collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        for row in rows {
            let origin = Origin { pack: file.pack.clone(), file: file.path.clone() };
            match self.position(row.id()) {
                Ok(at) => self.entries[at] = (row, origin),
                Err(at) => self.entries.insert(at, (row, origin)),
            }
        }
        self.places = self.iter().enumerate().map(|(at, entry)| (entry.id().into(), at)).collect();
        self.near = Near::of(self.iter().map(Entry::id));
        self.common = match (self.entries.first(), self.entries.last()) {
            (Some((first, _)), Some((last, _))) => common(first.id(), last.id()).into(),
            _ => Box::default(),
        };
        // Backwards, so that the first one stands in the end.
        let names = self.iter().enumerate().rev();
        self.names = names.map(|(at, entry)| (small(entry.name()).into(), at)).collect();
        Ok(())
    }

    /// The entry with this id.
    #[inline]
    pub fn get(&self, id: &str) -> Option<&T> {
        let near = self.near.get(id).and_then(|at| self.entries.get(at));
        match near {
            Some((entry, _)) if std::ptr::eq(entry.id(), id) => Some(entry),
            _ => self.read(id),
        }
    }

    /// The same by its letters.
    fn read(&self, id: &str) -> Option<&T> {
        if !id.starts_with(&*self.common) {
            return None;
        }
        self.places.get(id).map(|&at| &self.entries[at].0)
    }

    /// The entry with this name; capitals do not matter.
    pub fn named(&self, name: &str) -> Option<&T> {
        self.place_named(name).map(|at| &self.entries[at].0)
    }

    /// Where the entry with this name stands, for the one who looks it up again and again.
    pub fn place_named(&self, name: &str) -> Option<usize> {
        let mut short = [0; 48];
        match short.get_mut(..name.len()).filter(|_| name.is_ascii()) {
            Some(letters) => {
                letters.copy_from_slice(name.as_bytes());
                letters.make_ascii_lowercase();
                str::from_utf8(letters).ok().and_then(|name| self.names.get(name)).copied()
            }
            None => self.names.get(small(name).as_str()).copied(),
        }
    }

    /// Where the entry with this id comes from.
    pub fn origin(&self, id: &str) -> Option<&Origin> {
        self.places.get(id).map(|&at| &self.entries[at].1)
    }

    /// All entries, in the order of their ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &T> + DoubleEndedIterator {
        self.entries.iter().map(|(entry, _)| entry)
    }

    /// The entry at this place in the order of their ids.
    #[inline]
    pub fn nth(&self, at: usize) -> Option<&T> {
        self.entries.get(at).map(|(entry, _)| entry)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn position(&self, id: &str) -> Result<usize, usize> {
        self.entries.binary_search_by(|(entry, _)| entry.id().cmp(id))
    }

    /// What stands against one of the rows.
    fn fault(&self, file: &PackFile, table: &str, rows: &[T], at: usize) -> Option<ContentError> {
        let (row, before) = (&rows[at], &rows[..at]);
        let field = |name: &str| format!("{table}[{}].{name}", at + 1);
        let id = row.id();
        if let Some(first) = before.iter().position(|other| other.id() == id) {
            let what = format!("{id} stands already at {table}[{}] of this file", first + 1);
            return Some(file.mistake(&field("id"), what));
        }
        match (self.origin(id), row.replaces()) {
            (Some(origin), false) => {
                let what = format!("{id} comes already from {}", origin.file);
                return Some(
                    file.mistake(&field("id"), what).allowing("`replace = true`, or an id of its own"),
                );
            }
            (None, true) => {
                return Some(file.mistake(&field("replace"), format!("there is no {id} to replace")));
            }
            _ => {}
        }
        if !T::UNIQUE_NAMES {
            return None;
        }
        let name = row.name();
        let in_file =
            before.iter().find(|other| same_name(other.name(), name)).map(|other| (other.id(), &file.path));
        let replaced = |id: &str| rows.iter().any(|row| row.id() == id);
        let elsewhere = self
            .entries
            .iter()
            .find(|(other, _)| same_name(other.name(), name) && !replaced(other.id()))
            .map(|(other, origin)| (other.id(), &origin.file));
        let (other, from) = in_file.or(elsewhere)?;
        Some(file.mistake(&field("name"), format!("`{name}` is the name of {other} from {from} already")))
    }
}

/// What two ids begin with alike; so do all between them in their order.
fn common<'a>(first: &'a str, last: &str) -> &'a str {
    let same = first.chars().zip(last.chars()).take_while(|(one, other)| one == other);
    let length: usize = same.map(|(one, _)| one.len_utf8()).sum();
    &first[..length]
}

/// A name in small letters.
fn small(name: &str) -> String {
    name.chars().flat_map(char::to_lowercase).collect()
}

fn same_name(one: &str, other: &str) -> bool {
    // Nearly all names are plain letters.
    if one.is_ascii() && other.is_ascii() {
        return one.eq_ignore_ascii_case(other);
    }
    one.chars().flat_map(char::to_lowercase).eq(other.chars().flat_map(char::to_lowercase))
}
