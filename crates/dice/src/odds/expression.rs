//! The odds of everything the notation can say.

use std::ops::Range;

use super::Dist;
use super::chain::Faces;
use super::keep::{Class, Value, keep_alike, keep_any, walk_steps};
use crate::notation::modifier::{picked, plain_score, score};
use crate::notation::{Amount, Dice, Kind, Modifier, Span, Step};
use crate::roll::{RollError, arithmetic, checked_amount};
use crate::{Expression, Limits, Natural};

/// Why odds cannot be told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// It would take too long.
    #[error(
        "The odds of that take too long to work out. The limit is {0} steps; fewer dice or sides will do."
    )]
    TooMuchWork(u64),
    /// Too many different totals.
    #[error("That has {asked} different totals. The limit is {limit}.")]
    TooManyOutcomes {
        /// How many it has.
        asked: usize,
        /// The limit.
        limit: usize,
    },
    /// A die that never comes to rest.
    #[error("That reroll never ends.")]
    Endless,
    /// What cannot be rolled has no odds.
    #[error(transparent)]
    Roll(#[from] RollError),
}

impl Expression {
    /// The exact odds of every total; of a repetition, of all totals added up.
    pub fn odds(&self) -> Result<Dist<i64>, OddsError> {
        self.odds_within(&Limits::DEFAULT)
    }

    /// The exact odds, with bounds of your own.
    pub fn odds_within(&self, limits: &Limits) -> Result<Dist<i64>, OddsError> {
        let mut odds = Odds { expression: self, left: limits.work, limits };
        let mut stack: Vec<Dist<i64>> = Vec::with_capacity(4);
        for step in &self.steps {
            let dist = odds.step(step, &mut stack)?;
            if dist.len() > limits.outcomes {
                return Err(OddsError::TooManyOutcomes { asked: dist.len(), limit: limits.outcomes });
            }
            stack.push(dist);
        }
        Ok(take(&mut stack))
    }
}

/// What an outcome costs that must be kept in memory beside thousands of others.
const KEPT: u64 = 64;

struct Odds<'a> {
    expression: &'a Expression,
    left: u64,
    limits: &'a Limits,
}

fn take(stack: &mut Vec<Dist<i64>>) -> Dist<i64> {
    stack.pop().unwrap_or_else(|| Dist::certain(0))
}

