//! What a story says must be true, and looking it up by dotted path.

use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::Value;

/// What a published value must be.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Expected {
    /// Exactly this list: before the bounds, which would take a list for their fields in order.
    List(Vec<Value>),
    /// Bounds and members.
    Bounds(Bounds),
    /// Exactly this.
    Is(Value),
}

/// Bounds on a number, members of a list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// At least this number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i64>,
    /// At most this number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i64>,
    /// The list holds this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub has: Option<Value>,
    /// The list does not hold this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lacks: Option<Value>,
}

impl<'de> Deserialize<'de> for Expected {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        // A list or an empty table would pass for bounds that bind nothing.
        let bounds = |map: &serde_json::Map<String, Value>| {
            !map.is_empty() && map.keys().all(|key| Bounds::KEYS.contains(&key.as_str()))
        };
        match value.as_object() {
            Some(map) if bounds(map) => {
                serde_json::from_value(value).map(Self::Bounds).map_err(de::Error::custom)
            }
            _ => Ok(Self::Is(value)),
        }
    }
}

impl Bounds {
    const KEYS: [&str; 4] = ["at_least", "at_most", "has", "lacks"];
}

impl Expected {
    /// Says what is wrong, if it does not hold.
    pub fn holds(&self, published: &Value, path: &str) -> Result<(), String> {
        let Some(found) = lookup(published, path) else {
            return Err(format!("there is no {path}; {}", near(published, path)));
        };
        let wrong = |wanted: String| Err(format!("{path} is {found}, not {wanted}"));
        match self {
            Self::List(list) if found.as_array() == Some(list) => Ok(()),
            Self::List(list) => wrong(Value::from(list.clone()).to_string()),
            Self::Is(value) if same(found, value) => Ok(()),
            Self::Is(value) => wrong(value.to_string()),
            Self::Bounds(bounds) => {
                let number = found.as_i64();
                if let Some(least) = bounds.at_least
                    && number.is_none_or(|number| number < least)
                {
                    return wrong(format!("at least {least}"));
                }
                if let Some(most) = bounds.at_most
                    && number.is_none_or(|number| number > most)
                {
                    return wrong(format!("at most {most}"));
                }
                if let Some(member) = &bounds.has
                    && !holds_member(found, member)
                {
                    return wrong(format!("a list with {member}"));
                }
                if let Some(member) = &bounds.lacks
                    && (!found.is_array() || holds_member(found, member))
                {
                    return wrong(format!("a list without {member}"));
                }
                Ok(())
            }
        }
    }
}

/// The value at a dotted path. Lists are entered by number.
pub fn lookup<'a>(published: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(published, |value, key| match value {
        Value::Object(map) => map.get(key),
        Value::Array(list) => key.parse::<usize>().ok().and_then(|at| list.get(at)),
        _ => None,
    })
}

fn holds_member(list: &Value, member: &Value) -> bool {
    list.as_array().is_some_and(|list| list.iter().any(|known| same(known, member)))
}

fn same(a: &Value, b: &Value) -> bool {
    match (a.as_i64(), b.as_i64()) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    }
}

/// What can be asked where the path leads nowhere.
fn near(published: &Value, path: &str) -> String {
    let mut known = published;
    let mut so_far = Vec::new();
    for key in path.split('.') {
        match lookup(known, key) {
            Some(value) => {
                known = value;
                so_far.push(key);
            }
            None => break,
        }
    }
    let keys = match known {
        Value::Object(map) => map.keys().cloned().collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    };
    if so_far.is_empty() { format!("known are {keys}") } else { format!("{} has {keys}", so_far.join(".")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_path_that_leads_nowhere_says_what_is_there() {
        let published = json!({ "Brack": { "hp": 2, "items": ["sword"] } });
        let expected = Expected::Is(json!(2));
        assert_eq!(expected.holds(&published, "Brack.hp"), Ok(()));
        let error = expected.holds(&published, "Brack.hq").expect_err("there is no such path");
        assert!(error.contains("Brack has hp, items"), "{error}");
    }

    #[test]
    fn an_empty_list_or_table_is_expected_to_be_just_that() {
        let read = |expected: Value| serde_json::from_value::<Expected>(expected).expect("it can be read");
        let published = json!({ "items": ["sword"], "none": [], "feet": {} });
        assert!(read(json!([])).holds(&published, "items").is_err());
        assert!(read(json!([])).holds(&published, "none").is_ok());
        assert!(read(json!({})).holds(&published, "items").is_err());
        assert!(read(json!({})).holds(&published, "feet").is_ok());
        assert!(read(json!(["sword"])).holds(&published, "items").is_ok());
        assert!(read(json!({ "has": "sword" })).holds(&published, "items").is_ok());
    }

    #[test]
    fn lists_are_asked_for_members() {
        let published = json!({ "items": ["sword"] });
        let has = |member: &str| Expected::Bounds(Bounds { has: Some(json!(member)), ..Bounds::default() });
        let lacks =
            |member: &str| Expected::Bounds(Bounds { lacks: Some(json!(member)), ..Bounds::default() });
        assert!(has("sword").holds(&published, "items").is_ok());
        assert!(has("bow").holds(&published, "items").is_err());
        assert!(lacks("bow").holds(&published, "items").is_ok());
        assert!(lacks("sword").holds(&published, "items").is_err());
    }
}
