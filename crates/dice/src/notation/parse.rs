//! Reading the notation: the grammar of rolls. Written by hand, for it is on the path of every roll and must
//! point at what is wrong. Modifiers, characters and complaints have files of their own.

mod characters;
mod complaints;
mod modifiers;

use smallvec::SmallVec;

use super::{Amount, Dice, Expression, Kind, Modifier, ParseError, Pick, Problem, Span, Step};
use crate::{Limits, usage};
use modifiers::After;

type Parsed<T> = Result<T, Box<ParseError>>;

pub(super) fn parse(text: &str, names: &[&str], limits: &Limits) -> Result<Expression, ParseError> {
    let mut parser = Parser { text, at: 0, depth: 0, names, limits, out: Expression::empty(limits) };
    match parser.whole() {
        Ok(()) => Ok(parser.out),
        Err(error) => Err(*error),
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
    names: &'a [&'a str],
    limits: &'a Limits,
    out: Expression,
}

impl Expression {
    fn empty(limits: &Limits) -> Expression {
        Expression {
            steps: SmallVec::new(),
            modifiers: SmallVec::new(),
            words: Vec::new(),
            dice: limits.dice,
            explosions: limits.explosions,
        }
    }
}

impl<'a> Parser<'a> {
    fn whole(&mut self) -> Parsed<()> {
        if self.text.len() > self.limits.text {
            let problem = Problem::TooMany {
                asked: self.text.len().to_string(),
                what: "characters",
                limit: self.limits.text as u64,
            };
            return Err(self.error(0, problem));
        }
        self.space();
        if self.peek().is_none() {
            return Err(self.error(self.at, Problem::Empty));
        }
        let times = self.repetition()?;
        self.sum()?;
        if let Some(times) = times {
            self.push(Step::Repeat(times))?;
        }
        self.space();
        if self.peek().is_some() { Err(self.stray()) } else { Ok(()) }
    }

    /// `6x…` or `6#…` at the very front.
    fn repetition(&mut self) -> Parsed<Option<u32>> {
        let start = self.at;
        let digits = self.rest().iter().take_while(|b| b.is_ascii_digit()).count();
        let gap = self.rest()[digits..].iter().take_while(|b| **b == b' ').count();
        if digits == 0 || !matches!(self.rest().get(digits + gap), Some(b'x' | b'X' | b'#')) {
            return Ok(None);
        }
        let times = self.number("times")?;
        if times > self.limits.repeats {
            return Err(self.too_many(start, u64::from(times), "repetitions", self.limits.repeats));
        }
        self.space();
        self.at += 1;
        Ok(Some(times))
    }

    fn sum(&mut self) -> Parsed<()> {
        self.product()?;
        loop {
            self.space();
            let step = match self.peek() {
                Some(b'+') => Step::Add,
                Some(b'-') => Step::Subtract,
                Some(0xe2) if self.text[self.at..].starts_with('\u{2212}') => Step::Subtract,
                _ => return Ok(()),
            };
            self.at += if self.peek() == Some(0xe2) { 3 } else { 1 };
            self.product()?;
            self.push(step)?;
        }
    }

    fn product(&mut self) -> Parsed<()> {
        self.signed()?;
        loop {
            self.space();
            let step = match self.peek() {
                Some(b'*') => Step::Multiply,
                Some(b'/') => Step::Divide,
                Some(0xc3) if self.text[self.at..].starts_with('\u{d7}') => Step::Multiply,
                Some(0xc3) if self.text[self.at..].starts_with('\u{f7}') => Step::Divide,
                _ => return Ok(()),
            };
            self.at += if self.peek() == Some(0xc3) { 2 } else { 1 };
            if step == Step::Divide && self.peek() == Some(b'/') {
                self.at += 1;
            }
            self.signed()?;
            self.push(step)?;
        }
    }

    fn signed(&mut self) -> Parsed<()> {
        self.space();
        let minus = self.eat(b'-') || self.eat_text("\u{2212}");
        if minus || self.eat(b'+') {
            self.deeper()?;
            self.signed()?;
            self.depth -= 1;
            return if minus { self.push(Step::Negate) } else { Ok(()) };
        }
        self.operand()?;
        self.labels()
    }

