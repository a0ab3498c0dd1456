//! One file put together from several: a file, and rows that were added to it elsewhere. Mistakes are told where they stand.

use std::fmt::Write as _;

use crate::error::ContentError;
use crate::outline::Outline;

/// Texts that are read as one.
#[derive(Debug)]
pub struct Joined<'a> {
    text: String,
    /// Each file with its text, and the line on which it begins.
    parts: Vec<(&'a str, &'a str, u32)>,
}

impl<'a> Joined<'a> {
    /// These, each a file and its text, one after the other.
    pub fn of(parts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let (mut joined, mut line) = (Self { text: String::new(), parts: Vec::new() }, 1);
        for (file, text) in parts {
            joined.parts.push((file, text, line));
            let _ = writeln!(joined.text, "{text}");
            line += u32::try_from(text.bytes().filter(|byte| *byte == b'\n').count()).unwrap_or(0) + 1;
        }
        joined
    }

    /// All of it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A mistake found in the whole, told of the part it stands in.
    #[must_use]
    pub fn placed(&self, mut mistake: ContentError) -> ContentError {
        let found = self.parts.iter().skip(1).rev().find(|(.., begins)| mistake.line >= *begins);
        let Some((file, text, begins)) = found else { return mistake };
        mistake.file = (*file).to_owned();
        mistake.line -= begins - 1;
        // Rows are counted in the part as well.
        let lines = text.split_inclusive('\n').take(mistake.line as usize - 1);
        let before: usize = lines.map(str::len).sum();
        let rest = text.get(before..).unwrap_or_default();
        let column = rest.chars().take(mistake.column as usize - 1).map(char::len_utf8).sum::<usize>();
        let field = Outline::of(text).field_at(before + column);
        let (counted, end) = (head(&mistake.field), head(&field));
        if !counted.is_empty() && !end.is_empty() {
            mistake.field = format!("{end}{}", &mistake.field[counted.len()..]);
        }
        mistake
    }

    /// Whether a mistake found in the whole stands in a part that was added.
    pub fn is_added(&self, mistake: &ContentError) -> bool {
        self.parts.get(1).is_some_and(|(.., begins)| mistake.line >= *begins)
    }
}

/// The row of a field: `place[2]` of `place[2].name`.
fn head(field: &str) -> &str {
    field.find(']').map_or("", |end| &field[..=end])
}
