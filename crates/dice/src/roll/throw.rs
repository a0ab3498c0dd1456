//! Working out an expression with dice from a source.

use smallvec::SmallVec;

use super::{Die, Record, Source};
use crate::limits::LARGEST_TOTAL;
use crate::notation::modifier::{picked, plain_score, score};
use crate::notation::{Amount, Dice, Kind, Modifier, Span, Step, face_value};
use crate::{Expression, Limits};

/// Why a roll could not be finished.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RollError {
    /// A face the die does not have.
    #[error("{face} is not on a d{sides}. Type 1 to {sides}.")]
    NotOnDie {
        /// The face.
        face: u32,
        /// The sides.
        sides: u32,
    },
    /// More dice are needed.
    #[error("The faces run out: a d{sides} is still to roll.")]
    TooFew {
        /// How many were given.
        given: usize,
        /// The die that is missing.
        sides: u32,
    },
    /// Fewer dice are needed.
    #[error("{given} faces are too many: only {used} dice are rolled.")]
    TooMany {
        /// How many were given.
        given: usize,
        /// How many were used.
        used: usize,
    },
    /// The limit of dice.
    #[error("More than {0} dice in one roll are too many.")]
    TooManyDice(u32),
    /// The limit of sides.
    #[error("{asked} sides are too many. The limit is {limit}.")]
    TooManySides {
        /// How many were asked for.
        asked: i64,
        /// The limit.
        limit: u32,
    },
    /// A number of dice or sides that makes no sense.
    #[error("{0} is not a number of {1}.")]
    BadAmount(i64, &'static str),
    /// Dividing by nothing.
    #[error("That divides by 0.")]
    DividedByZero,
    /// A total beyond all measure.
    #[error("The total is too large.")]
    TotalTooLarge,
    /// A variable without a value.
    #[error("`{0}` has no value here.")]
    Unbound(String),
}

/// A value on the way, and where its dice begin in the record.
#[derive(Clone, Copy)]
struct Slot {
    value: i64,
    from: u32,
}

impl Expression {
    /// Rolls it.
    pub fn roll<S: Source>(&self, source: &mut S) -> Result<Record, RollError> {
        let mut record = Record::default();
        self.roll_into(source, &mut record)?;
        Ok(record)
    }

    /// Rolls it into a record that is used again and again, and gives the total.
    #[inline]
    pub fn roll_into<S: Source>(&self, source: &mut S, record: &mut Record) -> Result<i64, RollError> {
        record.clear();
        let (steps, times) = match self.steps.last() {
            Some(Step::Repeat(times)) => (&self.steps[..self.steps.len() - 1], *times),
            _ => (&self.steps[..], 1),
        };
        let mut throw = Throw { expression: self, source, record, term: 0 };
        for _ in 0..times {
            let total = throw.once(steps)?;
            throw.record.totals.push(total);
        }
        throw.source.finish()?;
        Ok(record.total())
    }
}

pub(super) struct Throw<'a, S> {
    pub expression: &'a Expression,
    pub source: &'a mut S,
    pub record: &'a mut Record,
    pub term: u16,
}