impl Odds<'_> {
    fn step(&mut self, step: &Step, stack: &mut Vec<Dist<i64>>) -> Result<Dist<i64>, OddsError> {
        Ok(match step {
            Step::Number(number) => Dist::certain(i64::from(*number)),
            Step::Variable(word) => {
                return Err(RollError::Unbound(self.expression.word(*word).to_owned()).into());
            }
            Step::Label(_) => take(stack),
            Step::Negate => take(stack).negated(),
            Step::Add | Step::Subtract | Step::Multiply | Step::Divide => {
                let (right, left) = (take(stack), take(stack));
                self.arithmetic(*step, left, &right)?
            }
            Step::Dice(dice) => {
                let sides = amount(dice.sides, stack);
                let count = amount(dice.count, stack);
                self.varied(dice, &count, &sides)?
            }
            Step::Pool { members, modifiers } => {
                let from = stack.len().saturating_sub(usize::from(*members));
                let members: Vec<Dist<i64>> = stack.drain(from..).collect();
                self.pool(&members, *modifiers)?
            }
            Step::Repeat(times) => {
                let once = take(stack);
                self.repeat(&once, *times)?
            }
        })
    }

    fn arithmetic(&mut self, step: Step, left: Dist<i64>, right: &Dist<i64>) -> Result<Dist<i64>, OddsError> {
        // A total out of bounds is refused here as it is in a roll.
        for a in ends(&left) {
            for b in ends(right) {
                if step != Step::Divide {
                    arithmetic(step, a, b)?;
                }
            }
        }
        if step == Step::Divide && right.outcomes().contains(&0) {
            return Err(RollError::DividedByZero.into());
        }
        if let [number] = right.outcomes() {
            let number = *number;
            return Ok(match step {
                Step::Add => left.shifted(number),
                Step::Subtract => left.shifted(-number),
                _ => left.map(|value| arithmetic(step, *value, number).unwrap_or(0)),
            });
        }
        let bits = left.total().bits() + right.total().bits();
        let steps = left.len() as u64 * right.len() as u64;
        match step {
            Step::Add | Step::Subtract => {
                // A wide gap between outcomes costs as much as outcomes would.
                let wide =
                    |d: &Dist<i64>| (ends(d)[1].abs_diff(ends(d)[0]) + 1).min(16 * d.len() as u64 + 64);
                self.spend(steps.max(wide(&left).saturating_mul(right.len() as u64)), bits)?;
                Ok(if step == Step::Add { left.plus(right) } else { left.minus(right) })
            }
            _ => {
                // All pairs are listed and sorted; beside a big number the sorting hardly shows.
                self.spend(steps.saturating_mul(if bits > 128 { 8 } else { 200 }), bits)?;
                Ok(left.combine(right, |a, b| arithmetic(step, *a, *b).unwrap_or(0)))
            }
        }
    }

    /// Dice whose number or sides may themselves be a matter of chance.
    fn varied(&mut self, dice: &Dice, count: &Dist<i64>, sides: &Dist<i64>) -> Result<Dist<i64>, OddsError> {
        if let ([count], [sides]) = (count.outcomes(), sides.outcomes()) {
            return self.dice(dice, *count, *sides);
        }
        // The largest case first, with its share of the work: the others cost less, but hardly less than a third
        // on average. So what is too much is refused before it is begun.
        let (all, number) = (self.left, count.len() as u64 * sides.len() as u64);
        let share = (all / number.max(1)).saturating_mul(3).min(all);
        self.left = share;
        let largest = self.dice(dice, count.max().unwrap_or(0), sides.max().unwrap_or(1))?;
        self.spend(largest.len() as u64 * KEPT, 0)?;
        self.left += all - share;
        let mut cases = Vec::new();
        let (mut common, mut pairs) = (Natural::ONE, 0);
        for sides in sides.outcomes() {
            for count in count.outcomes() {
                let odds = self.dice(dice, *count, *sides)?;
                self.spend(odds.len() as u64 * KEPT, 0)?;
                let shared = common.gcd(odds.total());
                common *= &odds.total().exact_div(&shared).unwrap_or_default();
                pairs += odds.len() as u64;
                cases.push(((*count, *sides), odds));
            }
        }
        self.spend(pairs * 4, common.bits())?;
        let find =
            |case: &(i64, i64)| cases.iter().find(|known| known.0 == *case).map(|known| known.1.clone());
        Ok(count.joint(sides).and_then(|case| find(case).unwrap_or_else(|| Dist::certain(0))))
    }

    fn dice(&mut self, dice: &Dice, count: i64, sides: i64) -> Result<Dist<i64>, OddsError> {
        let count = checked_amount(count, "dice")?;
        let sides = checked_amount(sides, "sides")?;
        if count > self.expression.dice {
            return Err(RollError::TooManyDice(self.expression.dice).into());
        }
        let modifiers = self.expression.modifiers(dice.modifiers);
        if dice.kind == Kind::Risk {
            let none = Natural::from(5u32).pow(count);
            let any = Natural::from(6u32).pow(count).checked_sub(&none).unwrap_or_default();
            return Ok(Dist::weighted([(0, none), (1, any)]));
        }
        let die = Natural::from(sides).bits() * 2;
        let steps = u64::from(sides) * 8;
        self.spend(steps, die)?;
        let faces =
            Faces::new(dice.kind, sides, modifiers, self.expression.explosions).ok_or(OddsError::Endless)?;
        let chain = faces.bits(1);
        let picks = modifiers.iter().any(|m| matches!(m, Modifier::Pick(..)));
        if !picks {
            if let Some((low, width)) = faces.even() {
                let steps = u64::from(count) * u64::from(count) * width as u64 / 2;
                // A step is one number coming into the window, one leaving it and one copied.
                self.spend(steps.saturating_mul(3), faces.bits(count) / 2)?;
                return Ok(Dist::even_sum(count, low, width));
            }
            self.spend(u64::from(sides) * u64::from(faces.longest()).pow(2) * 16, chain)?;
            let one = if faces.scatters() { faces.scores() } else { faces.values() };
            let one = Dist::weighted(one.into_iter().map(|v| (v.score, v.weight)));
            return self.repeat(&one, count);
        }
        if faces.scatters() {
            return self.scattered(&faces, modifiers, count);
        }
        self.spend(u64::from(sides) * u64::from(faces.longest()).pow(2) * 16, chain)?;
        let class = Class { count: count as usize, values: faces.values() };
        let kept = picked(modifiers, class.count);
        let bits = faces.bits(count);
        if kept.start != 0 && kept.end != class.count {
            return self.walk(std::slice::from_ref(&class), &kept, bits);
        }
        self.spend(keep_steps(&class, kept.len()), bits)?;
        Ok(keep_alike(&class, &kept))
    }

    /// Keeps some of several classes, unless that is too much.
    fn walk(&mut self, classes: &[Class], kept: &Range<usize>, bits: u64) -> Result<Dist<i64>, OddsError> {
        self.spend_walk(classes, kept, bits)?;
        Ok(keep_any(classes, kept))
    }

    fn spend_walk(&mut self, classes: &[Class], kept: &Range<usize>, bits: u64) -> Result<(), OddsError> {
        // The sums live in trees there, which cost more than arrays.
        let price = 48 + price(bits);
        match walk_steps(classes, kept, self.left / price) {
            Some(steps) => {
                self.left -= steps * price;
                Ok(())
            }
            None => Err(OddsError::TooMuchWork(self.limits.work)),
        }
    }

    /// Exploding dice of which some are kept: each extra die is a die of its own.
    fn scattered(
        &mut self,
        faces: &Faces<'_>,
        modifiers: &[Modifier],
        count: u32,
    ) -> Result<Dist<i64>, OddsError> {
        let (bits, longest) = (faces.bits(count), u64::from(faces.longest()));
        let hands = (u64::from(count) * longest).saturating_mul(u64::from(count));
        self.spend(hands.saturating_mul(longest * u64::from(count)), bits)?;
        let ways = faces.scattered(count);
        let kept = |classes: &[Class]| picked(modifiers, classes.iter().map(|class| class.count).sum());
        // All of it is counted before any of it is done.
        for (classes, _) in &ways {
            self.spend_walk(classes, &kept(classes), bits)?;
        }
        let mut list = Vec::new();
        for (classes, weight) in &ways {
            let odds = keep_any(classes, &kept(classes));
            list.extend(odds.iter().map(|(outcome, ways)| (*outcome, &ways * weight)));
        }
        Ok(Dist::weighted(list))
    }

    fn pool(&mut self, members: &[Dist<i64>], modifiers: Span) -> Result<Dist<i64>, OddsError> {
        let modifiers = self.expression.modifiers(modifiers);
        if !modifiers.iter().any(|m| matches!(m, Modifier::Pick(..))) {
            let mut sum = Dist::certain(0);
            for member in members {
                let scored = if plain_score(modifiers) {
                    member.clone()
                } else {
                    member.map(|v| score(modifiers, *v))
                };
                sum = self.arithmetic(Step::Add, sum, &scored)?;
            }
            return Ok(sum);
        }
        let class = |member: &Dist<i64>| {
            let value = |(value, weight): (&i64, Natural)| Value {
                value: *value,
                weight,
                score: score(modifiers, *value),
            };
            Class { count: 1, values: member.iter().map(value).collect() }
        };
        let classes: Vec<Class> = members.iter().map(class).collect();
        let kept = picked(modifiers, classes.len());
        let bits = members.iter().map(|member| member.total().bits()).sum();
        self.walk(&classes, &kept, bits)
    }

    fn repeat(&mut self, once: &Dist<i64>, times: u32) -> Result<Dist<i64>, OddsError> {
        for end in ends(once) {
            arithmetic(Step::Multiply, end, i64::from(times))?;
        }
        let width = (ends(once)[1].abs_diff(ends(once)[0]) + 1).saturating_mul(u64::from(times));
        let dense = width.saturating_mul(width) / 2;
        self.spend(dense, once.total().bits() * u64::from(times))?;
        Ok(once.repeat(times))
    }

    /// Takes the work from what is left, or refuses before it is done.
    fn spend(&mut self, steps: u64, bits: u64) -> Result<(), OddsError> {
        let cost = steps.saturating_mul(price(bits));
        self.left = self.left.checked_sub(cost).ok_or(OddsError::TooMuchWork(self.limits.work))?;
        Ok(())
    }
}

