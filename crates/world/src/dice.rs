//! Dice as an adventure writes them: sums such as `2d6`, `1d4+1`, `30+2d6`. What they are rolled with is elsewhere.

use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// A sum of dice and numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Dice {
    /// Groups of dice: how many, with how many sides.
    pub groups: Vec<(u8, u16)>,
    /// What is added.
    pub plus: i32,
}

const MOST_DICE: u8 = 100;
const MOST_SIDES: u16 = 1_000;
const MOST_GROUPS: usize = 4;
const MOST_PLUS: i32 = 10_000;

impl Dice {
    /// The least they can show.
    pub fn least(&self) -> i32 {
        self.groups.iter().map(|(count, _)| i32::from(*count)).sum::<i32>() + self.plus
    }

    /// The most they can show.
    pub fn most(&self) -> i32 {
        self.groups.iter().map(|(count, sides)| i32::from(*count) * i32::from(*sides)).sum::<i32>()
            + self.plus
    }
}

impl FromStr for Dice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no dice; write such as 2d6, 1d4+1 or 30+2d6");
        if text.len() > 40 {
            return Err(wrong());
        }
        let mut dice = Self { groups: Vec::new(), plus: 0 };
        for part in text.split('+').map(str::trim) {
            let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            if let Some((count, sides)) = part.split_once('d') {
                if !digits(count) || !digits(sides) {
                    return Err(wrong());
                }
                let count = count.parse().ok().filter(|count| (1..=MOST_DICE).contains(count));
                let sides = sides.parse().ok().filter(|sides| (1..=MOST_SIDES).contains(sides));
                let (Some(count), Some(sides)) = (count, sides) else {
                    return Err(format!(
                        "at most {MOST_DICE} dice with at most {MOST_SIDES} sides can be thrown"
                    ));
                };
                dice.groups.push((count, sides));
            } else {
                let number = if digits(part) { part.parse().ok() } else { return Err(wrong()) };
                let plus: Option<i32> = number.filter(|number: &i32| *number <= MOST_PLUS);
                dice.plus += plus.ok_or(format!("at most {MOST_PLUS} can be added to dice"))?;
            }
            if dice.groups.len() > MOST_GROUPS || dice.plus > MOST_PLUS {
                return Err(format!("at most {MOST_GROUPS} kinds of dice and {MOST_PLUS} can be added up"));
            }
        }
        Ok(dice)
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (count, sides)) in self.groups.iter().enumerate() {
            if at > 0 {
                f.write_str("+")?;
            }
            write!(f, "{count}d{sides}")?;
        }
        match (self.groups.is_empty(), self.plus) {
            (false, 0) => Ok(()),
            (true, plus) => write!(f, "{plus}"),
            (false, plus) => write!(f, "+{plus}"),
        }
    }
}

impl TryFrom<String> for Dice {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Dice> for String {
    fn from(dice: Dice) -> Self {
        dice.to_string()
    }
}

impl JsonSchema for Dice {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "dice".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "x-is": "dice" })
    }
}
