//! Reading what follows dice or a pool: keep, drop, reroll, explode, bound, count, sort.

use super::super::modifier::Explode;
use super::super::{Amount, Condition, Kind, Modifier, Pick, Problem, Span, Test, face_value};
use super::{Parsed, Parser};

/// Of a die that is rerolled until it stays, at least one face in so many must be allowed to stay.
const STAYING_FACES: u32 = 20;

/// What modifiers are written after.
#[derive(Clone, Copy)]
pub(super) enum After {
    Dice { sides: Amount, kind: Kind },
    Pool,
    Usage,
    Risk,
}

impl Parser<'_> {
    #[inline]
    pub(super) fn modifiers(&mut self, after: After) -> Parsed<Span> {
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
            if from + place == self.out.modifiers.len() {
                self.out.modifiers.push(modifier);
            } else {
                self.out.modifiers.insert(from + place, modifier);
            }
        }
        let len = self.out.modifiers.len() - from;
        if len > 0 {
            self.agree(after, from)?;
        }
        Ok(Span { from: from as u16, len: len as u16 })
    }

    /// What only shows when all modifiers are known.
    pub(super) fn agree(&mut self, after: After, from: usize) -> Parsed<()> {
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
            let staying = (1..=u32::from(sides)).filter(stays).count() as u32;
            if staying * STAYING_FACES < u32::from(sides) {
                return Err(self.error(self.at, Problem::Endless(STAYING_FACES)));
            }
        }
        Ok(())
    }

    pub(super) fn fits(&self, after: After, modifier: &Modifier, start: usize) -> Parsed<()> {
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

    pub(super) fn modifier(&mut self) -> Parsed<Option<Modifier>> {
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

    pub(super) fn pick(&mut self, letters: usize, pick: Pick) -> Parsed<Modifier> {
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

    pub(super) fn filter(&mut self, drop: bool) -> Parsed<Modifier> {
        self.at += 1;
        let expected = if drop { "which dice to drop, as in p1 or p<3" } else { "which dice to keep" };
        // One way to say it: dropping some is keeping the others.
        let on = self.needed(expected)?;
        Ok(Modifier::Filter(if drop { on.negated() } else { on }))
    }

    pub(super) fn failure(&mut self, letters: usize) -> Parsed<Modifier> {
        self.at += letters;
        Ok(Modifier::Failure(self.needed("what counts as a failure, as in cf1")?))
    }

    pub(super) fn explode(&mut self) -> Parsed<Modifier> {
        let mut how = Explode { compound: false, penetrate: false, once: false };
        if self.eat(b'!') {
            how.compound = self.eat(b'!');
            how.penetrate = self.eat(b'p') || self.eat(b'P');
            if self.peek() == Some(b'!') {
                let problem = Problem::Unexpected {
                    found: "!".to_owned(),
                    expected: "one ! for exploding dice or !! for compounding ones",
                };
                return Err(self.error(self.at, problem));
            }
        } else {
            self.at += 1;
            how.once = self.eat(b'o') || self.eat(b'O');
        }
        Ok(Modifier::Explode { how, on: self.condition()? })
    }

    pub(super) fn reroll(&mut self, second: Option<u8>) -> Parsed<Modifier> {
        self.at += if matches!(second, Some(b'o' | b'r')) { 2 } else { 1 };
        let lowest = Condition { test: Test::Equal, than: 1 };
        Ok(Modifier::Reroll { until: second == Some(b'r'), on: self.condition()?.unwrap_or(lowest) })
    }

    pub(super) fn bound(&mut self, lower: bool) -> Parsed<Modifier> {
        let long =
            self.rest().get(2).is_some_and(|b| b.eq_ignore_ascii_case(if lower { &b'n' } else { &b'x' }));
        self.at += if long { 3 } else { 2 };
        let expected =
            if lower { "the least a die counts, as in mi2" } else { "the most a die counts, as in ma5" };
        let bound = self.number(expected)? as i32;
        Ok(if lower { Modifier::AtLeast(bound) } else { Modifier::AtMost(bound) })
    }

    pub(super) fn needed(&mut self, expected: &'static str) -> Parsed<Condition> {
        match self.condition()? {
            Some(condition) => Ok(condition),
            None => Err(self.expected(expected)),
        }
    }

    /// `>=5`, `<3`, `=2`, or a bare number for exactly that.
    pub(super) fn condition(&mut self) -> Parsed<Option<Condition>> {
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
}