/// What one step costs with numbers of so many bits.
fn price(bits: u64) -> u64 {
    match bits {
        0..=64 => 1,
        65..=128 => 2,
        // Beyond that every number is an allocation of its own.
        _ => 48 + bits / 16,
    }
}

fn amount(amount: Amount, stack: &mut Vec<Dist<i64>>) -> Dist<i64> {
    match amount {
        Amount::Fixed(number) => Dist::certain(i64::from(number)),
        Amount::Worked => take(stack),
    }
}

fn ends(dist: &Dist<i64>) -> [i64; 2] {
    [dist.min().unwrap_or(0), dist.max().unwrap_or(0)]
}

fn keep_steps(class: &Class, kept: usize) -> u64 {
    let (n, values, kept) = (class.count as u64, class.values.len() as u64, kept as u64);
    let scores = class.values.iter().map(|value| value.score);
    let span = scores.clone().max().unwrap_or(0).abs_diff(scores.min().unwrap_or(0)) + 1;
    let sums = span.saturating_mul(kept).saturating_mul(kept);
    let windows = class.values.iter().all(|value| value.weight == Natural::ONE);
    let tails = n.saturating_mul(kept).saturating_mul(4);
    let per_value = sums.saturating_mul(if windows { 1 } else { values }).saturating_add(tails);
    values.saturating_mul(per_value).saturating_add(n * n)
}
