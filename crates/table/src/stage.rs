//! The stage on which a story or a new table begins: who is there, with which values, who sits
//! where. Only what matters is said; the rest is the game's default.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Switch;
use crate::asks::Asks;

/// A beginning.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Stage {
    /// House switches that differ from the default.
    pub house: IndexMap<String, Value>,
    /// Content packs by path, relative to the file.
    pub packs: Vec<String>,
    /// Who sits where: the creatures each player speaks for. The rest is the game master's.
    pub seats: IndexMap<String, Seating>,
    /// Heroes by name.
    pub heroes: IndexMap<String, Being>,
    /// Other creatures by name.
    pub creatures: IndexMap<String, Being>,
    /// Distances without a map: who, who, how far.
    pub apart: Vec<(String, String, String)>,
    /// Positions on a map, or places.
    pub at: IndexMap<String, String>,
    /// A battle under way.
    pub battle: Option<BattleStage>,
    /// Trackers by name.
    pub trackers: IndexMap<String, Value>,
    /// The time on the clock.
    pub clock: Option<String>,
    /// Earlier rulings and rules of the table.
    pub rulings: Vec<RulingStage>,
    /// How much people are asked: in a story every time, at a new table where it matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asks: Option<Asks>,
}

/// Who speaks for whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Seating {
    /// Their creatures.
    Creatures(Vec<String>),
    /// Their creatures, and how they roll.
    Full {
        /// Their creatures.
        creatures: Vec<String>,
        /// Whether they type in real dice.
        #[serde(default)]
        typed: bool,
    },
}

impl Seating {
    /// Their creatures.
    pub fn creatures(&self) -> &[String] {
        match self {
            Self::Creatures(creatures) | Self::Full { creatures, .. } => creatures,
        }
    }

    /// Whether they type in real dice.
    pub fn typed(&self) -> bool {
        matches!(self, Self::Full { typed: true, .. })
    }
}

/// A hero or creature as a story wants it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Being {
    /// The id of a content entry it is like.
    pub like: Option<String>,
    /// Values that differ; lists replace.
    pub set: IndexMap<String, Value>,
    /// What is added to lists.
    pub add: IndexMap<String, Value>,
    /// What is taken from lists.
    pub drop: IndexMap<String, Value>,
    /// Lasting effects on it.
    pub effects: Vec<Value>,
}

/// A battle under way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BattleStage {
    /// Who acts in which order.
    pub order: Vec<String>,
    /// Whose turn it is.
    pub turn: Option<String>,
    /// Which round it is.
    pub round: Option<u32>,
    /// Sides that differ from heroes against the rest.
    pub sides: IndexMap<String, u8>,
}

/// An earlier ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulingStage {
    /// The rule.
    pub rule: crate::RuleId,
    /// The tag.
    pub tag: String,
    /// Which option was taken.
    pub choice: String,
    /// Whether it is a rule of the table.
    #[serde(default)]
    pub table_rule: bool,
}

/// A stage that cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StageError {
    /// A name nobody has.
    #[error("nobody here is called {0}")]
    Unknown(String),
    /// A content id that is not in the book.
    #[error("there is no {kind} with the id {id}")]
    NoEntry {
        /// What was looked for.
        kind: &'static str,
        /// The id.
        id: String,
    },
    /// A field that cannot be set, or not so.
    #[error("{path} cannot be set to {value}: {why}")]
    Field {
        /// Which.
        path: String,
        /// To what.
        value: String,
        /// Why not.
        why: String,
    },
    /// Something the game has no use for.
    #[error("{0}")]
    Other(String),
}

impl StageError {
    /// A house switch that is none of these, or has no such value.
    pub fn switch(switch: &str, value: &str, known: &[Switch]) -> Self {
        let why = match known.iter().find(|known| known.name == switch) {
            Some(Switch { values: [], .. }) => "it is a whole number, and within bounds".to_owned(),
            Some(known) => format!("it is one of {}", known.values.join(", ")),
            None => {
                let names: Vec<&str> = known.iter().map(|known| known.name).collect();
                format!("there are {}", names.join(", "))
            }
        };
        Self::Field { path: format!("house.{switch}"), value: value.to_owned(), why }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleId;

    #[test]
    fn a_wrong_switch_is_told_its_values_and_an_unknown_one_all_switches() {
        let rule = RuleId::of("XX-ONE-01");
        let known = [
            Switch { name: "ties", values: &["again", "holder"], rule, about: "" },
            Switch { name: "miles", values: &[], rule, about: "" },
        ];
        let told = |switch, value| StageError::switch(switch, value, &known).to_string();
        assert_eq!(told("ties", "off"), "house.ties cannot be set to off: it is one of again, holder");
        assert_eq!(
            told("miles", "far"),
            "house.miles cannot be set to far: it is a whole number, and within bounds"
        );
        assert_eq!(told("tie", "again"), "house.tie cannot be set to again: there are ties, miles");
    }
}
