//! TypeScript types made from the JSON Schemas of what travels. Two files, because a field that the server
//! leaves out when it is empty is one that a page may leave out too, but not always the other way round.

use std::fmt::Write;

use boneyard_table::view::View;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value};

use super::{
    Admit, BackedUp, Checked, Desk, Door, EnterBody, Entered, Flag, ForkBody, GameCard, HouseRow, Invitation,
    KnockBody, Made, NewTableBody, NotationOdds, PackRow, RulesFound, SessionCard, StoryText, SurveyCard,
    TableRow, ToClient, ToServer, Trouble,
};

/// The files of types: name and text.
pub fn files() -> Vec<(&'static str, String)> {
    vec![("from-server.ts", from_server()), ("to-server.ts", to_server())]
}

/// What the server sends.
fn from_server() -> String {
    let mut schemas = SchemaSettings::draft2020_12().for_serialize().into_generator();
    schemas.subschema_for::<ToClient>();
    schemas.subschema_for::<Desk>();
    schemas.subschema_for::<View>();
    schemas.subschema_for::<(Trouble, Entered, Vec<GameCard>, Vec<TableRow>, Made)>();
    schemas.subschema_for::<(Door, Invitation, BackedUp, RulesFound, NotationOdds, Checked, Vec<PackRow>)>();
    schemas.subschema_for::<(Vec<HouseRow>, Vec<SessionCard>, StoryText, SurveyCard)>();
    written("What the server sends", &mut schemas, Sent::ByServer)
}

/// What a page sends.
fn to_server() -> String {
    let mut schemas = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    schemas.subschema_for::<ToServer>();
    schemas.subschema_for::<(EnterBody, NewTableBody, ForkBody, KnockBody, Admit, Flag)>();
    written("What a page sends", &mut schemas, Sent::ByPage)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sent {
    /// What is absent is left out, never null.
    ByServer,
    ByPage,
}

fn written(title: &str, schemas: &mut SchemaGenerator, sent: Sent) -> String {
    let mut text = format!(
        "// {title}. Made from the Rust types by `cargo xtask protocol`; do not edit.\n\n\
         /** Any JSON. */\nexport type Json = null | boolean | number | string | Json[] | {{ [name: string]: Json }};\n\n\
         /** A hero or any other creature, by its number at this table. */\nexport type Who = number;\n"
    );
    for (name, schema) in schemas.take_definitions(true) {
        let _ = write!(text, "\n{}export type {name} = {};\n", doc(&schema, ""), of(&schema, "", sent));
    }
    text
}

/// The type that a schema describes.
fn of(schema: &Value, indent: &str, sent: Sent) -> String {
    let Some(schema) = schema.as_object() else { return "Json".into() };
    let mut parts = Vec::new();
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        parts.push(name.rsplit('/').next().unwrap_or("Json").to_owned());
        // A variant that holds a struct has its tag beside it.
        if schema.contains_key("properties") {
            parts.push(object(schema, indent, sent));
        }
    } else if let Some(only) = schema.get("const") {
        parts.push(only.to_string());
    } else if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        parts.push(either(values.iter().map(Value::to_string)));
    } else {
        // A creature's number has a name of its own.
        let named = |part: String| {
            if schema.contains_key("x-creature") { part.replace("number", "Who") } else { part }
        };
        parts.extend(plain(schema, indent, sent).into_iter().map(named));
    }
    for several in ["oneOf", "anyOf"] {
        if let Some(all) = schema.get(several).and_then(Value::as_array) {
            parts.push(either(all.iter().map(|one| described(one, indent, sent))));
        }
    }
    if let Some(all) = schema.get("allOf").and_then(Value::as_array) {
        parts.extend(all.iter().map(|one| of(one, indent, sent)));
    }
    match parts.len() {
        0 => "Json".into(),
        1 => parts.remove(0),
        _ => {
            let grouped = parts
                .iter()
                .map(|part| if part.contains(" | ") { format!("({part})") } else { part.clone() });
            grouped.collect::<Vec<_>>().join(" & ")
        }
    }
}

/// A variant with its own description stands on a line of its own.
fn described(schema: &Value, indent: &str, sent: Sent) -> String {
    let inner = format!("{indent}  ");
    let doc = doc(schema, &inner);
    let text = of(schema, &inner, sent);
    if doc.is_empty() { text } else { format!("\n{doc}{inner}{text}") }
}

fn plain(schema: &Map<String, Value>, indent: &str, sent: Sent) -> Vec<String> {
    let kinds: Vec<&str> = match schema.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ if schema.contains_key("properties") => vec!["object"],
        _ => return Vec::new(),
    };
    let one = |kind: &&str| match *kind {
        "null" => "null".into(),
        "boolean" => "boolean".into(),
        "integer" | "number" => "number".into(),
        "string" => "string".into(),
        "array" => list(schema, indent, sent),
        _ => object(schema, indent, sent),
    };
    vec![either(kinds.iter().map(one))]
}

fn list(schema: &Map<String, Value>, indent: &str, sent: Sent) -> String {
    if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
        let items: Vec<String> = items.iter().map(|item| of(item, indent, sent)).collect();
        return format!("[{}]", items.join(", "));
    }
    let item = schema.get("items").map_or_else(|| "Json".into(), |item| of(item, indent, sent));
    let simple = !item.contains(['|', '&', '\n']);
    if simple { format!("{item}[]") } else { format!("Array<{item}>") }
}

fn object(schema: &Map<String, Value>, indent: &str, sent: Sent) -> String {
    let Some(fields) = schema.get("properties").and_then(Value::as_object) else {
        let value = schema.get("additionalProperties").filter(|value| value.is_object());
        let several = schema.contains_key("oneOf") || schema.contains_key("anyOf");
        return match value {
            Some(value) => format!("{{ [name: string]: {} }}", of(value, indent, sent)),
            None if several => "{}".into(),
            None => "{ [name: string]: Json }".into(),
        };
    };
    let inner = format!("{indent}  ");
    let required = |name: &str| {
        let names = schema.get("required").and_then(Value::as_array);
        names.is_some_and(|names| names.iter().any(|known| known == name))
    };
    let mut text = String::from("{\n");
    for (name, field) in fields {
        let optional = !required(name);
        let mut kind = of(field, &inner, sent);
        if optional && sent == Sent::ByServer {
            kind = kind.strip_suffix(" | null").map(str::to_owned).unwrap_or(kind);
        }
        let mark = if optional { "?" } else { "" };
        let _ = writeln!(text, "{}{inner}{}{mark}: {kind};", doc(field, &inner), field_name(name));
    }
    text + indent + "}"
}

fn field_name(name: &str) -> String {
    let plain =
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if plain { name.into() } else { format!("{name:?}") }
}

fn either(types: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for one in types {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    all.join(" | ")
}

fn doc(schema: &Value, indent: &str) -> String {
    match schema.get("description").and_then(Value::as_str) {
        Some(words) => format!("{indent}/** {} */\n", words.replace('\n', " ").replace("*/", "* /")),
        None => String::new(),
    }
}
