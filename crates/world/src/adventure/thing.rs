//! Things that lie about, what holds them, and what guards them.

use schemars::JsonSchema;
use serde::de::Deserializer;
use serde::{Deserialize, Serialize, Serializer};

use super::{Effects, Hidden, Lock};
use crate::dialect::Dialect;
use crate::name::{
    CoinName, GuardedName, HolderId, ObjectsName, PersonName, PlaceName, TablesName, Text, ThingId,
    ThingsName, TrapId, TrapsName, kind,
};
use crate::part::{Number, Ref, Spot};

/// A thing, several alike, or coins: an entry by its name alone, or with more about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, JsonSchema)]
#[schemars(bound = "", with = "Ref<Lying<G>, kind::Things>")]
pub struct Lies<G: Dialect>(pub Lying<G>);

/// A thing, several alike, or coins. Says what by one of `is`, `name`, `coins`, `table` and `one_of`, or by the `id` of what is there.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Lying<G: Dialect> {
    /// A tag by which the file finds it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<ThingId>,
    /// An entry of the game, or a word of the cast.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<ThingsName>,
    /// What it is called, if it is on no list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Text>,
    /// How many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<Number>,
    /// So many coins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coins: Option<Number>,
    /// Of this kind; the game's first if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<CoinName>,
    /// What a table brings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TablesName>,
    /// One of these, by a die.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub one_of: Vec<ThingsName>,
    /// What differs about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<G::Ware>,
    /// Its square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Spot>,
    /// It is not seen at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<Hidden<G>>,
    /// Whose it is: taking it is theft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<PersonName>,
    /// Cannot be carried off.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub fixed: bool,
}

impl<G: Dialect> Lying<G> {
    /// An entry by its name, and no more.
    pub fn entry(is: &str) -> Self {
        Self { is: Some(is.into()), ..Self::nothing() }
    }

    /// Nothing said.
    fn nothing() -> Self {
        Self {
            id: None,
            is: None,
            name: None,
            number: None,
            coins: None,
            of: None,
            table: None,
            one_of: Vec::new(),
            with: None,
            at: None,
            hidden: None,
            owner: None,
            fixed: false,
        }
    }
}

impl<G: Dialect> Serialize for Lies<G> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match &self.0.is {
            Some(is) if self.0 == (Lying { is: Some(is.clone()), ..Lying::nothing() }) => is.serialize(to),
            _ => self.0.serialize(to),
        }
    }
}

impl<'de, G: Dialect> Deserialize<'de> for Lies<G> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self(match Ref::<Lying<G>, kind::Things>::deserialize(from)? {
            Ref::Written(lying) => lying,
            Ref::Named(is) => Lying { is: Some(is), ..Lying::nothing() },
        }))
    }
}

/// What things are in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Holder<G: Dialect> {
    /// Its id.
    pub id: HolderId,
    /// What it is called.
    pub name: Text,
    /// An object of the game, where it can be broken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<ObjectsName>,
    /// Where it is.
    pub r#where: PlaceName,
    /// Its square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Spot>,
    /// What is in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inside: Vec<Lies<G>>,
    /// It is locked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock: Option<Lock<G>>,
    /// It is not seen at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<Hidden<G>>,
    /// How much goes in, in the game's unit of load; without limit if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<u32>,
    /// It goes where it is taken: a cart, a mule's bags.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub moves: bool,
    /// What only the game master knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gm: Vec<Text>,
}

/// What goes off.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Trap<G: Dialect> {
    /// Its id.
    pub id: TrapId,
    /// What it is called.
    pub name: Text,
    /// An entry of the game, which knows the rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<TrapsName>,
    /// Where it is.
    pub r#where: PlaceName,
    /// Its squares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<Spot>,
    /// What it is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<GuardedName>,
    /// What sets it off.
    pub set_off: Vec<SetOff>,
    /// Whom it catches.
    #[serde(default)]
    pub catches: Catches,
    /// How it is found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub find: Option<Ref<G::Check, kind::Checks>>,
    /// How it is made safe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disarm: Option<Ref<G::Check, kind::Checks>>,
    /// What it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub does: Option<Ref<G::Harm, kind::Harms>>,
    /// What happens besides.
    #[serde(default, skip_serializing_if = "Effects::is_none")]
    pub then: Effects<G>,
    /// It is ready again at once.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub resets: bool,
    /// What it looks like.
    #[serde(default, skip_serializing_if = "super::nothing")]
    pub text: Text,
}

/// What sets a trap off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SetOff {
    /// Coming in.
    Enter,
    /// Stepping on one of its squares.
    Step,
    /// Going in at one way and out at another.
    Cross,
    /// Opening what it is on.
    Open,
    /// Taking what it is on.
    Take,
    /// Touching what it is on.
    Touch,
}

/// Whom a trap catches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Catches {
    /// Whoever set it off.
    #[default]
    Actor,
    /// The first of those who come in.
    First,
    /// Everybody there.
    Everyone,
    /// As its entry says.
    Entry,
}
