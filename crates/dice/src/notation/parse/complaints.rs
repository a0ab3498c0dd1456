//! Saying what is wrong with a text, where, and what would work instead.

use super::super::{ParseError, Problem};
use super::Parser;

impl Parser<'_> {
    #[cold]
    pub(super) fn error(&self, at: usize, problem: Problem) -> Box<ParseError> {
        let text = self.text.chars().take(self.limits.text).collect();
        Box::new(ParseError { problem, at, text, suggestion: None })
    }

    #[cold]
    pub(super) fn suggest(&self, at: usize, problem: Problem, suggestion: String) -> Box<ParseError> {
        let mut error = self.error(at, problem);
        error.suggestion = Some(suggestion);
        error
    }

    #[cold]
    pub(super) fn too_many(&self, at: usize, asked: u64, what: &'static str, limit: u32) -> Box<ParseError> {
        self.error(at, Problem::TooMany { asked: asked.to_string(), what, limit: u64::from(limit) })
    }

    #[cold]
    pub(super) fn expected(&mut self, expected: &'static str) -> Box<ParseError> {
        self.space();
        let problem = match self.text[self.at..].chars().next() {
            None => Problem::StopsTooEarly {
                text: self.text.trim().to_owned(),
                after: self.last_token(),
                expected,
            },
            Some(_) => Problem::Unexpected { found: self.token(), expected },
        };
        self.error(self.at, problem)
    }

    /// Something after a roll that is complete.
    #[cold]
    pub(super) fn stray(&mut self) -> Box<ParseError> {
        let found = self.token();
        let at = self.at;
        let follows = if found == "(" || found.starts_with(|c: char| c.is_ascii_digit()) {
            "an operator such as + or * in front of it"
        } else {
            "an operator, a modifier such as kh3, or the end"
        };
        let problem = Problem::Unexpected { found, expected: follows };
        let error = self.error(at, problem);
        self.or_label(error)
    }

    /// A word after a complete roll is most likely meant as its name.
    pub(super) fn or_label(&self, mut error: Box<ParseError>) -> Box<ParseError> {
        let from = self.text[..self.at].trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
        let word = self.text[from..].trim();
        if word.chars().count() > 2 && word.chars().all(|c| c.is_alphabetic() || c == ' ') && from > 0 {
            error.suggestion = Some(format!("{}[{word}]", self.text[..from].trim_end()));
        }
        error
    }

    pub(super) fn with_digit(&self, mut error: Box<ParseError>) -> Box<ParseError> {
        error.suggestion = Some(format!("{}1", self.text.trim_end()));
        error
    }

    pub(super) fn token(&self) -> String {
        let rest = &self.text[self.at..];
        let alike = |c: char, first: char| {
            c.is_alphabetic() && first.is_alphabetic() || c.is_numeric() && first.is_numeric()
        };
        let first = rest.chars().next().unwrap_or(' ');
        let mut token: String = rest.chars().take_while(|c| alike(*c, first)).take(24).collect();
        if token.is_empty() {
            token.push(first);
        }
        token
    }

    pub(super) fn last_token(&self) -> String {
        let before = self.text[..self.at].trim_end();
        let Some(last) = before.chars().next_back() else { return "the beginning".to_owned() };
        let word = |c: &char| c.is_ascii_alphabetic() == last.is_ascii_alphabetic() && !c.is_ascii_digit();
        let tail: Vec<char> = before.chars().rev().take_while(word).take(8).collect();
        if tail.is_empty() { last.to_string() } else { tail.into_iter().rev().collect() }
    }
}
