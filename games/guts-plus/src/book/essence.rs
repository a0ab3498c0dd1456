//! Rows of auras and essence skills, and what each density gives.

use std::collections::BTreeMap;

use boneyard_content::Amount;
use boneyard_table::RuleId;
use serde::Deserialize;
use serde_json::Value;

use super::{Book, Rest};
use crate::state::Halves;

/// An aura.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct AuraRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// The face that gives it.
    pub roll: u8,
    /// What it is about.
    #[serde(default)]
    pub power: String,
    /// In a line.
    #[serde(default)]
    pub text: String,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// The rest.
    #[serde(flatten)]
    pub rest: Rest,
}

/// A tier of skills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// The first.
    Basic,
    /// The second.
    Honed,
    /// The last.
    Master,
}

impl Tier {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Basic, Self::Honed, Self::Master];

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Basic => "Basic",
            Self::Honed => "Honed",
            Self::Master => "Master",
        }
    }
}

/// A number that grows with the range of an essence, or with the weight of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Measure {
    times: i32,
    parts: i32,
    of: Of,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    One,
    Range,
    Weight,
}

impl TryFrom<String> for Measure {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let bad = || format!("`{text}` is no number in R or weight, such as 2R, R/2, weight or 10");
        let (top, parts) = match text.split_once('/') {
            Some((top, parts)) => (top, parts.parse().map_err(|_| bad())?),
            None => (text.as_str(), 1),
        };
        let (times, of) = match (top.strip_suffix('R'), top.strip_suffix("weight")) {
            (Some(times), _) => (times, Of::Range),
            (None, Some(times)) => (times, Of::Weight),
            (None, None) => (top, Of::One),
        };
        let times = if times.is_empty() && of != Of::One { 1 } else { times.parse().map_err(|_| bad())? };
        if parts == 0 {
            return Err(bad());
        }
        Ok(Self { times, parts, of })
    }
}

impl Measure {
    /// What it is at a range in feet and a weight in pounds.
    pub fn at(self, range: u8, weight: u16) -> Halves {
        let of = match self.of {
            Of::One => 1,
            Of::Range => i32::from(range),
            Of::Weight => i32::from(weight),
        };
        Halves(2 * self.times * of / self.parts)
    }
}

/// A further number of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Number {
    /// What it is the number of.
    pub name: String,
    /// How much.
    pub dice: Measure,
    /// In what.
    pub kind: String,
    /// It is the least, not the most.
    #[serde(default)]
    pub least: bool,
}

/// What a skill cannot do.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Never {
    /// In a word.
    pub way: String,
    /// In a sentence.
    pub text: String,
}

/// What a target defends with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Against {
    /// It is for the GM to say; the body or the mind is meant.
    Proposed(String),
    /// The first of these that it has.
    Fixed(Vec<String>),
}

/// An essence skill.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct SkillRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    #[serde(default)]
    pub text: String,
    /// Its tier.
    pub tier: Tier,
    /// Its aura; any if none.
    pub aura: Option<String>,
    /// Whether it can be kept up.
    #[serde(default)]
    pub kept: bool,
    /// How far it reaches, if not as far as the essence.
    pub range: Option<Amount<Measure>>,
    /// Further numbers.
    #[serde(default)]
    pub reach: Vec<Number>,
    /// Most pounds without a further check.
    pub limit: Option<Amount<Measure>>,
    /// What more than that costs: `check` or `strain`.
    #[serde(default)]
    pub over: Option<String>,
    /// What it works on.
    pub target: String,
    /// `contest` where an unwilling target always makes it one.
    pub roll: Option<String>,
    /// What a target defends with.
    pub against: Option<Against>,
    /// Whether it hurts: `dangerous`, `other`, `none`, `own`, `shape`, `spout`.
    #[serde(default)]
    pub harm: String,
    /// `dangerous` or `other`, where the harm has numbers of its own.
    pub means: Option<String>,
    /// What is proposed, by result.
    #[serde(default)]
    pub effects: BTreeMap<String, Vec<Value>>,
    /// What it cannot do.
    #[serde(default)]
    pub never: Vec<Never>,
    /// Ways to use it.
    #[serde(default)]
    pub ways: Vec<String>,
    /// What its user says with it.
    pub asks: Option<String>,
    /// What the GM is asked.
    #[serde(default)]
    pub gm: Vec<String>,
    /// What it needs.
    #[serde(default)]
    pub needs: Vec<String>,
    /// Skills it goes well with.
    #[serde(default)]
    pub merges: Vec<String>,
    /// What a target may resist with.
    pub resist: Option<Value>,
    /// Its rule in code.
    pub hook: Option<String>,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// The rest.
    #[serde(flatten)]
    pub rest: Rest,
}

impl SkillRow {
    /// Whether it has this rule in code.
    pub fn is(&self, hook: &str) -> bool {
        self.hook.as_deref() == Some(hook)
    }

    /// A further number by name.
    pub fn number(&self, name: &str) -> Option<&Number> {
        self.reach.iter().find(|number| number.name == name)
    }
}

/// What a density gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Density {
    /// The level of the quality.
    pub density: u8,
    /// Only with mastery.
    #[serde(default)]
    pub mastery: bool,
    /// Basic skills.
    pub basic: u8,
    /// Honed skills.
    pub honed: u8,
    /// Master skills.
    pub master: u8,
    /// Range in feet.
    pub range: u8,
}

impl Density {
    /// How many skills of a tier.
    pub fn skills(&self, tier: Tier) -> u8 {
        match tier {
            Tier::Basic => self.basic,
            Tier::Honed => self.honed,
            Tier::Master => self.master,
        }
    }
}

impl Book {
    /// What a density gives.
    pub fn density(&self, level: u8, mastered: bool) -> Density {
        let rows = self.plain.get("density").map_or(&[][..], Vec::as_slice);
        let mut typed = rows.iter().filter_map(|row| serde_json::from_value::<Density>(row.clone()).ok());
        typed.find(|row| row.density == level && row.mastery == mastered).unwrap_or_default()
    }
}
