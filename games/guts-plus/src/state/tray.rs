//! The roll under way: who rolls what, every die with what became of it. It is in the state so that
//! everybody sees it and odds can merge equal trays.

use std::borrow::Cow;

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::Base;

/// Dice, the lowest first: that is how they lie, so the leftmost is the lowest.
pub type Dice = SmallVec<[u8; 10]>;

/// A result, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// It goes wrong.
    Negative,
    /// It does not work.
    Failure,
    /// Almost.
    Near,
    /// It works.
    Full,
    /// It works, and more.
    Positive,
}

impl Scale {
    /// All five, the worst first.
    pub const ALL: [Self; 5] = [Self::Negative, Self::Failure, Self::Near, Self::Full, Self::Positive];

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Negative => "Negative impact",
            Self::Failure => "Failure",
            Self::Near => "Near success",
            Self::Full => "Full success",
            Self::Positive => "Positive impact",
        }
    }

    /// As it is written.
    pub fn key(self) -> &'static str {
        match self {
            Self::Negative => "negative",
            Self::Failure => "failure",
            Self::Near => "near",
            Self::Full => "full",
            Self::Positive => "positive",
        }
    }

    /// The one written so.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scale| scale.key() == key)
    }
}

/// What kind of roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rolled {
    /// Nobody unwilling is against it: every die is read.
    Check,
    /// Against somebody unwilling: totals are compared.
    Contest,
    /// Who goes first.
    Order,
}

/// A roll under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Tray {
    /// What kind.
    pub kind: Rolled,
    /// What is tried, in a few words: the tag decisions are remembered by.
    pub what: String,
    /// What happens on failure, if the GM said so.
    #[serde(default)]
    pub on_failure: String,
    /// The least that achieves anything.
    #[serde(default)]
    pub needs: Option<Scale>,
    /// Only the GM knows that.
    #[serde(default)]
    pub needs_hidden: bool,
    /// The one who acts first, then those who resist.
    #[schemars(with = "Vec<Side>")]
    pub sides: SmallVec<[Side; 2]>,
}

/// One who rolls.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Side {
    /// Who.
    pub who: Who,
    /// The base quality the GM named; an essence roll has none.
    #[serde(default)]
    pub base: Option<Base>,
    /// The main quality.
    pub quality: u8,
    /// The quality added to it.
    #[serde(default)]
    pub added: Option<u8>,
    /// Only half the level counts, rounded up.
    #[serde(default)]
    pub halved: bool,
    /// Advantages and disadvantages.
    #[serde(default)]
    pub edges: Vec<Edge>,
    /// More dice, from skills and gear; these may pass the limit of ten if [`Side::past_ten`].
    #[serde(default)]
    pub more: i8,
    /// Dice from `more` may pass ten.
    #[serde(default)]
    pub past_ten: bool,
    /// Conditions do not count for this roll.
    #[serde(default)]
    pub lifted: bool,
    /// Has argued that it simply works.
    #[serde(default)]
    pub argued: bool,
    /// A quality was appealed for and judged, relevant or not.
    #[serde(default)]
    pub appealed: Vec<u8>,
    /// Gave up before rolling.
    #[serde(default)]
    pub gave_up: bool,
    /// How many dice.
    #[serde(default)]
    pub pool: u8,
    /// The dice.
    #[serde(default)]
    #[schemars(with = "Vec<u8>")]
    pub dice: Dice,
    /// A natural 1 or 2 fell.
    #[serde(default)]
    pub low: bool,
    /// What the dice showed together when they fell.
    #[serde(default)]
    pub fell: u16,
    /// The change a master may make was made.
    #[serde(default)]
    pub changed: bool,
    /// Who helps.
    #[serde(default)]
    pub helpers: Vec<Helper>,
    /// Whom the GM judged unable to help.
    #[serde(default)]
    pub turned_down: Vec<Who>,
    /// Faces of own doubles that are used.
    #[serde(default)]
    #[schemars(with = "Vec<u8>")]
    pub own: SmallVec<[u8; 5]>,
    /// Faces of doubles with helpers' dice that are used.
    #[serde(default)]
    #[schemars(with = "Vec<u8>")]
    pub cross: SmallVec<[u8; 5]>,
    /// Faces of doubles with a bonus die that are used; `true` where the other is a pool die.
    #[serde(default)]
    pub chained: Vec<(u8, bool)>,
    /// Bonus dice.
    #[serde(default)]
    #[schemars(with = "Vec<u8>")]
    pub bonus: Dice,
    /// What each die is worth after advantages and conditions.
    #[serde(default)]
    #[schemars(with = "Vec<u8>")]
    pub values: Dice,
    /// Bonus points on each die.
    #[serde(default)]
    #[schemars(with = "Vec<u8>")]
    pub placed: Dice,
    /// The sum, in a contest and for the first round.
    #[serde(default)]
    pub total: i16,
}