    fn operand(&mut self) -> Parsed<()> {
        let start = self.at;
        match self.peek() {
            Some(b'0'..=b'9') => {
                let number = self.number("a number")?;
                if !self.dice_follow() {
                    return self.plain_number(number);
                }
                let count = self.small(start, number, "dice", self.limits.dice)?;
                self.dice(start, count)
            }
            Some(b'(') => {
                self.bracketed()?;
                if self.dice_follow() { self.dice(start, Amount::Worked) } else { Ok(()) }
            }
            Some(b'{') => self.pool(),
            Some(b) if b.is_ascii_alphabetic() => self.word(start),
            _ => Err(self.expected("a number or dice")),
        }
    }

    fn plain_number(&mut self, number: u32) -> Parsed<()> {
        self.push(Step::Number(number))?;
        self.space();
        if matches!(self.peek(), Some(b'<' | b'>' | b'=')) {
            return Err(self.suggest(self.at, Problem::NothingToCount, "{2d6+3}>=10".to_owned()));
        }
        Ok(())
    }

    fn bracketed(&mut self) -> Parsed<()> {
        self.deeper()?;
        self.at += 1;
        self.sum()?;
        self.space();
        if !self.eat(b')') {
            return Err(self.expected("an operator or the closing )"));
        }
        self.depth -= 1;
        Ok(())
    }

    fn word(&mut self, start: usize) -> Parsed<()> {
        if self.variable()? {
            return if self.dice_follow() { self.dice(start, Amount::Worked) } else { Ok(()) };
        }
        if self.advantage().is_some() {
            return self.finish_dice(Amount::Fixed(1), Amount::Fixed(20), Kind::Plain);
        }
        let word = self.letters();
        if word.eq_ignore_ascii_case("ud") {
            self.at += 2;
            let sides = self.number("how many sides the usage die has, as in Ud8")?;
            if usage::after(sides, 1).is_none() {
                return Err(self.error(start + 2, Problem::UsageSides));
            }
            return self.finish_dice(Amount::Fixed(1), Amount::Fixed(sides as u16), Kind::Usage);
        }
        if self.dice_follow() {
            return self.dice(start, Amount::Fixed(1));
        }
        if word.eq_ignore_ascii_case("d") {
            self.at += 1;
            return Err(self.expected("how many sides, as in d6"));
        }
        Err(self.error(start, Problem::UnknownWord(word.to_owned())))
    }

    /// The longest of the allowed names that stands here as a word, or in front of dice (`nd6`).
    fn variable(&mut self) -> Parsed<bool> {
        let rest = &self.text[self.at..];
        let ends = |name: &str| {
            let after = rest.as_bytes().get(name.len()..).unwrap_or(&[]);
            match after.first() {
                Some(b'd' | b'D') => starts_sides(after.get(1).copied()),
                Some(b) => !b.is_ascii_alphanumeric() && *b != b'_',
                None => true,
            }
        };
        let fits = |name: &&&str| !name.is_empty() && rest.starts_with(**name) && ends(name);
        let Some(name) = self.names.iter().filter(fits).max_by_key(|name| name.len()) else {
            return Ok(false);
        };
        self.at += name.len();
        let word = self.remember(name);
        self.push(Step::Variable(word))?;
        Ok(true)
    }

    fn dice_follow(&self) -> bool {
        let rest = self.rest();
        let gap = rest.iter().take_while(|b| **b == b' ').count();
        match rest.get(gap) {
            Some(b'd' | b'D') => {
                let after = rest.get(gap + 1).copied();
                // Anything but `dis` is meant as dice, and told so if the sides are missing.
                gap == 0 && !matches!(after, Some(b'i' | b'I')) || starts_sides(after)
            }
            _ => false,
        }
    }

    fn dice(&mut self, start: usize, count: Amount) -> Parsed<()> {
        self.space();
        self.at += 1;
        let (sides, kind) = match self.peek() {
            Some(b'0'..=b'9') => {
                let sides = self.number("how many sides")?;
                (self.small(start, sides, "sides", self.limits.sides)?, Kind::Plain)
            }
            Some(b'%') => (self.one(100), Kind::Plain),
            Some(b'f' | b'F') => (self.one(3), Kind::Fate),
            Some(b'!') => (self.one(6), Kind::Risk),
            Some(b'(') => {
                self.bracketed()?;
                (Amount::Worked, Kind::Plain)
            }
            _ if self.variable()? => (Amount::Worked, Kind::Plain),
            _ => return Err(self.expected("how many sides, as in d6")),
        };
        self.finish_dice(count, sides, kind)
    }

    fn one(&mut self, sides: u16) -> Amount {
        self.at += 1;
        Amount::Fixed(sides)
    }

