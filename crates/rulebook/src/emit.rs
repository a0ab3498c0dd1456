//! Writing a checked book as Rust: one constant per id, the book itself, the content files, the version.

use crate::entries::Row;
use crate::id::constant;
use crate::page::{LABELS, Page, Written};
use std::fmt::Write;

/// Everything the generated file says.
pub(crate) struct Parts<'a> {
    pub page: &'a Page,
    /// Each content file: its path below `content/`, its text, its rows.
    pub content: &'a [(String, String, Vec<Row>)],
    /// Each adventure: its path below `content/adventures/`, its text.
    pub adventures: &'a [(String, String)],
    pub version: &'a str,
}

/// The text of `rules.rs`.
pub(crate) fn source(parts: &Parts<'_>) -> String {
    let mut out = String::from("// Made from rulebook.md and content/ when the game is built.\n\n");
    let ids = ids(parts);
    for (id, title) in &ids {
        put(&mut out, format_args!("/// {}\n", title.replace(['\n', '\r'], " ")));
        put(&mut out, format_args!("pub const {}: boneyard_table::RuleId", constant(id)));
        put(&mut out, format_args!(" = boneyard_table::RuleId::of({id:?});\n"));
    }
    book(&mut out, parts, &ids);
    out.push_str("\n/// Changes with every change to the rules, their content or their code.\n");
    put(&mut out, format_args!("pub const RULES_VERSION: &str = {:?};\n", parts.version));
    out.push_str("\n/// The content files: path and text.\npub static CONTENT: &[(&str, &str)] = &[\n");
    for (file, text, _) in parts.content {
        put(&mut out, format_args!("    ({file:?}, {text:?}),\n"));
    }
    out.push_str("];\n\n/// The adventures: path and text.\npub static ADVENTURES: &[(&str, &str)] = &[\n");
    for (file, text) in parts.adventures {
        put(&mut out, format_args!("    ({file:?}, {text:?}),\n"));
    }
    out.push_str("];\n");
    out
}

/// Ids and titles in the order of the book.
fn ids<'a>(parts: &Parts<'a>) -> Vec<(&'a str, &'a str)> {
    let rules = parts.page.rules.iter().map(|rule| (rule.id.as_str(), rule.title.as_str()));
    let rows = parts.content.iter().flat_map(|(_, _, rows)| rows);
    rules.chain(rows.map(|row| (row.id.as_str(), row.name.as_str()))).collect()
}

fn book(out: &mut String, parts: &Parts<'_>, ids: &[(&str, &str)]) {
    out.push_str("\n/// The whole book.\npub static RULEBOOK: boneyard_rulebook::Rulebook");
    out.push_str(" = boneyard_rulebook::Rulebook::of(\n");
    put(out, format_args!("    {:?},\n    {:?},\n    &[\n", parts.page.title, parts.page.preamble));
    for (title, intro) in &parts.page.sections {
        put(
            out,
            format_args!("        boneyard_rulebook::Section {{ title: {title:?}, intro: {intro:?} }},\n"),
        );
    }
    out.push_str("    ],\n    &[\n");
    for rule in &parts.page.rules {
        written(out, rule);
    }
    for (file, _, rows) in parts.content {
        for row in rows {
            entry(out, file, row);
        }
    }
    let mut by_id: Vec<usize> = (0..ids.len()).collect();
    by_id.sort_by_key(|&at| ids[at].0);
    put(out, format_args!("    ],\n    &{by_id:?},\n);\n"));
}

fn written(out: &mut String, rule: &Written) {
    let switches: Vec<String> = rule
        .switches
        .iter()
        .map(|(name, values)| format!("boneyard_rulebook::Switch {{ name: {name:?}, values: {values:?} }}"))
        .collect();
    let names: [&str; 4] = [&rule.id, &rule.title, &rule.section, &rule.text];
    fields(out, names, &rule.labels, &switches.join(", "), "Rule");
}

fn entry(out: &mut String, file: &str, row: &Row) {
    let kind = format!("Entry {{ file: {file:?}, table: {:?} }}", row.table);
    fields(out, [&row.id, &row.name, file, &row.text], &Default::default(), "", &kind);
}

fn fields(out: &mut String, names: [&str; 4], labels: &[Option<String>; 5], switches: &str, kind: &str) {
    out.push_str("        boneyard_rulebook::Rule {\n");
    for (field, text) in ["id", "title", "section", "text"].iter().zip(names) {
        put(out, format_args!("            {field}: {text:?},\n"));
    }
    for (label, text) in LABELS.iter().zip(labels) {
        put(out, format_args!("            {}: {text:?},\n", label.to_lowercase()));
    }
    put(out, format_args!("            switches: &[{switches}],\n"));
    put(out, format_args!("            kind: boneyard_rulebook::Kind::{kind},\n        }},\n"));
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = out.write_fmt(text);
}
