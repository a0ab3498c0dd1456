//! The notation people type, as a parsed expression: a list of steps in the order they are worked out.
//! Reading text is in `parse`, writing it in `print`, saying it in `meaning`; rolling and odds are elsewhere.

mod error;
mod meaning;
pub(crate) mod modifier;
mod parse;
mod print;

use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use smallvec::SmallVec;

pub use error::{ParseError, Problem};
pub(crate) use modifier::{Condition, Modifier, Pick, Test};

use crate::Limits;

/// A parsed roll, such as `4d6kh3 + 2`. It prints in one canonical spelling.
#[derive(Clone, Debug)]
pub struct Expression {
    pub(crate) steps: SmallVec<[Step; 4]>,
    pub(crate) modifiers: SmallVec<[Modifier; 2]>,
    /// Names of variables and labels, in order of appearance.
    pub(crate) words: Vec<Box<str>>,
    pub(crate) dice: u32,
    pub(crate) explosions: u32,
}

/// One step: it takes its operands off a stack and leaves its result there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Number(u32),
    Variable(u16),
    Dice(Dice),
    Pool { members: u16, modifiers: Span },
    Negate,
    Add,
    Subtract,
    Multiply,
    Divide,
    Label(u16),
    Repeat(u32),
}

/// Like dice rolled together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dice {
    pub count: Amount,
    pub sides: Amount,
    pub kind: Kind,
    pub modifiers: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Amount {
    /// Small, so that a whole expression stays small: it is copied for every roll that is typed.
    Fixed(u16),
    /// Worked out by the steps before.
    Worked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    /// Three faces: -1, 0, +1.
    Fate,
    /// A stock that steps down on 1 or 2.
    Usage,
    /// Happens if any die shows 1.
    Risk,
}

/// A stretch of the modifiers of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub from: u16,
    pub len: u16,
}

/// A variable without a value, or with one too large.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BindError {
    /// Nothing is known by that name.
    #[error("`{0}` has no value here.")]
    Unknown(String),
    /// The value is beyond what may be typed.
    #[error("`{name}` is {value}. The largest number here is {limit}.")]
    TooLarge {
        /// The variable.
        name: String,
        /// Its value.
        value: i64,
        /// The limit.
        limit: u32,
    },
}

impl Expression {
    /// Reads a roll without variables.
    pub fn parse(text: &str) -> Result<Expression, ParseError> {
        parse::parse(text, &[], &Limits::DEFAULT)
    }

    /// Reads a roll in which these names stand for numbers.
    pub fn parse_with(text: &str, names: &[&str], limits: &Limits) -> Result<Expression, ParseError> {
        parse::parse(text, names, limits)
    }

    /// Puts numbers in the place of variables.
    pub fn bind(&self, value: impl Fn(&str) -> Option<i64>) -> Result<Expression, BindError> {
        let mut bound = self.clone();
        bound.steps.clear();
        for step in &self.steps {
            let Step::Variable(word) = *step else {
                bound.steps.push(*step);
                continue;
            };
            let name = self.word(word);
            let number = value(name).ok_or_else(|| BindError::Unknown(name.to_owned()))?;
            let limit = Limits::DEFAULT.number;
            let size = u32::try_from(number.unsigned_abs())
                .ok()
                .filter(|size| *size <= limit)
                .ok_or_else(|| BindError::TooLarge { name: name.to_owned(), value: number, limit })?;
            bound.steps.push(Step::Number(size));
            if number < 0 {
                bound.steps.push(Step::Negate);
            }
        }
        Ok(bound)
    }

    /// The variables it still needs, in order of appearance.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.steps.iter().filter_map(|step| match step {
            Step::Variable(word) => Some(self.word(*word)),
            _ => None,
        })
    }

    /// What it says in words, for people to check that it was understood as meant.
    pub fn meaning(&self) -> String {
        meaning::meaning(self)
    }

    /// How often it is rolled, and what is rolled each time.
    pub fn repetition(&self) -> Option<(u32, Expression)> {
        let Some(Step::Repeat(times)) = self.steps.last() else { return None };
        let mut once = self.clone();
        once.steps.pop();
        Some((*times, once))
    }

    pub(crate) fn word(&self, index: u16) -> &str {
        self.words.get(usize::from(index)).map_or("", |word| word)
    }

    pub(crate) fn modifiers(&self, span: Span) -> &[Modifier] {
        let from = usize::from(span.from);
        self.modifiers.get(from..from + usize::from(span.len)).unwrap_or(&[])
    }
}

/// The same roll; the limits it was read under do not matter.
impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        (&self.steps, &self.modifiers, &self.words) == (&other.steps, &other.modifiers, &other.words)
    }
}

impl Eq for Expression {}

impl FromStr for Expression {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Expression::parse(text)
    }
}

impl Serialize for Expression {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Expression {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// What a face counts before anything is said about it.
#[inline]
pub(crate) fn face_value(kind: Kind, face: u32) -> i64 {
    if kind == Kind::Fate { i64::from(face) - 2 } else { i64::from(face) }
}
