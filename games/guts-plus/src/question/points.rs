//! Where points go: an advantage on one die, what a condition takes off, what bonus dice bring.

use std::collections::BTreeMap;

use boneyard_table::view::{Bin, Candidate, DiceTray, Domain, PromptKind, Stakes, count};
use boneyard_table::{Asked, Choices, Form, Pick, Question, Refusal, RuleId, Stance};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dice::{shown, tray_of};
use super::{Here, no};
use crate::GutsPlus;
use crate::roll::{self, best_points, take_off};
use crate::rules;

/// Which die takes an advantage, or a disadvantage, of one die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WhichDie {
    /// Whose.
    pub side: u8,
    /// How much it changes.
    pub amount: i8,
    /// What the dice are worth, die by die.
    pub values: Vec<u8>,
}

impl WhichDie {
    /// The die the rules would take: its value.
    fn usual(&self) -> u8 {
        if self.amount < 0 {
            let hit = take_off(&self.values, 1);
            let at = hit.iter().position(|off| *off > 0).unwrap_or(0);
            return self.values.get(at).copied().unwrap_or(1);
        }
        let worth = |value: &u8| {
            let mut values = self.values.clone();
            let at = values.iter().position(|own| own == value).unwrap_or(0);
            values[at] = (i16::from(*value) + i16::from(self.amount)).clamp(1, 6) as u8;
            (roll::reading(&values).0, 6 - *value)
        };
        self.values.iter().copied().max_by_key(worth).unwrap_or(1)
    }
}

impl Pick<GutsPlus> for WhichDie {
    type Answer = u8;

    fn asked(&self, _at: Here<'_>) -> Asked<u8> {
        let mut faces = self.values.clone();
        faces.sort_unstable();
        faces.dedup();
        let question = format!("{:+} to one die: which?", self.amount);
        let answers = faces.into_iter().map(|face| (face, format!("A {face}")));
        Asked::one_of("which_die", rules::GP_ROLL_05, question, answers)
    }

    fn instinct(&self, _at: Here<'_>) -> u8 {
        self.usual()
    }

    fn stance(&self) -> Stance {
        if self.amount < 0 { Stance::Judge } else { Stance::Own }
    }
}

/// Points on dice, a number for each from the left. Forms write only those that get some, by their place from 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Written", into = "BTreeMap<String, u8>")]
pub struct Spread(Vec<u8>);

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Written {
    Each(Vec<u8>),
    Some(BTreeMap<String, u8>),
}

/// More dice than any roll has.
const MOST: usize = 40;

impl TryFrom<Written> for Spread {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let some = match written {
            Written::Each(each) => return Ok(Self(each)),
            Written::Some(some) => some,
        };
        let mut each = Vec::new();
        for (place, points) in some {
            let known = place.parse::<usize>().ok().filter(|nth| *nth < MOST);
            let nth = known.ok_or_else(|| format!("{place} is no place of a die"))?;
            each.resize(each.len().max(nth + 1), 0);
            each[nth] = points;
        }
        Ok(Self(each))
    }
}

impl From<Spread> for BTreeMap<String, u8> {
    fn from(spread: Spread) -> Self {
        let some = spread.0.into_iter().enumerate().filter(|(_, points)| *points > 0);
        some.map(|(place, points)| (place.to_string(), points)).collect()
    }
}

impl Spread {
    /// What each of so many dice gets; nothing if more are named.
    pub fn over(&self, dice: usize) -> Option<Vec<u8>> {
        let mut each = self.0.clone();
        if each.len() > dice {
            return None;
        }
        each.resize(dice, 0);
        Some(each)
    }
}

/// Where a condition's points come off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TakeOff {
    /// Whose.
    pub side: u8,
    /// How many points.
    pub points: u8,
    /// What the dice are worth, die by die.
    pub values: Vec<u8>,
}

