//! Dice as content writes them: `1d8`, `2d6`, `3`.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Dice of one kind and a fixed number, as `1d6+3`; no dice have no sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct Dice {
    /// How many.
    pub count: u8,
    /// Sides of each.
    pub sides: u8,
    /// What is added.
    pub flat: i8,
}

/// Dice there are in this game.
pub const SIDES: [u8; 6] = [4, 6, 8, 10, 12, 20];

impl Dice {
    /// So many dice of this many sides.
    pub const fn new(count: u8, sides: u8) -> Self {
        Self { count, sides, flat: 0 }
    }

    /// Reads `1d6+3`, `2d6` or `1`.
    pub fn parse(text: &str) -> Option<Self> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let Some((count, rest)) = text.split_once('d') else {
            return Some(Self { count: 0, sides: 0, flat: text.parse().ok()? });
        };
        let (sides, flat) = match rest.split_once('+') {
            Some((sides, flat)) => (sides, flat.parse().ok()?),
            None => (rest, 0),
        };
        let (count, sides) = (count.parse::<u8>().ok()?, sides.parse::<u8>().ok()?);
        (SIDES.contains(&sides) && (1..=20).contains(&count)).then_some(Self { count, sides, flat })
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.count, self.flat) {
            (0, flat) => write!(f, "{flat}"),
            (count, 0) => write!(f, "{count}d{}", self.sides),
            (count, flat) => write!(f, "{count}d{}{flat:+}", self.sides),
        }
    }
}

impl TryFrom<String> for Dice {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let short: String = text.chars().take(12).collect();
        Self::parse(&text)
            .ok_or_else(|| format!("`{short}` are no dice: write 1d6+3, with d4, d6, d8, d10, d12 or d20"))
    }
}

impl From<Dice> for String {
    fn from(dice: Dice) -> Self {
        dice.to_string()
    }
}
