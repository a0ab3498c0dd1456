//! Which field stands at which byte of a TOML text, and back. Built from the parser's events and not from the
//! finished document, so that broken files, double keys and unknown keys have their field too.

use std::collections::BTreeMap;
use std::ops::Range;
use toml_parser::Source;
use toml_parser::parser::{Event, EventKind, RecursionGuard, parse_document};

/// The fields of a text in the order in which they are written.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    marks: Vec<Mark>,
    too_long: Option<Range<usize>>,
}

/// Longest path of a field. Nothing is read beyond a longer one: tables a thousand deep would cost a reader
/// its memory or its stack.
pub(crate) const PATH_BYTES: usize = 200;

#[derive(Debug)]
struct Mark {
    start: usize,
    field: String,
    /// The value, once it is read; of a table in brackets, its heading.
    value: Range<usize>,
}

/// Deeper nesting is refused by the reader anyway.
const DEPTH: u32 = 100;

impl Outline {
    pub(crate) fn of(text: &str) -> Self {
        let source = Source::new(text);
        let tokens = source.lex().into_vec();
        let mut walk = Walk { text, ..Walk::default() };
        let mut receive = |event: Event| walk.event(event);
        let mut guard = RecursionGuard::new(&mut receive, DEPTH);
        // Errors of the parser are told by the reader; here only the events count.
        parse_document(&tokens, &mut guard, &mut ());
        walk.close_heading(text.len());
        walk.outline
    }

    /// Where the first field stands whose path is longer than [`PATH_BYTES`].
    pub(crate) fn too_long(&self) -> Option<Range<usize>> {
        self.too_long.clone()
    }

    /// The field that is being written at this byte; empty before the first one.
    pub(crate) fn field_at(&self, at: usize) -> String {
        let last = self.marks.iter().rev().find(|mark| mark.start <= at);
        last.map(|mark| mark.field.clone()).unwrap_or_default()
    }

    /// Where the value of a field stands, or what is nearest around it.
    pub(crate) fn span_of(&self, field: &str) -> Range<usize> {
        let mut wanted = field;
        loop {
            if let Some(mark) = self.marks.iter().find(|mark| mark.field == wanted) {
                return mark.value.clone();
            }
            let Some(cut) = wanted.rfind(['.', '[']) else { return 0..0 };
            wanted = &wanted[..cut];
        }
    }
}

#[derive(Default)]
struct Walk<'a> {
    text: &'a str,
    outline: Outline,
    /// The table in brackets that is open.
    table: String,
    /// How many rows each array of tables has so far.
    rows: BTreeMap<String, usize>,
    heading: Option<Heading>,
    /// Arrays and inline tables that are open, innermost last.
    nest: Vec<Nest>,
    /// The parts of the key being read.
    key: Vec<String>,
    /// The field whose value comes next.
    field: String,
    field_mark: Option<usize>,
}

struct Heading {
    start: usize,
    array: bool,
}

struct Nest {
    /// Field of the array or inline table itself.
    field: String,
    mark: Option<usize>,
    start: usize,
    /// Of an array: how many items were begun.
    items: Option<usize>,
}

