//! The book as a program carries it: static text, found by id, in the order of the page.

use crate::id::is_house;
use serde::Serialize;

/// A game's whole rulebook: its rules, and the entries of its content that have an id.
#[derive(Debug)]
pub struct Rulebook {
    title: &'static str,
    preamble: &'static str,
    sections: &'static [Section],
    rules: &'static [Rule],
    by_id: &'static [u16],
}

/// A section of the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Section {
    /// Its heading, such as "2. Abilities and rolls".
    pub title: &'static str,
    /// What stands between the heading and its first rule; may be empty.
    pub intro: &'static str,
}

/// One rule, or one entry of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// Its stable id.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Heading of the section it stands in; for an entry, the name of its content file.
    pub section: &'static str,
    /// What it says, in Markdown; may be empty for an entry.
    pub text: &'static str,
    /// Where the source says it.
    pub source: Option<&'static str>,
    /// Who is asked what.
    pub asked: Option<&'static str>,
    /// What is refused.
    pub refused: Option<&'static str>,
    /// An example.
    pub example: Option<&'static str>,
    /// How we read it where the source is silent or unclear.
    pub ruling: Option<&'static str>,
    /// The house switches it hangs on.
    pub switches: &'static [Switch],
    /// Rule of the book or entry of a table.
    pub kind: Kind,
}

/// A house switch as the book tells it; its type and default are the game's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Switch {
    /// Its name, such as `half_rounding`.
    pub name: &'static str,
    /// Its values in words.
    pub values: &'static str,
}

/// Where a citable thing stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// In `rulebook.md`.
    Rule,
    /// A row of a content file.
    Entry {
        /// The file below `content/`, such as `weapons.toml`.
        file: &'static str,
        /// The array of tables it is a row of, such as `weapon`.
        table: &'static str,
    },
}

impl Rulebook {
    /// Made by the generated code: `by_id` lists the positions of `rules` in the order of their ids.
    pub const fn of(
        title: &'static str,
        preamble: &'static str,
        sections: &'static [Section],
        rules: &'static [Rule],
        by_id: &'static [u16],
    ) -> Self {
        Self { title, preamble, sections, rules, by_id }
    }

    /// The title of the book.
    pub const fn title(&self) -> &'static str {
        self.title
    }

    /// What stands before the first section.
    pub const fn preamble(&self) -> &'static str {
        self.preamble
    }

    /// The sections in the order of the book.
    pub const fn sections(&self) -> &'static [Section] {
        self.sections
    }

    /// Everything citable: the rules in the order of the book, then the entries file by file.
    pub const fn all(&self) -> &'static [Rule] {
        self.rules
    }

    /// The rule or entry with this id.
    pub fn get(&self, id: &str) -> Option<&'static Rule> {
        let at = self.by_id.binary_search_by(|&at| self.rules[usize::from(at)].id.cmp(id)).ok()?;
        Some(&self.rules[usize::from(self.by_id[at])])
    }

    /// The rules of one section, by its heading; or the entries of one content file, by its name.
    pub fn section<'a>(&self, title: &'a str) -> impl Iterator<Item = &'static Rule> + use<'a> {
        self.rules.iter().filter(move |rule| rule.section == title)
    }

    /// The rules of the book, without the entries of its tables.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> + use<> {
        self.rules.iter().filter(|rule| rule.kind == Kind::Rule)
    }

    /// The entries of its tables.
    pub fn entries(&self) -> impl Iterator<Item = &'static Rule> + use<> {
        self.rules.iter().filter(|rule| rule.kind != Kind::Rule)
    }

    /// How many rules and entries can be cited.
    pub const fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether nothing can be cited.
    pub const fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Rules that hold every word, best match first, equals in the order of the book.
    pub fn search(&self, words: &str) -> Vec<&'static Rule> {
        crate::search::search(self.rules, words)
    }
}

impl Rule {
    /// Whether it is ours and not the source's.
    pub fn house(&self) -> bool {
        is_house(self.id)
    }
}
