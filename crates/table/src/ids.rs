//! Who sits at the table and who stands in the scene: seats, creatures, and the
//! two ways to address somebody. Names and sheets are elsewhere.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

/// A place at the table from which somebody acts. The game master's is [`Seat::GM`]. Numbers are never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The game master.
    pub const GM: Self = Self(0);
    /// How many seats a table may have: an [`Audience`](crate::Audience) is a set of bits.
    pub const MOST: u8 = 32;

    /// Whether this is the game master's seat.
    pub fn is_gm(self) -> bool {
        self == Self::GM
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_gm() { f.write_str("the GM") } else { write!(f, "seat {}", self.0) }
    }
}

/// A hero or any other creature, by its number at this table. Numbers are never used again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Who(pub u16);

impl Who {
    /// What stands in a schema where a creature is named: whom a command names is read off this (`table/names.rs`).
    pub(crate) const MARK: &'static str = "x-creature";
}

impl JsonSchema for Who {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        u16::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = u16::json_schema(generator);
        schema.insert(Who::MARK.to_owned(), true.into());
        schema
    }
}

/// Somebody who can be asked: a creature, for whom a seat speaks, or a seat itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Party {
    /// Whoever speaks for this creature now.
    Creature(Who),
    /// This seat, whatever it speaks for.
    Seat(Seat),
}

impl From<Who> for Party {
    fn from(who: Who) -> Self {
        Self::Creature(who)
    }
}

impl From<Seat> for Party {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

/// What a seat is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Runs the world; above the rules.
    Gm,
    /// Speaks for heroes.
    Player,
    /// A screen everybody looks at; gives no commands.
    Display,
    /// Watches; gives no commands.
    Spectator,
}
