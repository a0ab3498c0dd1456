//! The characters under the reader: looking, eating, numbers and words.

use super::super::Problem;
use super::{Parsed, Parser};

impl<'a> Parser<'a> {
    #[inline]
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let here = self.peek() == Some(byte);
        self.at += usize::from(here);
        here
    }

    pub(super) fn eat_text(&mut self, text: &str) -> bool {
        let here = self.rest().starts_with(text.as_bytes());
        self.at += if here { text.len() } else { 0 };
        here
    }

    #[inline]
    pub(super) fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    pub(super) fn letters(&self) -> &'a str {
        let length = self.rest().iter().take_while(|b| b.is_ascii_alphabetic()).count();
        &self.text[self.at..self.at + length]
    }

    pub(super) fn number(&mut self, expected: &'static str) -> Parsed<u32> {
        self.space();
        let start = self.at;
        let mut number = 0u64;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        if self.at == start {
            return Err(self.expected(expected));
        }
        if number > u64::from(self.limits.number) {
            // Dice are what people overdo: name that limit where it is the one that matters.
            let dice = matches!(self.peek(), Some(b'd' | b'D'));
            let asked = self.text[start..self.at].chars().take(24).collect();
            let problem = if dice {
                Problem::TooMany { asked, what: "dice", limit: u64::from(self.limits.dice) }
            } else {
                Problem::NumberTooLarge { number: asked, limit: self.limits.number }
            };
            return Err(self.error(start, problem));
        }
        Ok(number as u32)
    }
}
