//! Small words between the world and a game: what somebody is about to do, what people need, how a pause goes on.

use boneyard_table::{At, Cx, Flow, Who};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::worldly::{DoingKind, Worldly};

/// What somebody is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Goes elsewhere.
    Go,
    /// Tries something the place offers.
    Try,
    /// Looks around.
    Search,
    /// Takes what lies there.
    Take,
    /// Leaves something behind.
    Drop,
    /// Hands something or coins to somebody.
    Give(Who),
    /// Puts something into a holder.
    Stash,
    /// Takes from a body, or from somebody helpless.
    Loot(Who),
    /// Opens something, or closes it.
    Open,
    /// Opens a lock.
    Unlock,
    /// Makes a trap safe.
    Disarm,
    /// Talks to somebody.
    Talk(Who),
    /// Buys or sells.
    Trade,
    /// Says who follows whom, who stays, what is led along.
    Lead,
}

/// What somebody needs at upkeep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Need {
    /// What.
    pub what: NeedKind,
    /// How many.
    pub number: u32,
}

/// What people need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NeedKind {
    /// Something to eat.
    Meal,
    /// Something to drink.
    Water,
    /// What was agreed when they were hired, in the least coin.
    Wages,
    /// A place to sleep, in the least coin.
    Lodging,
}

/// Who sees to it that people eat what they have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Provisions {
    /// It goes by itself.
    #[default]
    ByItself,
    /// The game master is asked.
    Ask,
    /// Nobody counts meals.
    Off,
}

/// How it goes on when something interrupts what people do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goes {
    /// On, until its time is up.
    On,
    /// Not now; what is left is kept.
    Pause,
    /// Not any more.
    BreakOff,
}

/// A game whose rules name nothing to spend time on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NoDoing {}

impl JsonSchema for NoDoing {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "nothing".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "not": {} })
    }
}

impl<G: Worldly> DoingKind<G> for NoDoing {
    fn name(&self) -> String {
        match *self {}
    }
    fn takes(&self, _: At<'_, G>, _: Who) -> Option<u64> {
        match *self {}
    }
    fn done(&self, _: &mut Cx<'_, G>, _: Who, _: u64) -> Flow {
        match *self {}
    }
}