impl<S: Source> Throw<'_, S> {
    #[inline]
    fn once(&mut self, steps: &[Step]) -> Result<i64, RollError> {
        // Dice, and dice with a bonus, are most of what is rolled: they need no stack.
        let (dice, bonus) = match steps {
            [Step::Dice(dice)] => (dice, 0),
            [Step::Dice(dice), Step::Number(bonus), Step::Add] => (dice, i64::from(*bonus)),
            [Step::Dice(dice), Step::Number(bonus), Step::Subtract] => (dice, -i64::from(*bonus)),
            _ => return self.stacked(steps),
        };
        match (dice.count, dice.sides) {
            (Amount::Fixed(count), Amount::Fixed(sides)) => {
                Ok(self.dice(dice, u32::from(count), u32::from(sides))? + bonus)
            }
            _ => self.stacked(steps),
        }
    }

    fn stacked(&mut self, steps: &[Step]) -> Result<i64, RollError> {
        let mut stack: SmallVec<[Slot; 6]> = SmallVec::new();
        for step in steps {
            let from = self.record.dice.len() as u32;
            let slot = match step {
                Step::Number(number) => Slot { value: i64::from(*number), from },
                Step::Variable(word) => {
                    return Err(RollError::Unbound(self.expression.word(*word).to_owned()));
                }
                Step::Dice(dice) => {
                    let sides = amount(dice.sides, &mut stack, "sides")?;
                    let count = amount(dice.count, &mut stack, "dice")?;
                    Slot { value: self.dice(dice, count, sides)?, from }
                }
                Step::Pool { members, modifiers } => {
                    let at = stack.len().saturating_sub(usize::from(*members));
                    let value = self.pool(&stack[at..], *modifiers);
                    let from = stack.get(at).map_or(from, |slot| slot.from);
                    stack.truncate(at);
                    Slot { value, from }
                }
                Step::Negate => {
                    let slot = take(&mut stack);
                    Slot { value: -slot.value, ..slot }
                }
                Step::Label(word) => {
                    let slot = take(&mut stack);
                    self.record.labels.push((slot.from, from, *word));
                    slot
                }
                Step::Add | Step::Subtract | Step::Multiply | Step::Divide => {
                    let (right, left) = (take(&mut stack).value, take(&mut stack));
                    Slot { value: arithmetic(*step, left.value, right)?, ..left }
                }
                // Only ever the last step, and taken off before.
                Step::Repeat(_) => continue,
            };
            stack.push(slot);
        }
        Ok(take(&mut stack).value)
    }

    #[inline]
    fn dice(&mut self, dice: &Dice, count: u32, sides: u32) -> Result<i64, RollError> {
        let modifiers = self.expression.modifiers(dice.modifiers);
        if count as usize + self.record.dice.len() > self.expression.dice as usize {
            return Err(RollError::TooManyDice(self.expression.dice));
        }
        let (from, term) = (self.record.dice.len(), self.term);
        self.term = self.term.wrapping_add(1);
        // Rerolls, explosions and bounds come first in the list of modifiers.
        if modifiers.first().is_none_or(|m| m.stage() > 3) {
            let (sides16, entered) = (sides as u16, self.source.entered());
            let mut sum = 0;
            self.record.dice.reserve(count as usize);
            for _ in 0..count {
                let face = self.source.face(sides)?;
                let value = face_value(dice.kind, face);
                sum += value;
                self.record.dice.push(Die::new(sides16, face as u16, value as i32, term, entered));
            }
            if dice.kind == Kind::Risk {
                return Ok(i64::from(self.record.dice[from..].iter().any(|die| die.face == 1)));
            }
            return Ok(if modifiers.is_empty() { sum } else { self.keep_dice(modifiers, from, sum) });
        }
        self.unruly(dice, modifiers, count, sides)
    }

    /// Dice that stand for themselves: each is kept or dropped, and scored.
    #[inline]
    fn keep_dice(&mut self, modifiers: &[Modifier], from: usize, sum: i64) -> i64 {
        let dice = &mut self.record.dice[from..];
        let kept = picked(modifiers, dice.len());
        let below = kept.start;
        let above = dice.len() - kept.end;
        let mut total = sum;
        // Few are dropped as a rule: look for each rather than sort.
        if below + above <= 4 || dice.len() <= 16 {
            for _ in 0..below {
                if let Some(die) = dice.iter_mut().filter(|die| die.kept()).min_by_key(|die| die.value) {
                    die.drop();
                    total -= i64::from(die.value);
                }
            }
            for _ in 0..above {
                if let Some(die) = dice.iter_mut().filter(|die| die.kept()).max_by_key(|die| die.value) {
                    die.drop();
                    total -= i64::from(die.value);
                }
            }
        } else {
            let mut order: Vec<usize> = (0..dice.len()).collect();
            order.sort_by_key(|place| dice[*place].value);
            for place in order[..below].iter().chain(&order[dice.len() - above..]) {
                dice[*place].drop();
                total -= i64::from(dice[*place].value);
            }
        }
        if plain_score(modifiers) {
            return total;
        }
        for die in dice.iter_mut().filter(|die| die.kept()) {
            if filtered(modifiers, i64::from(die.value)) {
                die.drop();
            }
        }
        dice.iter().filter(|die| die.kept()).map(|die| score(modifiers, i64::from(die.value))).sum()
    }

    fn pool(&mut self, members: &[Slot], modifiers: Span) -> i64 {
        let modifiers = self.expression.modifiers(modifiers);
        let kept = picked(modifiers, members.len());
        let mut order: SmallVec<[usize; 16]> = (0..members.len()).collect();
        order.sort_by_key(|member| members[*member].value);
        let mut total = 0;
        for (rank, member) in order.into_iter().enumerate() {
            let value = members[member].value;
            if kept.contains(&rank) && !filtered(modifiers, value) {
                total += score(modifiers, value);
            } else {
                let from = members[member].from as usize;
                let to = members.get(member + 1).map_or(self.record.dice.len(), |next| next.from as usize);
                self.record.dice[from..to].iter_mut().for_each(Die::drop);
            }
        }
        total
    }
}

pub(super) fn filtered(modifiers: &[Modifier], value: i64) -> bool {
    modifiers.iter().any(|m| matches!(m, Modifier::Filter(on) if !on.holds(value)))
}

fn take(stack: &mut SmallVec<[Slot; 6]>) -> Slot {
    stack.pop().unwrap_or(Slot { value: 0, from: 0 })
}

fn amount(amount: Amount, stack: &mut SmallVec<[Slot; 6]>, what: &'static str) -> Result<u32, RollError> {
    match amount {
        Amount::Fixed(number) => Ok(u32::from(number)),
        Amount::Worked => checked_amount(take(stack).value, what),
    }
}

/// How many dice or sides a worked-out number can mean.
pub(crate) fn checked_amount(number: i64, what: &'static str) -> Result<u32, RollError> {
    let limit = Limits::DEFAULT.sides;
    if what == "sides" && number > i64::from(limit) {
        return Err(RollError::TooManySides { asked: number, limit });
    }
    let least = u32::from(what == "sides");
    u32::try_from(number).ok().filter(|number| *number >= least).ok_or(RollError::BadAmount(number, what))
}

/// Plain arithmetic with the bounds of totals; division rounds down, also below zero.
pub(crate) fn arithmetic(step: Step, left: i64, right: i64) -> Result<i64, RollError> {
    let result = match step {
        Step::Add => left.checked_add(right),
        Step::Subtract => left.checked_sub(right),
        Step::Multiply => left.checked_mul(right),
        Step::Divide if right == 0 => return Err(RollError::DividedByZero),
        Step::Divide => {
            let (quotient, rest) = (left / right, left % right);
            Some(if rest != 0 && (rest < 0) != (right < 0) { quotient - 1 } else { quotient })
        }
        _ => Some(left),
    };
    result.filter(|total| total.abs() <= LARGEST_TOTAL).ok_or(RollError::TotalTooLarge)
}