impl Walk<'_> {
    fn event(&mut self, event: Event) {
        if self.outline.too_long.is_some() {
            return;
        }
        let span = event.span().start()..event.span().end();
        match event.kind() {
            EventKind::StdTableOpen => self.open_heading(span.start, false),
            EventKind::ArrayTableOpen => self.open_heading(span.start, true),
            EventKind::StdTableClose | EventKind::ArrayTableClose | EventKind::Newline => {
                self.close_heading(span.end);
            }
            EventKind::SimpleKey => self.key(span),
            EventKind::KeyValSep => {
                self.key.clear();
            }
            EventKind::InlineTableOpen | EventKind::ArrayOpen => {
                self.item(span.start);
                let items = (event.kind() == EventKind::ArrayOpen).then_some(0);
                let (field, mark) = (self.field.clone(), self.field_mark);
                self.nest.push(Nest { field, mark, start: span.start, items });
            }
            EventKind::InlineTableClose | EventKind::ArrayClose => {
                if let Some(nest) = self.nest.pop() {
                    self.value(nest.mark, nest.start..span.end);
                }
                self.key.clear();
            }
            EventKind::Scalar => {
                self.item(span.start);
                self.value(self.field_mark, span);
            }
            EventKind::ValueSep => self.key.clear(),
            EventKind::KeySep | EventKind::Whitespace | EventKind::Comment | EventKind::Error => {}
        }
    }

    fn open_heading(&mut self, start: usize, array: bool) {
        self.nest.clear();
        self.key.clear();
        self.heading = Some(Heading { start, array });
    }

    fn close_heading(&mut self, end: usize) {
        let Some(Heading { start, array }) = self.heading.take() else { return };
        let mut path = String::new();
        let last = self.key.len().saturating_sub(1);
        for (at, key) in self.key.iter().enumerate() {
            path = joined(&path, key);
            let row = if array && at == last {
                let rows = self.rows.entry(path.clone()).or_default();
                *rows += 1;
                Some(*rows)
            } else {
                self.rows.get(&path).copied()
            };
            if let Some(row) = row {
                path = format!("{path}[{row}]");
            }
        }
        self.key.clear();
        self.outline.marks.push(Mark { start, field: path.clone(), value: start..end });
        self.table = path;
    }

    fn key(&mut self, span: Range<usize>) {
        let raw = self.text.get(span.clone()).unwrap_or_default();
        self.key.push(raw.trim_matches(['"', '\'']).to_owned());
        if self.heading.is_some() {
            // Measured here, for a heading is put together only at its end.
            let length: usize = self.key.iter().map(|key| key.len() + 1).sum();
            if length > PATH_BYTES {
                self.outline.too_long = Some(span);
            }
            return;
        }
        let around = self.nest.last().map_or(&self.table, |nest| &nest.field);
        self.field = self.key.iter().fold(around.clone(), |path, key| joined(&path, key));
        self.mark(span);
    }

    /// A value begins: in an array it is the next item.
    fn item(&mut self, start: usize) {
        if let Some(Nest { field, items: Some(items), .. }) = self.nest.last_mut() {
            *items += 1;
            self.field = format!("{field}[{items}]");
            self.mark(start..start);
        }
    }

    fn mark(&mut self, span: Range<usize>) {
        if self.field.len() > PATH_BYTES {
            self.outline.too_long = Some(span);
            return;
        }
        self.field_mark = Some(self.outline.marks.len());
        self.outline.marks.push(Mark { start: span.start, field: self.field.clone(), value: span });
    }

    fn value(&mut self, mark: Option<usize>, span: Range<usize>) {
        if let Some(mark) = mark.and_then(|at| self.outline.marks.get_mut(at)) {
            mark.value = span;
        }
    }
}

fn joined(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"title = "x"
[[weapon]]
id = "a"
[[weapon]]
id = "b"
damage = { dice = "1d6", "kind" = "fire" }
attacks = [
  { name = "bite" },
  { name = "claw" },
]
[weapon.pool]
size.most = 3
"#;

    #[test]
    fn every_field_is_found_where_it_stands() {
        let outline = Outline::of(TEXT);
        for (field, text) in [
            ("title", "\"x\""),
            ("weapon[1].id", "\"a\""),
            ("weapon[2]", "[[weapon]]"),
            ("weapon[2].damage", "{ dice = \"1d6\", \"kind\" = \"fire\" }"),
            ("weapon[2].damage.kind", "\"fire\""),
            ("weapon[2].attacks[2].name", "\"claw\""),
            ("weapon[2].pool.size.most", "3"),
        ] {
            let span = outline.span_of(field);
            assert_eq!(&TEXT[span.clone()], text, "{field}");
            assert_eq!(outline.field_at(span.start).as_str(), field);
        }
    }

    #[test]
    fn a_field_that_is_not_written_is_found_at_what_is_around_it() {
        let outline = Outline::of(TEXT);
        assert_eq!(outline.span_of("weapon[2].damage.bonus"), outline.span_of("weapon[2].damage"));
        assert_eq!(outline.span_of("weapon[2].weight"), outline.span_of("weapon[2]"));
        assert_eq!(outline.span_of("nothing"), 0..0);
    }
}
