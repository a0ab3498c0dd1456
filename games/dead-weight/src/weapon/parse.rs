//! Reading notation. Every mistake is told with its place in the text and what may stand there.

use std::fmt;
use std::str::FromStr;

use super::{Band, Blow, Effect, Effects, Notation};
use crate::state::Attribute;

/// Notation that cannot be read: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The character, counted from 1.
    pub at: usize,
    /// What is wrong there, and what is allowed.
    pub what: String,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: {}", self.at, self.what)
    }
}

impl std::error::Error for NotationError {}

impl FromStr for Notation {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut reader = Reader { rest: text, at: 1 };
        let minus = reader.take('-') || reader.take('\u{2212}');
        let attribute = reader.attribute()?;
        if !reader.take(' ') {
            return Err(reader.wrong("a space and a number of wounds are missing after the attribute"));
        }
        reader.spaces();
        let base = reader.blow()?;
        let before = (reader.rest, reader.at);
        reader.spaces();
        let critical = if reader.take('+') {
            reader.spaces();
            Some(reader.blow()?)
        } else {
            (reader.rest, reader.at) = before;
            None
        };
        let range = reader.range()?;
        reader.end()?;
        Ok(Self { minus, attribute, base, critical, range })
    }
}

/// More wounds than anything in the game can take: beyond it a number is a slip.
const MOST_WOUNDS: u8 = 99;

struct Reader<'a> {
    rest: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn wrong(&self, what: impl Into<String>) -> NotationError {
        NotationError { at: self.at, what: what.into() }
    }

    fn next(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn step(&mut self) {
        let mut letters = self.rest.chars();
        if letters.next().is_some() {
            self.rest = letters.as_str();
            self.at += 1;
        }
    }

    fn take(&mut self, letter: char) -> bool {
        let here = self.next() == Some(letter);
        if here {
            self.step();
        }
        here
    }

    fn spaces(&mut self) {
        while self.take(' ') {}
    }

    fn word(&self) -> &str {
        let end = self.rest.find(|c: char| !c.is_alphabetic()).unwrap_or(self.rest.len());
        &self.rest[..end]
    }

    fn skip(&mut self, letters: usize) {
        (0..letters).for_each(|_| self.step());
    }

    fn attribute(&mut self) -> Result<Attribute, NotationError> {
        let word = self.word();
        let known = Attribute::ALL.into_iter().find(|attribute| attribute.name() == word);
        let Some(attribute) = known else {
            let found = if word.is_empty() { "nothing".to_owned() } else { format!("`{}`", short(word)) };
            return Err(self.wrong(format!("an attribute stands first, STR, DEX, INT or PRE; found {found}")));
        };
        self.skip(3);
        Ok(attribute)
    }

    fn blow(&mut self) -> Result<Blow, NotationError> {
        let wounds = self.number()?;
        let mut effects = Effects::default();
        while let Some(letter) = self.next().filter(|letter| !matches!(letter, ' ' | '+')) {
            let Some(effect) = Effect::ALL.into_iter().find(|effect| effect.letter() == letter) else {
                return Err(self.wrong(format!(
                    "`{letter}` is no effect; the effects are B, D, E, N, P, R, S, X and ?"
                )));
            };
            if effects.has(effect) {
                return Err(self.wrong(format!("`{letter}` stands there already")));
            }
            effects = effects.with(effect);
            self.step();
        }
        Ok(Blow { wounds, effects })
    }

    fn number(&mut self) -> Result<u8, NotationError> {
        let digits = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        if digits == 0 {
            return Err(self.wrong("a number of wounds is missing here"));
        }
        let number = self.rest[..digits].parse::<u8>().ok().filter(|number| *number <= MOST_WOUNDS);
        let Some(number) = number else {
            return Err(self.wrong(format!("so many wounds nothing deals; at most {MOST_WOUNDS}")));
        };
        self.skip(digits);
        Ok(number)
    }

    fn range(&mut self) -> Result<Option<Band>, NotationError> {
        if self.next() != Some(' ') {
            return Ok(None);
        }
        self.spaces();
        if self.next().is_none() || self.next() == Some('+') {
            return Ok(None);
        }
        let word = self.word();
        let known = Band::ALL.into_iter().find(|band| band.name() == word);
        let Some(band) = known.or((word == "Faraway").then_some(Band::Far)) else {
            let found = short(self.rest);
            return Err(
                self.wrong(format!("`{found}` is no range; the ranges are Close, Nearby, Far and Distant"))
            );
        };
        self.skip(word.len());
        Ok(Some(band))
    }

    fn end(&mut self) -> Result<(), NotationError> {
        self.spaces();
        match self.next() {
            None => Ok(()),
            Some('+') => Err(self.wrong("there is one plus part already")),
            Some(_) => Err(self.wrong("nothing may stand after the range")),
        }
    }
}

fn short(text: &str) -> String {
    text.chars().take(12).collect()
}
