//! Reading the notation. Written by hand: it is on the path of every roll, and it must point at what is wrong.

use smallvec::SmallVec;

use super::modifier::Explode;
use super::{
    Amount, Condition, Dice, Expression, Kind, Modifier, ParseError, Pick, Problem, Span, Step, Test,
};
use crate::{Limits, usage};

/// Of a die that is rerolled until it stays, at least one face in so many must be allowed to stay.
const STAYING_FACES: u32 = 20;

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
                if self.dice_follow() { self.dice(start, Amount::Fixed(number)) } else { self.plain_number(number) }
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
            return Err(self.suggest(
                self.at,
                Problem::NothingToCount,
                "{2d6+3}>=10".to_owned(),
            ));
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
        let word = self.letters();
        if word.eq_ignore_ascii_case("adv") || word.eq_ignore_ascii_case("dis") {
            self.at += 3;
            let pick = if word.eq_ignore_ascii_case("adv") { Pick::KeepHighest } else { Pick::KeepLowest };
            let from = self.out.modifiers.len() as u16;
            self.out.modifiers.push(Modifier::Pick(pick, 1));
            let modifiers = Span { from, len: 1 };
            let dice =
                Dice { count: Amount::Fixed(2), sides: Amount::Fixed(20), kind: Kind::Plain, modifiers };
            return self.push(Step::Dice(dice));
        }
        if word.eq_ignore_ascii_case("ud") {
            self.at += 2;
            let sides = self.number("how many sides the usage die has, as in Ud8")?;
            if usage::after(sides, 1).is_none() {
                return Err(self.error(start + 2, Problem::UsageSides));
            }
            return self.finish_dice(Amount::Fixed(1), Amount::Fixed(sides), Kind::Usage, start);
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
        if let Amount::Fixed(count) = count
            && count > self.limits.dice
        {
            return Err(self.too_many(start, u64::from(count), "dice", self.limits.dice));
        }
        let (sides, kind) = match self.peek() {
            Some(b'0'..=b'9') => (Amount::Fixed(self.number("how many sides")?), Kind::Plain),
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
        self.finish_dice(count, sides, kind, start)
    }

    fn one(&mut self, sides: u32) -> Amount {
        self.at += 1;
        Amount::Fixed(sides)
    }

    fn finish_dice(&mut self, mut count: Amount, sides: Amount, kind: Kind, start: usize) -> Parsed<()> {
        if let Amount::Fixed(sides) = sides {
            if sides == 0 {
                return Err(self.error(self.at - 1, Problem::NoSides));
            }
            if sides > self.limits.sides {
                return Err(self.too_many(start, u64::from(sides), "sides", self.limits.sides));
            }
        }
        self.space();
        let word = self.letters();
        let advantage = word.eq_ignore_ascii_case("adv");
        if advantage || word.eq_ignore_ascii_case("dis") {
            if count != Amount::Fixed(1) || kind != Kind::Plain {
                let with = "anything but a single die";
                return Err(self.error(self.at, Problem::Misplaced { modifier: word.to_owned(), with }));
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
            let Some(length) = self.text[from..].find([']', '[']).filter(|l| self.text[from + l..].starts_with(']'))
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

    // --- modifiers

    #[inline]
    fn modifiers(&mut self, after: After) -> Parsed<Span> {
        let from = self.out.modifiers.len();
        loop {
            self.space();
            let start = self.at;
            let Some(modifier) = self.modifier()? else { break };
            self.fits(after, &modifier, start)?;
            let mine = &self.out.modifiers[from..];
            if !modifier.repeats() && mine.iter().any(|m| m.stage() == modifier.stage()) {
                let text = self.text[start..self.at].to_owned();
                return Err(self.error(start, Problem::Twice(text)));
            }
            if let Modifier::Reroll { until, .. } = modifier
                && mine.iter().any(|m| matches!(m, Modifier::Reroll { until: other, .. } if *other != until))
            {
                return Err(self.error(start, Problem::OnceAndUntil));
            }
            self.room()?;
            let place = mine.iter().rposition(|m| m.stage() <= modifier.stage()).map_or(0, |p| p + 1);
            self.out.modifiers.insert(from + place, modifier);
        }
        let len = self.out.modifiers.len() - from;
        if len > 0 {
            self.agree(after, from)?;
        }
        Ok(Span { from: from as u16, len: len as u16 })
    }

    /// What only shows when all modifiers are known.
    fn agree(&mut self, after: After, from: usize) -> Parsed<()> {
        let mine = &self.out.modifiers[from..];
        let has = |stage: u8| mine.iter().any(|m| m.stage() == stage);
        if has(7) && !has(6) {
            let (at, try_this) = (self.at, "5d6cs>=5cf1".to_owned());
            return Err(self.suggest(at, Problem::FailureAlone, try_this));
        }
        if let After::Dice { sides: Amount::Fixed(sides), kind } = after
            && mine.iter().any(|m| matches!(m, Modifier::Reroll { until: true, .. }))
        {
            let stays = |face: &u32| {
                let value = face_value(kind, *face);
                !mine.iter().any(|m| matches!(m, Modifier::Reroll { on, .. } if on.holds(value)))
            };
            let staying = (1..=sides).filter(stays).count() as u32;
            if staying * STAYING_FACES < sides {
                return Err(self.error(self.at, Problem::Endless(STAYING_FACES)));
            }
        }
        Ok(())
    }

    fn fits(&self, after: After, modifier: &Modifier, start: usize) -> Parsed<()> {
        let with = match (after, modifier.stage()) {
            (After::Dice { .. }, _) => return Ok(()),
            (After::Pool, 4..=8) => return Ok(()),
            (After::Pool, _) => "a pool: put it on the dice inside",
            (After::Usage, _) => "a usage die",
            (After::Risk, _) => "risk dice",
        };
        let modifier = self.text[start..self.at].to_owned();
        Err(self.error(start, Problem::Misplaced { modifier, with }))
    }

    fn modifier(&mut self) -> Parsed<Option<Modifier>> {
        let Some(first) = self.peek() else { return Ok(None) };
        let second = self.rest().get(1).map(u8::to_ascii_lowercase);
        let modifier = match (first.to_ascii_lowercase(), second) {
            (b'k', Some(b'h')) => self.pick(2, Pick::KeepHighest)?,
            (b'k', Some(b'l')) => self.pick(2, Pick::KeepLowest)?,
            (b'k', Some(b'<' | b'>' | b'=')) => self.filter(false)?,
            (b'k', _) => self.pick(1, Pick::KeepHighest)?,
            (b'd' | b'p', Some(b'h')) => self.pick(2, Pick::DropHighest)?,
            (b'd' | b'p', Some(b'l')) => self.pick(2, Pick::DropLowest)?,
            (b'd', Some(b'f')) => self.failure(2)?,
            (b'd', _) => self.pick(1, Pick::DropLowest)?,
            (b'p', _) => self.filter(true)?,
            (b'!' | b'x' | b'e', _) => self.explode()?,
            (b'r', Some(b'a')) => {
                self.at += 2;
                let how = Explode { compound: false, penetrate: false, once: true };
                Modifier::Explode { how, on: self.condition()? }
            }
            (b'r', _) => self.reroll(second)?,
            (b'm', Some(b'i' | b'a')) => self.bound(second == Some(b'i'))?,
            (b'<' | b'>' | b'=', _) => Modifier::Success(self.needed("a number")?),
            (b'c', Some(b's')) => {
                self.at += 2;
                Modifier::Success(self.needed("what counts as a success, as in cs>=5")?)
            }
            (b'c', Some(b'f')) => self.failure(2)?,
            (b'f', _) => self.failure(1)?,
            (b's', _) => {
                self.at += if matches!(second, Some(b'a' | b'd')) { 2 } else { 1 };
                Modifier::Sort { descending: second == Some(b'd') }
            }
            _ => return Ok(None),
        };
        Ok(Some(modifier))
    }

    fn pick(&mut self, letters: usize, pick: Pick) -> Parsed<Modifier> {
        self.at += letters;
        let expected = match pick {
            Pick::KeepHighest | Pick::KeepLowest => "how many dice to keep",
            Pick::DropHighest | Pick::DropLowest => "how many dice to drop",
        };
        self.space();
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            let error = self.expected(expected);
            // Only where nothing else is wrong would the suggestion work.
            return Err(if self.peek().is_none() { self.with_digit(error) } else { self.or_label(error) });
        }
        Ok(Modifier::Pick(pick, self.number(expected)?))
    }

    fn filter(&mut self, drop: bool) -> Parsed<Modifier> {
        self.at += 1;
        let expected = if drop { "which dice to drop, as in p1 or p<3" } else { "which dice to keep" };
        Ok(Modifier::Filter { drop, on: self.needed(expected)? })
    }

    fn failure(&mut self, letters: usize) -> Parsed<Modifier> {
        self.at += letters;
        Ok(Modifier::Failure(self.needed("what counts as a failure, as in cf1")?))
    }

    fn explode(&mut self) -> Parsed<Modifier> {
        let mut how = Explode { compound: false, penetrate: false, once: false };
        if self.eat(b'!') {
            how.compound = self.eat(b'!');
            how.penetrate = self.eat(b'p') || self.eat(b'P');
            if self.peek() == Some(b'!') {
                let problem = Problem::Unexpected {
                    found: "!".to_owned(),
                    expected: "one ! for exploding dice or !! for compounding ones".to_owned(),
                };
                return Err(self.error(self.at, problem));
            }
        } else {
            self.at += 1;
            how.once = self.eat(b'o') || self.eat(b'O');
        }
        Ok(Modifier::Explode { how, on: self.condition()? })
    }

    fn reroll(&mut self, second: Option<u8>) -> Parsed<Modifier> {
        self.at += if matches!(second, Some(b'o' | b'r')) { 2 } else { 1 };
        let lowest = Condition { test: Test::Equal, than: 1 };
        Ok(Modifier::Reroll { until: second == Some(b'r'), on: self.condition()?.unwrap_or(lowest) })
    }

    fn bound(&mut self, lower: bool) -> Parsed<Modifier> {
        let long = self.rest().get(2).is_some_and(|b| b.eq_ignore_ascii_case(if lower { &b'n' } else { &b'x' }));
        self.at += if long { 3 } else { 2 };
        let expected = if lower { "the least a die counts, as in mi2" } else { "the most a die counts, as in ma5" };
        let bound = self.number(expected)? as i32;
        Ok(if lower { Modifier::AtLeast(bound) } else { Modifier::AtMost(bound) })
    }

    fn needed(&mut self, expected: &'static str) -> Parsed<Condition> {
        match self.condition()? {
            Some(condition) => Ok(condition),
            None => Err(self.expected(expected)),
        }
    }

    /// `>=5`, `<3`, `=2`, or a bare number for exactly that.
    fn condition(&mut self) -> Parsed<Option<Condition>> {
        self.space();
        let (first, second) = (self.peek(), self.rest().get(1).copied());
        let (test, length) = match (first, second) {
            (Some(b'>'), Some(b'=')) => (Test::AtLeast, 2),
            (Some(b'>'), _) => (Test::Greater, 1),
            (Some(b'<'), Some(b'=')) => (Test::AtMost, 2),
            (Some(b'<'), Some(b'>')) => (Test::NotEqual, 2),
            (Some(b'<'), _) => (Test::Less, 1),
            (Some(b'='), _) => (Test::Equal, 1),
            (Some(b'0'..=b'9'), _) => (Test::Equal, 0),
            _ => return Ok(None),
        };
        self.at += length;
        self.space();
        let negative = length > 0 && self.eat(b'-');
        let than = self.number("a number to compare with")? as i32;
        Ok(Some(Condition { test, than: if negative { -than } else { than } }))
    }

    // --- characters

    #[inline]
    fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    fn eat(&mut self, byte: u8) -> bool {
        let here = self.peek() == Some(byte);
        self.at += usize::from(here);
        here
    }

    fn eat_text(&mut self, text: &str) -> bool {
        let here = self.rest().starts_with(text.as_bytes());
        self.at += if here { text.len() } else { 0 };
        here
    }

    #[inline]
    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    fn letters(&self) -> &'a str {
        let length = self.rest().iter().take_while(|b| b.is_ascii_alphabetic()).count();
        &self.text[self.at..self.at + length]
    }

    fn number(&mut self, expected: &'static str) -> Parsed<u32> {
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

    // --- building

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

    // --- errors

    #[cold]
    fn error(&self, at: usize, problem: Problem) -> Box<ParseError> {
        let text = self.text.chars().take(self.limits.text).collect();
        Box::new(ParseError { problem, at, text, suggestion: None })
    }

    #[cold]
    fn suggest(&self, at: usize, problem: Problem, suggestion: String) -> Box<ParseError> {
        let mut error = self.error(at, problem);
        error.suggestion = Some(suggestion);
        error
    }

    #[cold]
    fn too_many(&self, at: usize, asked: u64, what: &'static str, limit: u32) -> Box<ParseError> {
        self.error(at, Problem::TooMany { asked: asked.to_string(), what, limit: u64::from(limit) })
    }

    #[cold]
    fn expected(&mut self, expected: &str) -> Box<ParseError> {
        self.space();
        let expected = expected.to_owned();
        let problem = match self.text[self.at..].chars().next() {
            None => Problem::StopsTooEarly { text: self.text.trim().to_owned(), after: self.last_token(), expected },
            Some(_) => Problem::Unexpected { found: self.token(), expected },
        };
        self.error(self.at, problem)
    }

    /// Something after a roll that is complete.
    #[cold]
    fn stray(&mut self) -> Box<ParseError> {
        let found = self.token();
        let at = self.at;
        let follows = if found == "(" || found.starts_with(|c: char| c.is_ascii_digit()) {
            "an operator such as + or * in front of it"
        } else {
            "an operator, a modifier such as kh3, or the end"
        };
        let problem = Problem::Unexpected { found, expected: follows.to_owned() };
        let error = self.error(at, problem);
        self.or_label(error)
    }

    /// A word after a complete roll is most likely meant as its name.
    fn or_label(&self, mut error: Box<ParseError>) -> Box<ParseError> {
        let from = self.text[..self.at].trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
        let word = self.text[from..].trim();
        if word.chars().count() > 2 && word.chars().all(|c| c.is_alphabetic() || c == ' ') && from > 0 {
            error.suggestion = Some(format!("{}[{word}]", self.text[..from].trim_end()));
        }
        error
    }

    fn with_digit(&self, mut error: Box<ParseError>) -> Box<ParseError> {
        error.suggestion = Some(format!("{}1", self.text.trim_end()));
        error
    }

    fn token(&self) -> String {
        let rest = &self.text[self.at..];
        let alike = |c: char, first: char| c.is_alphabetic() && first.is_alphabetic() || c.is_numeric() && first.is_numeric();
        let first = rest.chars().next().unwrap_or(' ');
        let mut token: String = rest.chars().take_while(|c| alike(*c, first)).take(24).collect();
        if token.is_empty() {
            token.push(first);
        }
        token
    }

    fn last_token(&self) -> String {
        let before = self.text[..self.at].trim_end();
        let Some(last) = before.chars().next_back() else { return "the beginning".to_owned() };
        let word = |c: &char| c.is_ascii_alphabetic() == last.is_ascii_alphabetic() && !c.is_ascii_digit();
        let tail: Vec<char> = before.chars().rev().take_while(word).take(8).collect();
        if tail.is_empty() { last.to_string() } else { tail.into_iter().rev().collect() }
    }
}

/// What modifiers are written after.
#[derive(Clone, Copy)]
enum After {
    Dice { sides: Amount, kind: Kind },
    Pool,
    Usage,
    Risk,
}

fn starts_sides(byte: Option<u8>) -> bool {
    matches!(byte, Some(b'0'..=b'9' | b'%' | b'f' | b'F' | b'!' | b'('))
}

/// What a face counts before anything is said about it.
#[inline]
pub(crate) fn face_value(kind: Kind, face: u32) -> i64 {
    if kind == Kind::Fate { i64::from(face) - 2 } else { i64::from(face) }
}
