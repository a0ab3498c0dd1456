//! What can be wrong with a rulebook or a content file, told with its file and line.

use thiserror::Error;

/// One mistake, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{file}:{line}: {problem}")]
pub struct Fault {
    /// Path of the file, relative to the game's folder.
    pub file: String,
    /// Line of the file, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Problem {
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
    /// The content file is not TOML.
    #[error("this is not valid TOML: {0}")]
    NotToml(String),
    /// The first heading is missing.
    #[error("the book needs a title in its first line, such as `# DIRK RULES!`")]
    NoTitle,
    /// There is more than one title.
    #[error("the book has a title already; a section begins with `## `, a rule with `### `")]
    SecondTitle,
    /// A section without a name.
    #[error("this section has no title")]
    UnnamedSection,
    /// A heading of the third level that is no rule.
    #[error("`{0}` is not a rule heading; it reads `### DK-CHECK-01 · Saving throw`")]
    NotARule(String),
    /// The id is malformed.
    #[error(
        "`{0}` is not an id; an id is two capitals, a family in capitals and two digits, as in `DK-CHECK-01`, with an `H` behind it for house rules"
    )]
    BadId(String),
    /// A rule before the first section.
    #[error("rule {0} stands before the first section; put a heading such as `## 1. Basics` above it")]
    NoSection(String),
    /// A rule or entry without a name.
    #[error("{0} has no {1}")]
    Lacks(String, &'static str),
    /// A label that is not one of ours.
    #[error(
        "`{0}` is not a label; labels are Source, Asked, Refused, Example, Ruling and Switch (begin a plain list item with `*`)"
    )]
    UnknownLabel(String),
    /// A label with nothing behind it.
    #[error("`{0}` says nothing; leave it out")]
    EmptyLabel(&'static str),
    /// A label given twice.
    #[error("`{0}` is given twice for one rule; only Switch may be repeated")]
    LabelTwice(&'static str),
    /// Text behind the labelled bullets.
    #[error("the labelled bullets end a rule; move this text above them, or indent it to continue a bullet")]
    TextAfterLabels,
    /// A switch that cannot be read.
    #[error("a switch reads `- Switch: ` and then its name in backticks, a colon and its values")]
    BadSwitch,
    /// A code fence that never closes.
    #[error("this code fence is never closed")]
    OpenFence,
    /// One id, two places.
    #[error("{id} is used already at {first}")]
    Twice {
        /// The id used twice.
        id: String,
        /// File and line of its first use.
        first: String,
    },
    /// More ids than a book can hold.
    #[error("a book holds at most {0} ids")]
    TooMany(usize),
    /// A field with the wrong kind of value.
    #[error("`{0}` must be text in quotes")]
    NotText(&'static str),
}
