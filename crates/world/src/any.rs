//! A dialect as programs take it from a shelf, whatever the game.

use std::fmt::Debug;
use std::marker::PhantomData;

use serde_json::Value;

use crate::check::{Findings, check};
use crate::dialect::Dialect;
use crate::dictionary::Dictionary;
use crate::sample::sample;
use crate::schema::schema;

/// What can be done with the adventures of a game without knowing which game it is.
pub trait AnyDialect: Debug + Sync {
    /// The name of the game.
    fn game(&self) -> &'static str;
    /// Reads and checks a file.
    fn check(&self, file: &str, text: &str, known: &Dictionary) -> Checked;
    /// The JSON Schema of its adventures.
    fn schema(&self) -> Value;
    /// A first adventure.
    fn sample(&self) -> String;
}

/// What was found in a file, and what it holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// What was found.
    pub findings: Findings,
    /// How many of each there are, if the file could be read.
    pub holds: Vec<(&'static str, usize)>,
    /// Files beside it that it names, with the field.
    pub beside: Vec<(String, String)>,
}

/// The dialect of a game.
#[derive(Clone, Copy, Debug)]
pub struct Of<G: Dialect>(PhantomData<G>);

impl<G: Dialect> Of<G> {
    /// Of this game.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G: Dialect> Default for Of<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Dialect> AnyDialect for Of<G> {
    fn game(&self) -> &'static str {
        G::GAME
    }

    fn check(&self, file: &str, text: &str, known: &Dictionary) -> Checked {
        let (adventure, findings) = check::<G>(file, text, known);
        let Some(adventure) = adventure else { return Checked { findings, ..Checked::default() } };
        let holds = vec![
            ("places", adventure.place.len()),
            ("ways", adventure.way.len()),
            ("people", adventure.person.len()),
            ("tries", adventure.tries.len()),
            ("events", adventure.event.len()),
        ];
        let mut beside = Vec::new();
        crate::walk::walk(&adventure, &mut |met| {
            if met.mark == "file" {
                beside.push((met.path.to_owned(), met.text.to_owned()));
            }
        });
        Checked { findings, holds, beside }
    }

    fn schema(&self) -> Value {
        schema::<G>()
    }

    fn sample(&self) -> String {
        sample::<G>()
    }
}
