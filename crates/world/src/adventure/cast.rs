//! What the words of a file for several games are in each of them. A table reads the cast of its own game and past the others.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::dialect::Dialect;
use crate::name::{FlagName, LightName, PeopleName, ThingsName};
use crate::part::Number;

/// The cast of this game, if the file has one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Casts<G: Dialect> {
    /// Of this game.
    pub own: Option<Box<Cast<G>>>,
    /// Games that have a cast, in the order of the file.
    pub games: Vec<String>,
}

impl<G: Dialect> Default for Casts<G> {
    fn default() -> Self {
        Self { own: None, games: Vec::new() }
    }
}

impl<G: Dialect> Casts<G> {
    /// Whether there is none for any game.
    pub fn is_none(&self) -> bool {
        self.own.is_none() && self.games.is_empty()
    }
}

impl<G: Dialect> Serialize for Casts<G> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.own.iter().count()))?;
        if let Some(own) = &self.own {
            map.serialize_entry(G::GAME, own)?;
        }
        map.end()
    }
}

impl<'de, G: Dialect> Deserialize<'de> for Casts<G> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct See<G>(PhantomData<G>);
        impl<'de, G: Dialect> Visitor<'de> for See<G> {
            type Value = Casts<G>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of fields for each game")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Casts<G>, A::Error> {
                let mut casts = Casts::default();
                while let Some(game) = map.next_key::<String>()? {
                    if game == G::GAME {
                        if casts.own.is_some() {
                            return Err(de::Error::custom("a game has one cast"));
                        }
                        casts.own = Some(Box::new(map.next_value::<Cast<G>>()?));
                    } else {
                        map.next_value::<IgnoredAny>()?;
                    }
                    casts.games.push(game);
                }
                Ok(casts)
            }
        }
        from.deserialize_map(See(PhantomData))
    }
}

impl<G: Dialect> JsonSchema for Casts<G> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Casts".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let own = generator.subschema_for::<Cast<G>>();
        json_schema!({ "type": "object", "properties": { (G::GAME): own } })
    }
}

/// What the words of the file are in this game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Cast<G: Dialect> {
    /// Creatures.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub people: BTreeMap<String, PeopleName>,
    /// Things.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub things: BTreeMap<String, ThingsName>,
    /// What is rolled.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub checks: BTreeMap<String, G::Check>,
    /// What befalls people.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub harms: BTreeMap<String, G::Harm>,
    /// Conditions only the game knows.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tests: BTreeMap<String, G::Test>,
    /// Effects only the game knows.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub deeds: BTreeMap<String, G::Deed>,
    /// What is paid.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub rewards: BTreeMap<String, G::Reward>,
    /// Flags the game knows.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub flags: BTreeMap<String, FlagName>,
    /// Bands of light; a game without light leaves them out.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub light: BTreeMap<String, LightName>,
    /// Amounts of coins.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub coins: BTreeMap<String, Number>,
}

impl<G: Dialect> Default for Cast<G> {
    fn default() -> Self {
        Self {
            people: BTreeMap::new(),
            things: BTreeMap::new(),
            checks: BTreeMap::new(),
            harms: BTreeMap::new(),
            tests: BTreeMap::new(),
            deeds: BTreeMap::new(),
            rewards: BTreeMap::new(),
            flags: BTreeMap::new(),
            light: BTreeMap::new(),
            coins: BTreeMap::new(),
        }
    }
}
