//! What a game fills in, of any shape: for games whose own types do not read adventures yet. It is bounded, and the fields a
//! game names are looked up in its content.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// The mark of a text in it.
pub const LOOSE: &str = "loose";

const MOST_FIELDS: usize = 16;
const MOST_ITEMS: usize = 100;
const MOST_CHARS: usize = 300;
/// Tables and lists in one another. The path of a field is bounded by the reader, so this cannot run away.
const MOST_DEEP: usize = 4;

/// A table of fields of any shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Loose(BTreeMap<String, Loosely>);

/// A value in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Loosely {
    Text(String),
    Number(i64),
    Flag(bool),
    List(Vec<Loosely>),
    Table(BTreeMap<String, Loosely>),
}

impl Loosely {
    fn depth(&self) -> usize {
        match self {
            Self::List(items) => 1 + items.iter().map(Self::depth).max().unwrap_or(0),
            Self::Table(fields) => 1 + fields.values().map(Self::depth).max().unwrap_or(0),
            _ => 0,
        }
    }
}

impl Serialize for Loosely {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => to.serialize_newtype_struct(LOOSE, text),
            Self::Number(number) => number.serialize(to),
            Self::Flag(flag) => flag.serialize(to),
            Self::List(items) => items.serialize(to),
            Self::Table(fields) => fields.serialize(to),
        }
    }
}

struct See;

impl<'de> Visitor<'de> for See {
    type Value = Loosely;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text, a whole number, true or false, a list, or a table of fields")
    }

    fn visit_bool<E: de::Error>(self, flag: bool) -> Result<Loosely, E> {
        Ok(Loosely::Flag(flag))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Loosely, E> {
        Ok(Loosely::Number(number))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Loosely, E> {
        Ok(Loosely::Number(i64::try_from(number).unwrap_or(i64::MAX)))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Loosely, E> {
        if text.chars().count() > MOST_CHARS {
            return Err(E::custom(format!("a text here has at most {MOST_CHARS} characters")));
        }
        Ok(Loosely::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Loosely, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
            if items.len() > MOST_ITEMS {
                return Err(de::Error::custom(format!("a list here has at most {MOST_ITEMS} items")));
            }
        }
        Ok(Loosely::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Loosely, A::Error> {
        let mut fields = BTreeMap::new();
        while let Some((field, value)) = map.next_entry()? {
            fields.insert(field, value);
            if fields.len() > MOST_FIELDS {
                return Err(de::Error::custom(format!("a table here has at most {MOST_FIELDS} fields")));
            }
        }
        Ok(Loosely::Table(fields))
    }
}

impl<'de> Deserialize<'de> for Loosely {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(See)
    }
}

impl<'de> Deserialize<'de> for Loose {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let read = from.deserialize_map(See)?;
        let deep = read.depth() > MOST_DEEP;
        match read {
            Loosely::Table(_) if deep => {
                Err(de::Error::custom(format!("tables and lists go {MOST_DEEP} deep here")))
            }
            Loosely::Table(fields) if fields.is_empty() => Err(de::Error::custom("this says nothing")),
            Loosely::Table(fields) => Ok(Self(fields)),
            _ => Err(de::Error::custom("this must be a table of fields")),
        }
    }
}

impl JsonSchema for Loose {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Loose".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object", "minProperties": 1, "maxProperties": MOST_FIELDS })
    }
}
