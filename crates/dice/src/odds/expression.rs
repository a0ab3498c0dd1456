//! The odds of everything the notation can say.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Dist;
use super::budget::{
    Budget, entry_bytes, held_bytes, natural_bytes, price, sorted_bytes, tree_bytes, weight_bytes,
};
use super::chain::Faces;
use super::keep::{Class, Excess, Value, Walk, keep_alike, keep_any, measured};
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
    /// It would take too much memory.
    #[error("The odds of that need too much memory. The limit is {} MB; fewer dice or sides will do.", .0 >> 20)]
    TooMuchMemory(u64),
    /// Too many different totals.
    #[error("That has {asked} different totals. The limit is {limit}.")]
    TooManyOutcomes {
        /// How many it has.
        asked: u64,
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
        let mut odds = Odds { expression: self, budget: Budget::new(limits) };
        let mut stack: Vec<Dist<i64>> = Vec::with_capacity(4);
        for step in &self.steps {
            odds.budget.held = stack.iter().map(held_bytes).sum();
            let dist = odds.step(step, &mut stack)?;
            odds.budget.outcomes(dist.len() as u64)?;
            stack.push(dist);
        }
        Ok(take(&mut stack))
    }
}

/// What an outcome costs that must be kept in memory beside thousands of others.
const KEPT: u64 = 64;

