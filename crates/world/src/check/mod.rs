//! What stands against an adventure file that could be read: mistakes, which refuse it; warnings; and what a table without a
//! game master could not decide. Each with its file, line, column and field. Reading a picture or a map beside the file is I/O
//! and done elsewhere.

mod bounds;
mod drawn;
mod graph;
mod loops;
mod names;
mod nowhere;
mod reach;
mod time;
mod undecided;

pub use bounds::{MOST_DEEP, MOST_EVENTS, MOST_OPEN, MOST_PLACES, MOST_ROWS};

use std::collections::BTreeSet;

use boneyard_content::{ContentError, Fields, read};

use crate::adventure::Adventure;
use crate::dialect::Dialect;
use crate::dictionary::Dictionary;

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Why it is refused.
    pub mistakes: Vec<ContentError>,
    /// What is likely not meant so.
    pub warnings: Vec<ContentError>,
    /// What a table without a game master could not decide.
    pub undecided: Vec<ContentError>,
}

impl Findings {
    /// Whether a table can open it.
    pub fn is_sound(&self) -> bool {
        self.mistakes.is_empty()
    }
}

/// Reads and checks an adventure for one game.
pub fn check<G: Dialect>(file: &str, text: &str, known: &Dictionary) -> (Option<Adventure<G>>, Findings) {
    match read::<Adventure<G>>(file, text) {
        Ok(adventure) => {
            let findings = check_read(file, text, &adventure, known);
            (Some(adventure), findings)
        }
        Err(mistake) => (None, Findings { mistakes: vec![mistake], ..Findings::default() }),
    }
}

/// Checks what was read from this file.
pub fn check_read<G: Dialect>(
    file: &str,
    text: &str,
    adventure: &Adventure<G>,
    known: &Dictionary,
) -> Findings {
    let mut told = Told::default();
    bounds::check(adventure, &mut told);
    // A file beyond its bounds is not looked into.
    if told.mistakes.is_empty() {
        names::check(adventure, known, &mut told);
        nowhere::check(adventure, &mut told);
        drawn::check(adventure, &mut told);
        // Warnings follow names, so they wait until all names lead somewhere.
        if told.mistakes.is_empty() {
            reach::check(adventure, &mut told);
            loops::check(adventure, &mut told);
            undecided::check(adventure, &mut told);
        }
    }
    told.findings(file, text)
}

/// Most that is told of one kind: whoever has more has one mistake in many places.
const MOST_TOLD: usize = 100;

/// Found so far: the field, what is wrong, and what is allowed.
#[derive(Debug, Default)]
pub(crate) struct Told {
    mistakes: Vec<Found>,
    warnings: Vec<Found>,
    undecided: Vec<Found>,
}

#[derive(Debug)]
struct Found {
    field: String,
    what: String,
    allowed: Option<String>,
}

impl Told {
    /// Something that refuses the file.
    pub(crate) fn mistake(&mut self, field: impl Into<String>, what: impl Into<String>) {
        put(&mut self.mistakes, field.into(), what.into(), None);
    }

    /// The same, with what may stand there.
    pub(crate) fn instead(
        &mut self,
        field: impl Into<String>,
        what: impl Into<String>,
        allowed: impl Into<String>,
    ) {
        put(&mut self.mistakes, field.into(), what.into(), Some(allowed.into()));
    }

    /// Something that is likely not meant so.
    pub(crate) fn warning(&mut self, field: impl Into<String>, what: impl Into<String>) {
        put(&mut self.warnings, field.into(), what.into(), None);
    }

    /// Something a table without a game master could not decide.
    pub(crate) fn undecided(&mut self, field: impl Into<String>, what: impl Into<String>) {
        put(&mut self.undecided, field.into(), what.into(), None);
    }

    fn findings(self, file: &str, text: &str) -> Findings {
        if [&self.mistakes, &self.warnings, &self.undecided].iter().all(|found| found.is_empty()) {
            return Findings::default();
        }
        let fields = Fields::of(file, text);
        let told = |found: Vec<Found>| {
            let mut told: Vec<ContentError> = found
                .into_iter()
                .map(|Found { field, what, allowed }| {
                    let mistake = fields.mistake(&field, what);
                    match allowed {
                        Some(allowed) => mistake.allowing(allowed),
                        None => mistake,
                    }
                })
                .collect();
            told.sort_by_key(|mistake| (mistake.line, mistake.column));
            told
        };
        Findings {
            mistakes: told(self.mistakes),
            warnings: told(self.warnings),
            undecided: told(self.undecided),
        }
    }
}

fn put(all: &mut Vec<Found>, field: String, what: String, allowed: Option<String>) {
    if all.len() < MOST_TOLD {
        all.push(Found { field, what, allowed });
    }
}

/// What may stand there: the one that looks most like it, or all if there are few.
pub(crate) fn like<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let known: BTreeSet<&str> = known.into_iter().collect();
    let wanted: Vec<char> = name.to_lowercase().chars().take(40).collect();
    let near = known.iter().filter_map(|one| {
        let one_chars: Vec<char> = one.to_lowercase().chars().take(41).collect();
        let far = apart(&wanted, &one_chars);
        (far <= 1 + wanted.len() / 5).then_some((far, *one))
    });
    match near.min() {
        Some((_, near)) => Some(format!("perhaps `{near}`")),
        None if known.is_empty() => None,
        None if known.len() <= 12 => {
            Some(known.iter().map(|one| format!("`{one}`")).collect::<Vec<_>>().join(", "))
        }
        None => None,
    }
}

/// How many letters have to change to make one word of the other.
fn apart(one: &[char], other: &[char]) -> usize {
    if one.len().abs_diff(other.len()) > 9 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.iter().enumerate() {
        let mut before = row[0];
        row[0] = at + 1;
        for (place, wanted) in other.iter().enumerate() {
            let kept = before + usize::from(letter != wanted);
            before = row[place + 1];
            row[place + 1] = kept.min(before + 1).min(row[place] + 1);
        }
    }
    row[other.len()]
}
