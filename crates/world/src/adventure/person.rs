//! Who can be met: until then they wait, and nothing at the table gives them away.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effects, Lies, Test};
use crate::dialect::Dialect;
use crate::name::{PeopleName, PersonId, PlaceName, Text, kind};
use crate::part::{Number, Ref, Spot};

/// Somebody, or several alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Person<G: Dialect> {
    /// Their id.
    pub id: PersonId,
    /// An entry of the game, or a word of the cast.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<PeopleName>,
    /// What they are called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Text>,
    /// Where they are; nowhere until something brings them, if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#where: Option<PlaceName>,
    /// Their squares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<Spot>,
    /// How many there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<Number>,
    /// Whose side they are on; foes if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// How they are found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mood: Option<Mood>,
    /// What gets those up who are unaware, asleep or hidden.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wakes: Vec<Wake>,
    /// What they are taken for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seems: Option<Text>,
    /// What differs from the entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<G::Person>,
    /// What they have on them besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carries: Vec<Lies<G>>,
    /// What they tell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tells: Vec<Tells<G>>,
    /// One of these buys peace.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wants: Vec<Lies<G>>,
    /// They can be talked to.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub talks: bool,
    /// What only the game master knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gm: Vec<Text>,
}

impl<G: Dialect> Person<G> {
    /// An entry by its name, as somebody made at the table.
    pub fn entry(is: &str, name: Option<&str>, side: Option<Side>) -> Self {
        Self {
            id: "made".into(),
            is: Some(is.into()),
            name: name.map(Text::from),
            r#where: None,
            at: Vec::new(),
            number: None,
            side,
            mood: None,
            wakes: Vec::new(),
            seems: None,
            with: None,
            carries: Vec::new(),
            tells: Vec::new(),
            wants: Vec::new(),
            talks: false,
            gm: Vec::new(),
        }
    }
}

/// Whose side somebody is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Against the heroes.
    Foes,
    /// With the heroes.
    Friends,
    /// Neither.
    Nobody,
}

/// How somebody is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mood {
    /// They know somebody is coming.
    Aware,
    /// They look elsewhere.
    Unaware,
    /// They sleep.
    Asleep,
    /// Nobody sees them.
    Hidden,
    /// As the game's rules roll it.
    Rolled,
    /// They mean well.
    Friendly,
    /// They cannot move.
    Bound,
}

/// What gets somebody up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wake {
    /// A noise that reaches them.
    Noise,
    /// Something is taken.
    Take,
    /// Somebody crosses the place.
    Cross,
    /// A fight.
    Fight,
    /// Somebody comes near, by the game's rule for that.
    Near,
    /// They are hurt.
    Hurt,
    /// They are touched.
    Touch,
}

/// Something somebody tells.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Tells<G: Dialect> {
    /// What about.
    #[serde(default, skip_serializing_if = "super::nothing")]
    pub about: Text,
    /// What they say.
    pub text: Text,
    /// Only to somebody who passes this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Ref<G::Check, kind::Checks>>,
    /// Only for one of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub r#for: Vec<Lies<G>>,
    /// Only while this holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub r#if: Vec<Test<G>>,
    /// What comes of it.
    #[serde(default, skip_serializing_if = "Effects::is_none")]
    pub then: Effects<G>,
}