struct Odds<'a> {
    expression: &'a Expression,
    budget: Budget<'a>,
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
            Step::Negate => {
                let dist = take(stack);
                self.budget.room(held_bytes(&dist))?;
                dist.negated()
            }
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
                _ => {
                    self.budget.room(sorted_bytes(left.len() as u64, left.total().bits()))?;
                    left.map(|value| arithmetic(step, *value, number).unwrap_or(0))
                }
            });
        }
        let bits = left.total().bits() + right.total().bits();
        let adds = matches!(step, Step::Add | Step::Subtract);
        if adds && left.is_dense() && right.is_dense() {
            self.budget.spend((left.len() as u64).saturating_mul(right.width()), bits)?;
            let size = left.width() + right.width();
            // Both as arrays, and the sums; the numbers among them that can happen may be twice as many while listed.
            self.budget.room(size.saturating_mul(2 * weight_bytes(bits) + 24) + held_bytes(right))?;
            return Ok(if step == Step::Add { left.plus(right) } else { left.minus(right) });
        }
        // All pairs are listed and sorted; beside a big number the sorting hardly shows.
        let pairs = left.len() as u64 * right.len() as u64;
        self.budget.spend(pairs.saturating_mul(if bits > 128 { 8 } else { 200 }), bits)?;
        let apart = (left.len() + right.len()) as u64 * weight_bytes(bits) + held_bytes(right);
        self.budget.room(sorted_bytes(pairs, bits).saturating_add(apart))?;
        Ok(match step {
            Step::Add => left.plus(right),
            Step::Subtract => left.minus(right),
            _ => left.combine(right, |a, b| arithmetic(step, *a, *b).unwrap_or(0)),
        })
    }

    /// Dice whose number or sides may themselves be a matter of chance.
    fn varied(&mut self, dice: &Dice, count: &Dist<i64>, sides: &Dist<i64>) -> Result<Dist<i64>, OddsError> {
        if let ([count], [sides]) = (count.outcomes(), sides.outcomes()) {
            return self.dice(dice, *count, *sides);
        }
        // The largest case first, with its share of the work: the others cost less, but hardly less than a third
        // on average. So what is too much is refused before it is begun.
        let (all, number) = (self.budget.left, count.len() as u64 * sides.len() as u64);
        let share = (all / number.max(1)).saturating_mul(3).min(all);
        self.budget.left = share;
        let largest = self.dice(dice, count.max().unwrap_or(0), sides.max().unwrap_or(1))?;
        self.budget.spend(largest.len() as u64 * KEPT, 0)?;
        self.budget.left += all - share;
        drop(largest);
        let mut cases = Vec::new();
        let (mut common, mut pairs) = (Natural::ONE, 0);
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        for (sides, often) in sides.iter() {
            for (count, as_often) in count.iter() {
                let odds = self.dice(dice, *count, *sides)?;
                self.budget.spend(odds.len() as u64 * KEPT, 0)?;
                self.budget.hold(held_bytes(&odds) + CASE)?;
                self.budget.spend((common.bits() / 16).pow(2), 0)?;
                let shared = common.gcd(odds.total());
                common *= &odds.total().exact_div(&shared).unwrap_or_default();
                pairs += odds.len() as u64;
                let [least, most] = ends(&odds);
                (low, high) = (low.min(least), high.max(most));
                cases.push((&often * &as_often, odds));
            }
        }
        self.budget.spend(pairs * 4, common.bits())?;
        let bits = common.bits() + count.total().bits() + sides.total().bits();
        let totals = pairs.min(low.abs_diff(high) + 1);
        self.budget.outcomes(totals)?;
        self.budget.room(tree_bytes(totals, 8 + natural_bytes(bits)) + sorted_bytes(totals, bits))?;
        let mut sums: BTreeMap<i64, Natural> = BTreeMap::new();
        for (often, odds) in &cases {
            let scale = often * &common.exact_div(odds.total()).unwrap_or_default();
            for (total, weight) in odds.iter() {
                *sums.entry(*total).or_default() += &weight * &scale;
            }
        }
        Ok(Dist::weighted(sums))
    }

    fn dice(&mut self, dice: &Dice, count: i64, sides: i64) -> Result<Dist<i64>, OddsError> {
        let held = self.budget.held;
        let odds = self.thrown(dice, count, sides);
        self.budget.held = held;
        odds
    }

    fn thrown(&mut self, dice: &Dice, count: i64, sides: i64) -> Result<Dist<i64>, OddsError> {
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
        self.budget.spend(u64::from(sides) * 8, die)?;
        self.budget.hold(u64::from(sides) * 2 * FACE)?;
        let faces =
            Faces::new(dice.kind, sides, modifiers, self.expression.explosions).ok_or(OddsError::Endless)?;
        let picks = modifiers.iter().any(|m| matches!(m, Modifier::Pick(..)));
        if !picks && let Some((low, width)) = faces.even() {
            let bits = faces.bits(count);
            let steps = u64::from(count) * u64::from(count) * width as u64 / 2;
            // A step is one number coming into the window, one leaving it and one copied.
            self.budget.spend(steps.saturating_mul(3), bits / 2)?;
            let totals = u64::from(count) * (width as u64 - 1) + 1;
            self.budget.outcomes(totals)?;
            self.budget.room(totals * (2 * weight_bytes(bits) + 8))?;
            return Ok(Dist::even_sum(count, low, width));
        }
        if picks && faces.scatters() {
            return self.scattered(&faces, modifiers, count);
        }
        let (steps, sums) = faces.chains_size();
        let chain = faces.bits(1);
        self.budget.spend_at(steps, 24 + price(chain))?;
        self.budget.hold(tree_bytes(sums, 16 + natural_bytes(chain)).saturating_mul(2))?;
        let values = if faces.scatters() { faces.scores() } else { faces.values() };
        if !picks {
            let one = Dist::weighted(values.into_iter().map(|v| (v.score, v.weight)));
            return self.repeat(&one, count);
        }
        let class = Class { count: count as usize, values: &values };
        let kept = picked(modifiers, class.count);
        let bits = faces.bits(count);
        if kept.start != 0 && kept.end != class.count {
            self.walk(&[class], &kept, bits)?;
            return Ok(keep_any(&[class], &kept));
        }
        let size = KeepEnd::new(&class, kept.len());
        self.budget.spend(size.steps, bits)?;
        self.budget.room(size.bytes(bits))?;
        Ok(keep_alike(&class, &kept))
    }

    /// Takes what keeping some of several classes costs, if there is room for it.
    fn walk(&mut self, classes: &[Class<'_>], kept: &Range<usize>, bits: u64) -> Result<Walk, OddsError> {
        // The sums live in trees there, which cost more than arrays.
        let price = 48 + price(bits);
        match measured(classes, kept, bits, (self.budget.left / price, self.budget.free())) {
            Ok(walk) => {
                self.budget.spend_at(walk.steps, price)?;
                Ok(walk)
            }
            Err(Excess::Steps) => Err(self.budget.too_long()),
            Err(Excess::Bytes) => Err(self.budget.too_large()),
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
        let ways = faces.ways(count);
        self.budget.spend(ways.saturating_mul(longest * u64::from(count)), bits)?;
        self.budget.hold(tree_bytes(ways, 20 + natural_bytes(bits)).saturating_mul(2))?;
        // Five classes, each at most all faces, and one of them sorted.
        self.budget.hold(faces.len() as u64 * (5 * FACE + 2 * FACE))?;
        let scattered = faces.scattered(count);
        let kept = |classes: &[Class<'_>]| picked(modifiers, classes.iter().map(|class| class.count).sum());
        // All of it is counted before any of it is done.
        let (mut low, mut high, mut bytes) = (i64::MAX, i64::MIN, 0);
        for (classes, _) in scattered.ways() {
            let walk = self.walk(&classes, &kept(&classes), bits)?;
            (low, high, bytes) = (low.min(walk.ends.0), high.max(walk.ends.1), walk.bytes.max(bytes));
        }
        let totals = low.abs_diff(high) + 1;
        let sums = tree_bytes(totals, 8 + natural_bytes(bits)).saturating_add(sorted_bytes(totals, bits));
        self.budget.room(bytes.saturating_add(sums))?;
        let mut sums: BTreeMap<i64, Natural> = BTreeMap::new();
        for (classes, weight) in scattered.ways() {
            let odds = keep_any(&classes, &kept(&classes));
            for (total, ways) in odds.iter() {
                *sums.entry(*total).or_default() += &ways * weight;
            }
        }
        Ok(Dist::weighted(sums))
    }

    fn pool(&mut self, members: &[Dist<i64>], modifiers: Span) -> Result<Dist<i64>, OddsError> {
        let modifiers = self.expression.modifiers(modifiers);
        if !modifiers.iter().any(|m| matches!(m, Modifier::Pick(..))) {
            let mut sum = Dist::certain(0);
            for member in members {
                self.budget.room(sorted_bytes(member.len() as u64, member.total().bits()))?;
                let scored = if plain_score(modifiers) {
                    member.clone()
                } else {
                    member.map(|v| score(modifiers, *v))
                };
                let apart = held_bytes(&scored) + held_bytes(&sum);
                self.budget.hold(apart)?;
                sum = self.arithmetic(Step::Add, sum, &scored)?;
                self.budget.held -= apart;
            }
            return Ok(sum);
        }
        let listed = |member: &Dist<i64>| member.len() as u64 * (16 + natural_bytes(member.total().bits()));
        self.budget.hold(members.iter().map(listed).sum())?;
        let values = |member: &Dist<i64>| -> Vec<Value> {
            let value = |(value, weight): (&i64, Natural)| Value {
                value: *value,
                weight,
                score: score(modifiers, *value),
            };
            member.iter().map(value).collect()
        };
        let values: Vec<Vec<Value>> = members.iter().map(values).collect();
        let classes: Vec<Class<'_>> = values.iter().map(|values| Class { count: 1, values }).collect();
        let kept = picked(modifiers, classes.len());
        let bits = members.iter().map(|member| member.total().bits()).sum();
        self.walk(&classes, &kept, bits)?;
        Ok(keep_any(&classes, &kept))
    }

    fn repeat(&mut self, once: &Dist<i64>, times: u32) -> Result<Dist<i64>, OddsError> {
        for end in ends(once) {
            arithmetic(Step::Multiply, end, i64::from(times))?;
        }
        let width = once.width().saturating_mul(u64::from(times));
        let bits = once.total().bits() * u64::from(times);
        let dense = width.saturating_mul(width) / 2;
        self.budget.spend(dense, bits)?;
        // The sum so far, the power, the next of either, and both as arrays. Where numbers are left out, sums may also
        // be listed pair by pair.
        let arrays = width.saturating_mul(3 * entry_bytes(bits) + 2 * weight_bytes(bits) + 16);
        let gaps = once.len() as u64 != once.width();
        let pairs = if gaps { sorted_bytes(dense / 512 + 64, bits) } else { 0 };
        self.budget.room(arrays.saturating_add(pairs))?;
        Ok(once.repeat(times))
    }
}

/// The bytes of one face of a die, or of its value.
const FACE: u64 = 48;
/// The bytes of a case of dice that may vary, beside its distribution.
const CASE: u64 = 320;

fn amount(amount: Amount, stack: &mut Vec<Dist<i64>>) -> Dist<i64> {
    match amount {
        Amount::Fixed(number) => Dist::certain(i64::from(number)),
        Amount::Worked => take(stack),
    }
}

fn ends(dist: &Dist<i64>) -> [i64; 2] {
    [dist.min().unwrap_or(0), dist.max().unwrap_or(0)]
}

/// What keeping one end of dice alike takes.
struct KeepEnd {
    dice: u64,
    kept: u64,
    values: u64,
    span: u64,
    steps: u64,
}

impl KeepEnd {
    fn new(class: &Class<'_>, kept: usize) -> Self {
        let (dice, values, kept) = (class.count as u64, class.values.len() as u64, kept as u64);
        let scores = class.values.iter().map(|value| value.score);
        let span = scores.clone().max().unwrap_or(0).abs_diff(scores.min().unwrap_or(0)) + 1;
        let sums = span.saturating_mul(kept).saturating_mul(kept);
        let windows = class.values.iter().all(|value| value.weight == Natural::ONE);
        let tails = dice.saturating_mul(kept).saturating_mul(4);
        let per_value = sums.saturating_mul(if windows { 1 } else { values }).saturating_add(tails);
        let steps = values.saturating_mul(per_value).saturating_add(dice * dice);
        KeepEnd { dice, kept, values, span, steps }
    }

    /// The ways to choose, two rows of powers, the values, three arrays of sums and the totals they stand for.
    fn bytes(&self, bits: u64) -> u64 {
        let weight = weight_bytes(bits);
        let choose = if bits > 128 { natural_bytes(self.dice) } else { weight };
        let rows = (self.dice + 1) * ((self.kept + 2) * choose + 4 * weight);
        let sums = self.span.saturating_mul(self.kept + 2).saturating_mul(3 * weight + 24);
        rows.saturating_add(self.values * (16 + weight)).saturating_add(sums)
    }
}
