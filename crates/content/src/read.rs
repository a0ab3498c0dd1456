//! Reading one TOML file into a game's own type. Serde's words are turned into ones that an author of content
//! understands; the field comes from the outline of the text.

use crate::error::ContentError;
use crate::like::{self, Rows};
use crate::limits::Limits;
use crate::outline::{Outline, PATH_BYTES};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::{DeTable, Deserializer, Error};

/// Reads a file within the usual limits. Types should refuse unknown keys (`#[serde(deny_unknown_fields)]`).
pub fn read<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, ContentError> {
    read_within(&Limits::default(), file, text)
}

/// Reads a file within these limits. A row may be like another of the file.
pub fn read_within<T: DeserializeOwned>(limits: &Limits, file: &str, text: &str) -> Result<T, ContentError> {
    let (outline, table) = parse(limits, file, text)?;
    if !like::any(table.get_ref()) {
        return typed(file, text, &outline, table);
    }
    let whole = Rows::of(vec![table.get_ref()]).whole(0);
    let whole = whole.map_err(|fault| ContentError::at(file, text, fault.span, fault.what))?;
    typed(file, text, &outline, Spanned::new(table.span(), whole))
}

/// What stands in a file, within these limits.
pub(crate) fn parse<'a>(
    limits: &Limits,
    file: &str,
    text: &'a str,
) -> Result<(Outline, Spanned<DeTable<'a>>), ContentError> {
    limits.check_size(file, text)?;
    let outline = Outline::of(text);
    if let Some(span) = outline.too_long() {
        let what =
            format!("this is nested too deep; the path of a field may have at most {PATH_BYTES} bytes");
        return Err(ContentError::new(file, text, span, String::new(), what));
    }
    let table = DeTable::parse(text).map_err(|error| told(file, text, &outline, &error))?;
    limits.check_values(file, text, table.get_ref())?;
    Ok((outline, table))
}

/// The same in a game's own type.
pub(crate) fn typed<T: DeserializeOwned>(
    file: &str,
    text: &str,
    outline: &Outline,
    table: Spanned<DeTable<'_>>,
) -> Result<T, ContentError> {
    T::deserialize(Deserializer::from(table)).map_err(|error| told(file, text, outline, &error))
}

/// A row as a content file has it, heading included.
pub fn written(table: &str, row: &impl Serialize) -> Result<String, String> {
    toml::to_string(&BTreeMap::from([(table, [row])])).map_err(|error| error.to_string())
}

/// The error in our words, at its place.
fn told(file: &str, text: &str, outline: &Outline, error: &Error) -> ContentError {
    let span = error.span().unwrap_or(0..0);
    let message = error.message();
    // The file as a whole has an empty span at its start.
    let field = if span == (0..0) { String::new() } else { outline.field_at(span.start) };
    if let Some(name) = quoted_after(message, "missing field ") {
        let field = if field.is_empty() { name.to_owned() } else { format!("{field}.{name}") };
        return ContentError::new(file, text, span, field, "this field is missing".to_owned());
    }
    let (what, allowed) = match message.split_once(", expected ") {
        Some((what, allowed)) => (what, Some(allowed)),
        None => match message.strip_prefix("wanted ") {
            Some(allowed) => ("this is something else", Some(allowed)),
            None => (message, None),
        },
    };
    let error = ContentError::new(file, text, span, field, plain(what));
    match allowed {
        Some(allowed) => error.allowing(in_words(allowed)),
        None => error,
    }
}

fn plain(what: &str) -> String {
    if what == "duplicate key" {
        return "this key stands here for the second time".to_owned();
    }
    for before in ["invalid type: ", "invalid value: "] {
        if let Some(found) = what.strip_prefix(before) {
            return format!("{found} does not fit here");
        }
    }
    if let Some(name) = quoted_after(what, "unknown field ") {
        return format!("there is no field `{name}` here");
    }
    if let Some(name) = quoted_after(what, "unknown variant ") {
        return format!("`{name}` is not one of the choices");
    }
    what.to_owned()
}

fn in_words(allowed: &str) -> String {
    let number = match allowed {
        "u8" => Some((0, i64::from(u8::MAX))),
        "u16" => Some((0, i64::from(u16::MAX))),
        "u32" => Some((0, i64::from(u32::MAX))),
        "i8" => Some((i64::from(i8::MIN), i64::from(i8::MAX))),
        "i16" => Some((i64::from(i16::MIN), i64::from(i16::MAX))),
        "i32" => Some((i64::from(i32::MIN), i64::from(i32::MAX))),
        _ => None,
    };
    match (number, allowed) {
        (Some((least, most)), _) => format!("a whole number from {least} to {most}"),
        (None, "u64" | "usize") => "a whole number from 0".to_owned(),
        (None, "i64" | "isize") => "a whole number".to_owned(),
        (None, "a string") => "text in quotes".to_owned(),
        (None, "a sequence") => "a list in square brackets".to_owned(),
        (None, "a boolean") => "true or false".to_owned(),
        (None, _) => match allowed.strip_prefix("struct ").or(allowed.strip_prefix("a map")) {
            Some(_) => "a table of fields".to_owned(),
            None => allowed.strip_prefix("one of ").unwrap_or(allowed).to_owned(),
        },
    }
}

/// What stands in backticks behind these words.
fn quoted_after<'a>(message: &'a str, words: &str) -> Option<&'a str> {
    message.strip_prefix(words)?.strip_prefix('`')?.strip_suffix('`')
}