    fn small(&self, start: usize, number: u32, what: &'static str, limit: u32) -> Parsed<Amount> {
        let limit = limit.min(u32::from(u16::MAX));
        if number > limit {
            Err(self.too_many(start, u64::from(number), what, limit))
        } else {
            Ok(Amount::Fixed(number as u16))
        }
    }

    fn finish_dice(&mut self, mut count: Amount, sides: Amount, kind: Kind) -> Parsed<()> {
        if sides == Amount::Fixed(0) {
            return Err(self.error(self.at - 1, Problem::NoSides));
        }
        self.space();
        if let Some(advantage) = self.advantage() {
            if count != Amount::Fixed(1) || kind != Kind::Plain {
                let with = "anything but a single die";
                return Err(
                    self.error(self.at, Problem::Misplaced { modifier: self.letters().to_owned(), with })
                );
            }
            self.at += 3;
            count = Amount::Fixed(2);
            let pick = if advantage { Pick::KeepHighest } else { Pick::KeepLowest };
            let from = self.out.modifiers.len() as u16;
            self.out.modifiers.push(Modifier::Pick(pick, 1));
            let modifiers = Span { from, len: 1 };
            return self.push(Step::Dice(Dice { count, sides, kind, modifiers }));
        }
        let modifiers = self.modifiers(match kind {
            Kind::Plain | Kind::Fate => After::Dice { sides, kind },
            Kind::Usage => After::Usage,
            Kind::Risk => After::Risk,
        })?;
        self.push(Step::Dice(Dice { count, sides, kind, modifiers }))
    }

    /// Whether `adv` (or else `dis`) stands here.
    #[inline]
    fn advantage(&self) -> Option<bool> {
        match self.rest() {
            [b'a' | b'A', ..] if self.letters().eq_ignore_ascii_case("adv") => Some(true),
            [b'd' | b'D', b'i' | b'I', ..] if self.letters().eq_ignore_ascii_case("dis") => Some(false),
            _ => None,
        }
    }

    fn pool(&mut self) -> Parsed<()> {
        self.deeper()?;
        self.at += 1;
        let mut members = 0u16;
        loop {
            self.sum()?;
            members += 1;
            self.space();
            if self.eat(b'}') {
                break;
            }
            if !self.eat(b',') {
                return Err(self.expected("a comma or the closing }"));
            }
        }
        self.depth -= 1;
        let at = self.at;
        let modifiers = self.modifiers(After::Pool)?;
        if members == 1 && self.out.modifiers(modifiers).iter().any(|m| matches!(m, Modifier::Pick(..))) {
            return Err(self.error(at, Problem::LonelyPool));
        }
        self.push(Step::Pool { members, modifiers })
    }

    fn labels(&mut self) -> Parsed<()> {
        loop {
            self.space();
            if self.peek() != Some(b'[') {
                return Ok(());
            }
            let from = self.at + 1;
            let Some(length) =
                self.text[from..].find([']', '[']).filter(|l| self.text[from + l..].starts_with(']'))
            else {
                self.at = self.text.len();
                return Err(self.expected("the closing ] of the label"));
            };
            let label = self.text[from..from + length].trim();
            if label.is_empty() {
                self.at = from;
                return Err(self.expected("a label, as in 2d6[fire]"));
            }
            self.at = from + length + 1;
            let word = self.remember(label);
            self.push(Step::Label(word))?;
        }
    }

    #[inline]
    fn push(&mut self, step: Step) -> Parsed<()> {
        self.room()?;
        self.out.steps.push(step);
        Ok(())
    }

    #[inline]
    fn room(&self) -> Parsed<()> {
        let parts = self.out.steps.len() + self.out.modifiers.len();
        if parts < self.limits.parts {
            return Ok(());
        }
        Err(self.too_many(self.at, parts as u64 + 1, "parts", self.limits.parts as u32))
    }

    fn deeper(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > self.limits.depth {
            return Err(self.error(self.at, Problem::TooDeep(self.limits.depth)));
        }
        Ok(())
    }

    fn remember(&mut self, word: &str) -> u16 {
        let known = self.out.words.iter().position(|known| **known == *word);
        known.unwrap_or_else(|| {
            self.out.words.push(word.into());
            self.out.words.len() - 1
        }) as u16
    }
}

fn starts_sides(byte: Option<u8>) -> bool {
    matches!(byte, Some(b'0'..=b'9' | b'%' | b'f' | b'F' | b'!' | b'('))
}