/// An advantage or, below zero, a disadvantage.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edge {
    /// What it changes.
    pub form: EdgeForm,
    /// By how much.
    pub amount: i8,
    /// Given because no quality fits: one that fits takes it away.
    #[serde(default)]
    pub unskilled: bool,
    /// Why, in a few words.
    #[serde(default)]
    pub why: String,
}

/// What an advantage changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EdgeForm {
    /// Nothing but how the dice are looked at.
    Colour,
    /// The value of one die.
    One,
    /// The value of each die.
    Each,
    /// The number of dice.
    Dice,
}

/// Somebody who helps.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Helper {
    /// Who.
    pub who: Who,
    /// With which quality.
    pub quality: u8,
    /// With how many dice.
    pub pool: u8,
    /// Their dice, once they lie.
    #[serde(default)]
    #[schemars(with = "Vec<u8>")]
    pub dice: Dice,
}

/// What came of the last roll.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Last {
    /// Who acted.
    pub who: Who,
    /// What was tried.
    pub what: String,
    /// What kind of roll; nothing where none was made.
    #[serde(default)]
    pub kind: Option<Rolled>,
    /// The result.
    pub outcome: Scale,
    /// How the dice of the one who acted read in the end, lowest first.
    #[serde(default)]
    #[schemars(with = "Vec<u8>")]
    pub dice: Dice,
    /// How many bonus dice the one who acted rolled.
    #[serde(default)]
    pub bonus: u8,
    /// Differences, defender by defender.
    #[serde(default)]
    #[schemars(with = "Vec<i16>")]
    pub differences: SmallVec<[i16; 2]>,
    /// Results against each defender.
    #[serde(default)]
    #[schemars(with = "Vec<Scale>")]
    pub outcomes: SmallVec<[Scale; 2]>,
    /// Whether it achieved what was wanted.
    pub achieved: bool,
    /// How a near success was decided.
    #[serde(default)]
    pub near: Option<Cow<'static, str>>,
    /// The price it came at.
    #[serde(default)]
    pub twist: Option<String>,
}

impl Side {
    /// Somebody who rolls a base quality.
    pub fn new(who: Who, base: Option<Base>, quality: u8) -> Self {
        Self {
            who,
            base,
            quality,
            added: None,
            halved: false,
            edges: Vec::new(),
            more: 0,
            past_ten: false,
            lifted: false,
            argued: false,
            appealed: Vec::new(),
            gave_up: false,
            pool: 0,
            dice: Dice::new(),
            low: false,
            fell: 0,
            changed: false,
            helpers: Vec::new(),
            turned_down: Vec::new(),
            own: SmallVec::new(),
            cross: SmallVec::new(),
            chained: Vec::new(),
            bonus: Dice::new(),
            values: Dice::new(),
            placed: Dice::new(),
            total: 0,
        }
    }

    /// The dice as they are read: values with the points placed on them.
    pub fn read(&self) -> Dice {
        let placed = self.placed.iter().copied().chain(std::iter::repeat(0));
        self.values.iter().zip(placed).map(|(value, more)| value + more).collect()
    }

    /// The sum of its bonus dice.
    pub fn bonus_points(&self) -> u8 {
        self.bonus.iter().sum()
    }

    /// How many dice of a face are in no double yet: its own, its helpers', its bonus dice.
    pub fn free(&self, face: u8) -> (u8, u8, u8) {
        let count = |dice: &[u8]| dice.iter().filter(|die| **die == face).count() as u8;
        let chained = |pool: bool| {
            self.chained.iter().filter(|(own, with)| *own == face && *with == pool).count() as u8
        };
        let (own, cross) = (count(&self.own), count(&self.cross));
        let helpers: u8 = self.helpers.iter().map(|helper| count(&helper.dice)).sum();
        let pool = count(&self.dice).saturating_sub(2 * own + cross + chained(true));
        let bonus = count(&self.bonus).saturating_sub(chained(true) + 2 * chained(false));
        (pool, helpers.saturating_sub(cross), bonus)
    }
}

impl Tray {
    /// The one who acts.
    pub fn actor(&self) -> &Side {
        &self.sides[0]
    }
}
