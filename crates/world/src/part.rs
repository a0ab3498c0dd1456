//! Small parts of the format: what may be a name or written out, one or several, squares, amounts by dice.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use boneyard_board::Square;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer, StrDeserializer};
use serde::de::{self, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::dice::Dice;
use crate::name::{AmountWord, Kind, Name};

/// A name of the cast, or the thing itself written out as a table of fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged, bound(serialize = "T: Serialize"))]
pub enum Ref<T, K: Kind> {
    /// By name.
    Named(Name<K>),
    /// Written out.
    Written(T),
}

impl<'de, T: DeserializeOwned, K: Kind> Deserialize<'de> for Ref<T, K> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct See<T, K>(PhantomData<(T, K)>);
        impl<'de, T: DeserializeOwned, K: Kind> Visitor<'de> for See<T, K> {
            type Value = Ref<T, K>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name in quotes or a table of fields")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Ref<T, K>, E> {
                Ok(Ref::Named(name.into()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Ref<T, K>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Ref::Written)
            }
        }
        from.deserialize_any(See(PhantomData))
    }
}

impl<T: JsonSchema, K: Kind> JsonSchema for Ref<T, K> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("{} or {}", K::MARK, T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (name, written) = (generator.subschema_for::<Name<K>>(), generator.subschema_for::<T>());
        json_schema!({ "anyOf": [name, written] })
    }
}

/// One of them, or a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OneOrMore<T>(pub Vec<T>);

impl<T> Default for OneOrMore<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> OneOrMore<T> {
    /// Whether there are none.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> std::ops::Deref for OneOrMore<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: Serialize> Serialize for OneOrMore<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match &*self.0 {
            [one] => one.serialize(to),
            several => several.serialize(to),
        }
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for OneOrMore<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct See<T>(PhantomData<T>);
        impl<'de, T: DeserializeOwned> Visitor<'de> for See<T> {
            type Value = OneOrMore<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("one or a list in square brackets")
            }
            fn visit_str<E: de::Error>(self, one: &str) -> Result<OneOrMore<T>, E> {
                T::deserialize(StrDeserializer::new(one)).map(|one| OneOrMore(vec![one]))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<OneOrMore<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(|one| OneOrMore(vec![one]))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<OneOrMore<T>, A::Error> {
                Vec::<T>::deserialize(SeqAccessDeserializer::new(seq)).map(OneOrMore)
            }
        }
        from.deserialize_any(See(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for OneOrMore<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("one or more of {}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<T>();
        json_schema!({ "anyOf": [one, { "type": "array", "items": one }] })
    }
}

/// A square of a map: `"F12"` by column and row, or `[x, y]` from the top left, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot(pub Square);

impl Serialize for Spot {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_newtype_struct("square", &self.0.to_string())
    }
}

impl<'de> Deserialize<'de> for Spot {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct See;
        impl<'de> Visitor<'de> for See {
            type Value = Spot;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a square such as \"F12\", or [column, row] counted from 0")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Spot, E> {
                Square::from_str(text).map(Spot).map_err(E::custom)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Spot, A::Error> {
                let few = || de::Error::invalid_length(0, &"[column, row]");
                let x = seq.next_element::<i16>()?.ok_or_else(few)?;
                let y = seq.next_element::<i16>()?.ok_or_else(few)?;
                match seq.next_element::<de::IgnoredAny>()? {
                    None if x >= 0 && y >= 0 => Ok(Spot(Square { level: 0, x, y })),
                    None => Err(de::Error::custom("a square is counted from 0")),
                    Some(_) => Err(de::Error::invalid_length(3, &"[column, row]")),
                }
            }
        }
        from.deserialize_any(See)
    }
}

impl JsonSchema for Spot {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "square".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [
            { "type": "string", "x-is": "square" },
            { "type": "array", "items": { "type": "integer", "minimum": 0 }, "minItems": 2, "maxItems": 2 },
        ] })
    }
}

/// How many or how much: a whole number, dice such as `"1d4+1"`, or a word of the cast.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// So many.
    Fixed(i32),
    /// As many as dice say.
    Rolled(Dice),
    /// As the cast says.
    Named(AmountWord),
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Fixed(number) => to.serialize_newtype_struct("number", number),
            Self::Rolled(dice) => to.serialize_str(&dice.to_string()),
            Self::Named(word) => word.serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct See;
        impl Visitor<'_> for See {
            type Value = Number;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, dice such as \"1d4+1\", or a word of the cast")
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Number, E> {
                let number = i32::try_from(number).ok().filter(|number| number.abs() <= 1_000_000);
                number.map(Number::Fixed).ok_or_else(|| E::custom("a number goes up to 1000000"))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Number, E> {
                self.visit_i64(i64::try_from(number).unwrap_or(i64::MAX))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Number, E> {
                if text.starts_with(|first: char| first.is_ascii_digit()) {
                    Dice::from_str(text).map(Number::Rolled).map_err(E::custom)
                } else {
                    Ok(Number::Named(text.into()))
                }
            }
        }
        from.deserialize_any(See)
    }
}

impl JsonSchema for Number {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "number".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [{ "type": "integer" }, { "type": "string", "x-is": "amount" }] })
    }
}
