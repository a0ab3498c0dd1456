//! What can be wrong with a text, in words for the person who typed it, with the place and a way out.

use std::fmt;

/// Why a text is not a roll, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong.
    pub problem: Problem,
    /// The byte at which it went wrong.
    pub at: usize,
    /// The text as typed (its beginning, if it was too long).
    pub text: String,
    /// Something that would work instead.
    pub suggestion: Option<String>,
}

/// What can be wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Nothing was typed.
    #[error("There is nothing to roll: I expect dice, as in 2d6+1.")]
    Empty,
    /// The text ends in the middle.
    #[error("`{text}` stops too early: after {after} I expect {expected}.")]
    StopsTooEarly {
        /// The text.
        text: String,
        /// What stands last.
        after: String,
        /// What could follow.
        expected: &'static str,
    },
    /// Something else was expected.
    #[error("`{found}` does not belong here: I expect {expected}.")]
    Unexpected {
        /// What stands there.
        found: String,
        /// What could stand there.
        expected: &'static str,
    },
    /// A word nobody knows.
    #[error("`{0}` is neither dice nor a number I know.")]
    UnknownWord(String),
    /// A limit.
    #[error("{asked} {what} are too many. The limit is {limit}.")]
    TooMany {
        /// How many were asked for.
        asked: String,
        /// Of what.
        what: &'static str,
        /// The limit.
        limit: u64,
    },
    /// A number beyond the limit.
    #[error("{number} is too large. The largest number is {limit}.")]
    NumberTooLarge {
        /// The number, or its beginning.
        number: String,
        /// The limit.
        limit: u32,
    },
    /// Brackets within brackets.
    #[error("Too many brackets within brackets. The limit is {0}.")]
    TooDeep(u32),
    /// A die without sides.
    #[error("A die needs at least 1 side.")]
    NoSides,
    /// A usage die of a size that is not on the chain.
    #[error("A usage die is a Ud4, Ud6, Ud8, Ud10, Ud12 or Ud20.")]
    UsageSides,
    /// A die that could be rerolled for ever.
    #[error("That reroll could go on for ever: at least 1 face in {0} must be allowed to stay.")]
    Endless(u32),
    /// The same kind of modifier twice.
    #[error("`{0}` says it a second time. Say it once.")]
    Twice(String),
    /// Rerolling once and until at the same time.
    #[error("Rerolling once (ro) and rerolling until (rr) do not go together. Choose one.")]
    OnceAndUntil,
    /// Failures without successes.
    #[error("Failures are taken away from successes, so say what succeeds first.")]
    FailureAlone,
    /// A modifier that does not fit.
    #[error("`{modifier}` does not go with {with}.")]
    Misplaced {
        /// The modifier.
        modifier: String,
        /// What it was written after.
        with: &'static str,
    },
    /// One thing to choose from.
    #[error("A pool with one member has nothing to keep or drop. Put commas between its members.")]
    LonelyPool,
    /// Comparing a number.
    #[error("Comparing counts dice, and there are none in front of it.")]
    NothingToCount,
}

impl ParseError {
    /// The text with a caret under the place where it went wrong.
    pub fn pointer(&self) -> String {
        let before = self.text.get(..self.at).unwrap_or(&self.text);
        format!("{}\n{}^", self.text, " ".repeat(before.chars().count()))
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)?;
        match &self.suggestion {
            Some(suggestion) => write!(f, " Try `{suggestion}`."),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ParseError {}
