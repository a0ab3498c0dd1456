//! Whom a command or an answer names. Where a creature may stand in one is read off the schema of the game's own
//! types, in which every `Who` is marked: no game keeps a list of such fields, and none can forget one. What a seat
//! makes of those names is in `unknown.rs`.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use schemars::schema_for;
use serde_json::{Map, Value};

use crate::{Playable, Who};

/// The schemas of each game, made once: they never change.
static MADE: Mutex<BTreeMap<TypeId, Arc<Shapes>>> = Mutex::new(BTreeMap::new());

/// What commands and answers of a game look like.
pub(super) struct Shapes {
    command: Value,
    answer: Value,
}

impl Shapes {
    /// Those of a game.
    pub(super) fn of<G: Playable>() -> Arc<Self> {
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let shapes = || Shapes {
            command: schema_for!(G::Command).to_value(),
            answer: schema_for!(G::Answer).to_value(),
        };
        Arc::clone(made.entry(TypeId::of::<G>()).or_insert_with(|| Arc::new(shapes())))
    }

    /// Everybody a command names: a number, or a name that was not made one.
    pub(super) fn in_command<'v>(&self, command: &'v Value) -> Vec<&'v Value> {
        let mut named = Vec::new();
        walk(&self.command, &self.command, command, &mut named);
        named
    }

    /// Everybody an answer names, as the game stores it.
    pub(super) fn in_answer<'v>(&self, answer: &'v Value) -> Vec<&'v Value> {
        let mut named = Vec::new();
        walk(&self.answer, &self.answer, answer, &mut named);
        named
    }
}

fn walk<'v>(root: &Value, schema: &Value, value: &'v Value, named: &mut Vec<&'v Value>) {
    let Some(schema) = schema.as_object() else { return };
    if schema.contains_key(Who::MARK) {
        if value.is_number() || value.is_string() {
            named.push(value);
        }
        return;
    }
    if let Some(elsewhere) = referred(root, schema) {
        walk(root, elsewhere, value, named);
    }
    for part in list(schema, "allOf") {
        walk(root, part, value, named);
    }
    let either = || list(schema, "anyOf").iter().chain(list(schema, "oneOf"));
    // Words that mean something else there are no name.
    let is_word = value.is_string() && either().any(|part| takes_word(root, part, value));
    for part in either().filter(|_| !is_word) {
        if fits(root, part, value) {
            walk(root, part, value, named);
        }
    }
    match value {
        Value::Object(fields) => {
            let known = schema.get("properties").and_then(Value::as_object);
            for (field, value) in fields {
                let own = known.and_then(|known| known.get(field));
                if let Some(schema) = own.or_else(|| schema.get("additionalProperties")) {
                    walk(root, schema, value, named);
                }
            }
        }
        Value::Array(parts) => {
            let first = list(schema, "prefixItems");
            for (nth, value) in parts.iter().enumerate() {
                if let Some(schema) = first.get(nth).or_else(|| schema.get("items")) {
                    walk(root, schema, value, named);
                }
            }
        }
        _ => {}
    }
}

fn list<'s>(schema: &'s Map<String, Value>, key: &str) -> &'s [Value] {
    schema.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn referred<'s>(root: &'s Value, schema: &Map<String, Value>) -> Option<&'s Value> {
    let name = schema.get("$ref")?.as_str()?.strip_prefix('#')?;
    root.pointer(name)
}

/// Whether a value may be meant for one of several shapes: by the tag it carries, if there is one.
fn fits(root: &Value, schema: &Value, value: &Value) -> bool {
    let Some(schema) = schema.as_object() else { return false };
    if let Some(elsewhere) = referred(root, schema)
        && !fits(root, elsewhere, value)
    {
        return false;
    }
    let tags = schema.get("properties").and_then(Value::as_object);
    tags.into_iter().flatten().all(|(field, tag)| match (tag.get("const"), value.get(field)) {
        (Some(tag), Some(said)) => tag == said,
        _ => true,
    })
}

/// Whether a shape is a word, and may be this one.
fn takes_word(root: &Value, schema: &Value, word: &Value) -> bool {
    let Some(schema) = schema.as_object() else { return false };
    if let Some(elsewhere) = referred(root, schema) {
        return takes_word(root, elsewhere, word);
    }
    let deeper = || list(schema, "anyOf").iter().chain(list(schema, "oneOf"));
    if deeper().any(|part| takes_word(root, part, word)) {
        return true;
    }
    if let Some(one) = schema.get("const") {
        return one == word;
    }
    if schema.contains_key("enum") {
        return list(schema, "enum").contains(word);
    }
    let is_text =
        |kind: &Value| kind == "string" || kind.as_array().is_some_and(|all| all.contains(&"string".into()));
    schema.get("type").is_some_and(is_text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use schemars::JsonSchema;
    use serde_json::json;

    #[derive(JsonSchema)]
    #[serde(rename_all = "snake_case")]
    #[expect(dead_code)]
    enum Deed {
        Rest,
        Strike { who: Who, target: Option<Who>, with: String, times: u16 },
        Bless { whom: Vec<Who>, each: BTreeMap<String, Who> },
        Aim(Aim),
    }

    #[derive(JsonSchema)]
    #[serde(untagged)]
    #[expect(dead_code)]
    enum Aim {
        Word(Word),
        At(Who),
        Pair { pair: (u16, Who) },
    }

    #[derive(JsonSchema)]
    #[serde(rename_all = "snake_case")]
    #[expect(dead_code)]
    enum Word {
        Nobody,
        Everybody,
    }

    #[test]
    fn everybody_a_command_names_is_found_and_nothing_else() {
        let command = schema_for!(Deed).to_value();
        let shapes = Shapes { answer: Value::Null, command };
        let named = |command: Value| {
            let named = shapes.in_command(&command);
            named.into_iter().cloned().collect::<Vec<_>>()
        };
        assert_eq!(named(json!("rest")), Vec::<Value>::new());
        let strike = json!({ "strike": { "who": 1, "target": "Lurker", "with": "Axe", "times": 9 } });
        let mut struck = named(strike);
        struck.sort_by_key(Value::to_string);
        assert_eq!(struck, [json!("Lurker"), json!(1)]);
        assert_eq!(named(json!({ "strike": { "who": 1, "target": null, "times": 9 } })), [json!(1)]);
        assert_eq!(
            named(json!({ "bless": { "whom": [3, "Cy"], "each": { "a": 4 } } })),
            [json!(4), json!(3), json!("Cy")]
        );
        assert_eq!(named(json!({ "aim": "nobody" })), Vec::<Value>::new());
        assert_eq!(named(json!({ "aim": "Lurker" })), [json!("Lurker")]);
        assert_eq!(named(json!({ "aim": 7 })), [json!(7)]);
        assert_eq!(named(json!({ "aim": { "pair": [1, 2] } })), [json!(2)]);
        assert_eq!(named(json!([])), Vec::<Value>::new());
    }
}
