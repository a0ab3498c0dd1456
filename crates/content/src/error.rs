//! A mistake in a content file, told so that its author finds it: file, line, column, field, what is wrong
//! there, what is allowed instead, and the line itself with a mark below.

use crate::outline::Outline;
use std::fmt;
use std::ops::Range;
use thiserror::Error;

/// One mistake in one file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{file}:{line}:{column}: {}{what}{}", Before(field), Allowed(allowed.as_deref()))]
pub struct ContentError {
    /// The file as its reader named it.
    pub file: String,
    /// Line, counted from 1.
    pub line: u32,
    /// Column in characters, counted from 1.
    pub column: u32,
    /// The field as a dotted path; rows are counted from 1, so `weapon[2].damage` belongs to the second weapon.
    /// Empty where the file as a whole is meant.
    pub field: String,
    /// What is wrong.
    pub what: String,
    /// What may stand there instead, where that can be said.
    pub allowed: Option<String>,
    /// Boxed, so that a result that may hold a mistake stays small.
    excerpt: Box<Excerpt>,
}

/// The line with the mistake, and the part of it to mark.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Excerpt {
    line: String,
    /// In characters of `line`.
    mark: Range<usize>,
}

/// The fields of one file, for a reader with many mistakes to tell.
#[derive(Debug)]
pub struct Fields<'a> {
    file: &'a str,
    text: &'a str,
    outline: Outline,
}

impl<'a> Fields<'a> {
    /// Of this file.
    pub fn of(file: &'a str, text: &'a str) -> Self {
        Self { file, text, outline: Outline::of(text) }
    }

    /// A mistake at a field named by its path; at the nearest field around it if that one is not written.
    pub fn mistake(&self, field: &str, what: impl Into<String>) -> ContentError {
        let span = self.outline.span_of(field);
        ContentError::new(self.file, self.text, span, field.to_owned(), what.into())
    }
}

/// Longest piece of a line that is shown.
const SHOWN: usize = 110;

impl ContentError {
    /// A mistake in the bytes `span` of a file, at the field that stands there.
    pub(crate) fn at(file: &str, text: &str, span: Range<usize>, what: String) -> Self {
        let field = Outline::of(text).field_at(span.start);
        Self::new(file, text, span, field, what)
    }

    /// A mistake at a field named by its path; at the nearest field around it if that one is not written.
    pub fn in_field(file: &str, text: &str, field: &str, what: impl Into<String>) -> Self {
        let span = Outline::of(text).span_of(field);
        Self::new(file, text, span, field.to_owned(), what.into())
    }

    pub(crate) fn new(file: &str, text: &str, span: Range<usize>, field: String, what: String) -> Self {
        let start = floor(text, span.start);
        let before = &text[..start];
        let begin = before.rfind('\n').map_or(0, |at| at + 1);
        let whole = text[begin..].lines().next().unwrap_or("");
        let column = text[begin..start].chars().count();
        let marked =
            text[start..floor(text, span.end.max(start))].lines().next().unwrap_or("").chars().count();
        // Of a very long line only the surroundings of the mark are shown.
        let skipped = column.saturating_sub(SHOWN / 2);
        let line: String = whole.chars().skip(skipped).take(SHOWN).collect();
        let from = column - skipped;
        let excerpt = Box::new(Excerpt { mark: from..(from + marked.max(1)).min(SHOWN.max(from + 1)), line });
        let line = counted(before.bytes().filter(|&b| b == b'\n').count());
        Self { file: file.to_owned(), line, column: counted(column), field, what, allowed: None, excerpt }
    }

    /// The same mistake, with what may stand there instead.
    #[must_use]
    pub fn allowing(mut self, allowed: impl Into<String>) -> Self {
        self.allowed = Some(allowed.into());
        self
    }

    /// The mistake with its line and a mark below, for terminals and pages with fixed width.
    pub fn render(&self) -> String {
        let number = self.line.to_string();
        let gutter = " ".repeat(number.len());
        let Excerpt { line, mark } = &*self.excerpt;
        // Tabs stay tabs, so that the mark keeps below what it marks.
        let pad: String = line
            .chars()
            .chain(std::iter::repeat(' '))
            .take(mark.start)
            .map(|c| if c == '\t' { c } else { ' ' })
            .collect();
        let carets = "^".repeat(mark.len());
        format!("{self}\n{gutter} |\n{number} | {line}\n{gutter} | {pad}{carets}")
    }
}

struct Before<'a>(&'a str);
impl fmt::Display for Before<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, "{}: ", self.0) }
    }
}

struct Allowed<'a>(Option<&'a str>);
impl fmt::Display for Allowed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |allowed| write!(f, "; allowed: {allowed}"))
    }
}

/// The nearest place at or before `at` where a character begins.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// From a place counted from 0 to one counted from 1.
fn counted(at: usize) -> u32 {
    u32::try_from(at).map_or(u32::MAX, |at| at.saturating_add(1))
}
