//! Places, and the ways between them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Area, Effects, Lies, Test};
use crate::dialect::Dialect;
use crate::name::{
    FlagName, GoodsName, HeldName, LightName, ObjectsName, OutcomeName, PersonName, PlaceId, PlaceName,
    RoleName, RuleName, Span, TablesName, Text, WayId, WhoName, kind,
};
use crate::part::{Ref, Spot};

/// Where people can be.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Place<G: Dialect> {
    /// Its id.
    pub id: PlaceId,
    /// What it is called.
    pub name: Text,
    /// Its rule in the game's book, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleName>,
    /// What it looks like from a way to it; its name if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_afar: Option<Text>,
    /// Read aloud to those who come in for the first time.
    #[serde(default, skip_serializing_if = "super::nothing")]
    pub text: Text,
    /// Read aloud to those who come back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<Text>,
    /// What only the game master knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gm: Vec<Text>,
    /// What is so there at the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<FlagName>,
    /// Its squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<Area>,
    /// How bright it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub light: Option<LightName>,
    /// What lies there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lies: Vec<Lies<G>>,
    /// What is sold there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sells: Option<Shop>,
    /// What catches those who are there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hazards: Vec<Hazard<G>>,
    /// Tables of the file or of the game, by what the game asks them for.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tables: BTreeMap<RoleName, TablesName>,
    /// Good squares in a fight, by the game's own name for them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub spots: BTreeMap<String, Spot>,
}

/// A shop.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shop {
    /// Who sells; it is closed while they are gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PersonName>,
    /// Entries, or kinds of entries of the game.
    pub goods: Vec<GoodsName>,
    /// Buys too.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub buys: bool,
    /// Of the usual price, in hundredths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<u16>,
    /// What is done there for money.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub services: Vec<GoodsName>,
}

/// What catches those who are there.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Hazard<G: Dialect> {
    /// What it does.
    pub does: Ref<G::Harm, kind::Harms>,
    /// Each so often, or once on coming in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<Span>,
    /// While this holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub r#if: Vec<Test<G>>,
    /// What they notice.
    #[serde(default, skip_serializing_if = "super::nothing")]
    pub text: Text,
}

/// How people get on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Way<G: Dialect> {
    /// Its id, if something leads to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<WayId>,
    /// Its two ends; `out` is where the adventure is joined to the rest of the world.
    pub between: [PlaceName; 2],
    /// Leads from the first end to the second alone.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub one_way: bool,
    /// Who can pass; everybody if nothing is said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<WhoName>,
    /// How long it takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takes: Option<Span>,
    /// What it is like.
    #[serde(default, skip_serializing_if = "super::nothing")]
    pub text: Text,
    /// Where it is on the maps of its two ends.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub at: BTreeMap<PlaceName, Vec<Spot>>,
    /// There is a door.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub door: Option<Door>,
    /// It is locked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock: Option<Lock<G>>,
    /// It is not seen at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<Hidden<G>>,
    /// It is there only while this holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub r#if: Vec<Test<G>>,
    /// What it takes to get through.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<Pass<G>>,
}

/// A door.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Door {
    /// What kind, in the game's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<ObjectsName>,
    /// It stands open.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub open: bool,
}

/// A lock.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Lock<G: Dialect> {
    /// How good it is, by the game's rule for locks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// What opens it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<HeldName>,
    /// What opens it without a key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pick: Option<Ref<G::Check, kind::Checks>>,
}

/// Something that is not seen at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Hidden<G: Dialect> {
    /// How it is found; by nothing but an event if neither this nor a level is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub find: Option<Ref<G::Check, kind::Checks>>,
    /// How hard it is to find, by the game's rule for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
}

/// What it takes to get through.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Pass<G: Dialect> {
    /// What is rolled.
    pub check: Ref<G::Check, kind::Checks>,
    /// Nobody rolls who has one of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free_with: Vec<HeldName>,
    /// What befalls those who fail; they stay.
    #[serde(default, skip_serializing_if = "Effects::is_none")]
    pub failed: Effects<G>,
    /// What comes of it in the game's own words.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub outcomes: BTreeMap<OutcomeName, Effects<G>>,
    /// Everybody rolls, not one for all.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub each: bool,
    /// Those who fail get through all the same.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub through: bool,
}