fn bins(values: &[u8], room: impl Fn(u8) -> u8) -> Vec<Bin> {
    let bin = |(at, value): (usize, &u8)| Bin {
        to: Candidate::new(at.to_string(), format!("the {value}")),
        least: 0,
        most: room(*value).into(),
    };
    values.iter().enumerate().map(bin).collect()
}

impl Question<GutsPlus> for TakeOff {
    type Answer = Spread;

    fn form(&self, _at: Here<'_>) -> Form {
        Form {
            name: "take_off",
            rule: rules::GP_COND_03,
            question: format!("{} off {}: where?", count(self.points, "comes", "come"), shown(&self.values)),
            kind: PromptKind::SpreadPoints,
            domain: Domain::Points {
                total: self.points.into(),
                all: false,
                to: bins(&self.values, |value| value.saturating_sub(1)),
            },
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &Spread) -> Result<(), Refusal> {
        let rule = rules::GP_COND_03;
        let Some(answer) = answer.over(self.values.len()) else {
            return no(rule, "dice", format!("Give a number for each of the {} dice.", self.values.len()));
        };
        if answer.iter().zip(&self.values).any(|(off, value)| *off >= *value && *off > 0) {
            return no(rule, "below-one", "No die goes below 1.");
        }
        let sum: u32 = answer.iter().map(|off| u32::from(*off)).sum();
        let room: u32 = self.values.iter().map(|value| u32::from(value.saturating_sub(1))).sum();
        let wanted = u32::from(self.points).min(room);
        if sum != wanted {
            return no(rule, "points", format!("Exactly {} off, not {sum}.", count(wanted, "comes", "come")));
        }
        Ok(())
    }

    fn choices(&self, at: Here<'_>) -> Choices<Spread> {
        Choices::Some(vec![Question::instinct(self, at)])
    }

    fn instinct(&self, _at: Here<'_>) -> Spread {
        Spread(take_off(&self.values, self.points).to_vec())
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

/// Where bonus points go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// Whose.
    pub side: u8,
    /// How many points.
    pub points: u8,
    /// What the dice are worth, die by die.
    pub values: Vec<u8>,
}

impl Question<GutsPlus> for Place {
    type Answer = Spread;

    fn rule(&self, _at: Here<'_>) -> RuleId {
        rules::GP_DBL_05
    }

    fn form(&self, _at: Here<'_>) -> Form {
        Form {
            name: "place",
            rule: rules::GP_DBL_05,
            question: format!(
                "{} for {}: where?",
                count(self.points, "point", "points"),
                shown(&self.values)
            ),
            kind: PromptKind::SpreadPoints,
            domain: Domain::Points {
                total: self.points.into(),
                all: false,
                to: bins(&self.values, |value| 6u8.saturating_sub(value)),
            },
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &Spread) -> Result<(), Refusal> {
        let Some(answer) = answer.over(self.values.len()) else {
            let sentence =
                format!("Points go on the {} dice of the pool alone: a number for each.", self.values.len());
            return no(rules::GP_DBL_05, "dice", sentence);
        };
        if answer.iter().zip(&self.values).any(|(more, value)| *more > 6u8.saturating_sub(*value)) {
            return no(rules::GP_CHECK_03, "above-six", "No die goes above 6.");
        }
        let sum: u32 = answer.iter().map(|more| u32::from(*more)).sum();
        if sum > u32::from(self.points) {
            let sentence = format!("Of {}, {sum} cannot be placed.", count(self.points, "point", "points"));
            return no(rules::GP_DBL_05, "points", sentence);
        }
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<Spread> {
        // For every reading that can be reached there is one way to it: nothing else hangs on the points.
        let ways = roll::points_for_each_reading(&self.values, self.points);
        Choices::Enough(ways.into_iter().map(Spread).collect())
    }

    fn instinct(&self, _at: Here<'_>) -> Spread {
        Spread(best_points(&self.values, self.points))
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn tray(&self, at: Here<'_>) -> Option<DiceTray> {
        tray_of(at, self.side)
    }
}
