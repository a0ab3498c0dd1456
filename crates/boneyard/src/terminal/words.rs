//! Commands as people type them: `attack who=Brack with="short sword" target=Raider`, or JSON, or an
//! inline table of TOML.

use serde_json::{Map, Value};

/// A command of the game: its name alone, or its name with fields.
pub(super) fn command(line: &str) -> Result<Value, String> {
    if line.starts_with(['{', '"', '[']) {
        return value(line).ok_or_else(|| format!("`{line}` is neither JSON nor TOML."));
    }
    let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let verb = verb.replace('-', "_").to_lowercase();
    let fields = fields(rest)?;
    if fields.is_empty() {
        return Ok(Value::String(verb));
    }
    Ok(Value::Object([(verb, Value::Object(fields))].into_iter().collect()))
}

/// `name=value` pairs.
pub(super) fn fields(text: &str) -> Result<Map<String, Value>, String> {
    let mut fields = Map::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let Some((name, after)) = rest.split_once('=') else {
            return Err(format!(
                "`{rest}` is no `name=value`. Put names with blanks in quotes: who=\"Dry Bones\"."
            ));
        };
        let name = name.trim();
        if name.is_empty() || name.contains(char::is_whitespace) {
            return Err(format!(
                "`{name}` is no name of a field. Put values with blanks in quotes: who=\"Dry Bones\"."
            ));
        }
        let after = after.trim_start();
        let length = length(after);
        let (raw, left) = after.split_at(length);
        let value = value(raw).ok_or_else(|| format!("`{raw}` is no value for {name}."))?;
        fields.insert(name.to_owned(), value);
        rest = left.trim_start();
    }
    Ok(fields)
}

/// A value: JSON, TOML, or a bare word.
pub(super) fn value(raw: &str) -> Option<Value> {
    if raw.is_empty() {
        return None;
    }
    if let Ok(value) = serde_json::from_str(raw) {
        return Some(value);
    }
    if let Ok(table) = toml::from_str::<Map<String, Value>>(&format!("v = {raw}")) {
        return table.get("v").cloned();
    }
    (!raw.starts_with(['{', '[', '"', '\''])).then(|| Value::String(raw.to_owned()))
}

/// How far a value reaches: to its closing quote or bracket, or to the next blank.
fn length(text: &str) -> usize {
    let mut depth = 0usize;
    let mut quote = None;
    let mut escaped = false;
    for (at, letter) in text.char_indices() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if letter == '\\' => escaped = true,
            Some(mark) => {
                if letter == mark {
                    quote = None;
                    if depth == 0 {
                        return at + letter.len_utf8();
                    }
                }
            }
            None => match letter {
                '"' | '\'' if depth > 0 || at == 0 => quote = Some(letter),
                '{' | '[' => depth += 1,
                '}' | ']' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return at + 1;
                    }
                }
                blank if blank.is_whitespace() && depth == 0 => return at,
                _ => {}
            },
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_command_is_typed_as_words() {
        let typed = command(r#"attack who=Brack with="short sword" target=Raider times=2 hard=true"#);
        let meant = json!({ "attack": { "who": "Brack", "with": "short sword", "target": "Raider", "times": 2, "hard": true } });
        assert_eq!(typed, Ok(meant));
    }

    #[test]
    fn a_command_without_fields_is_its_name() {
        assert_eq!(command("End-Turn"), Ok(json!("end_turn")));
    }

    #[test]
    fn json_and_toml_are_understood_as_they_are() {
        let meant = json!({ "attack": { "who": "Brack" } });
        assert_eq!(command(r#"{"attack": {"who": "Brack"}}"#), Ok(meant.clone()));
        assert_eq!(command(r#"{ attack = { who = "Brack" } }"#), Ok(meant));
    }

    #[test]
    fn lists_and_tables_may_hold_blanks() {
        let typed = fields(r#"give=["small shield", "sword"] to={ who = "Brack", far = 2 } n=-3"#);
        let meant = json!({ "give": ["small shield", "sword"], "to": { "who": "Brack", "far": 2 }, "n": -3 });
        assert_eq!(typed.map(Value::Object), Ok(meant));
    }

    #[test]
    fn a_name_with_a_blank_and_no_quotes_is_explained() {
        let wrong = command("attack target=Dry Bones").expect_err("two words");
        assert!(wrong.contains("quotes"), "{wrong}");
        assert!(command(r#"attack with="sword"#).is_err());
        assert!(command("{nonsense").is_err());
    }
}
