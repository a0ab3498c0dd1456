//! Dice that do not simply lie where they fall: rerolled, exploding, bounded.

use smallvec::SmallVec;

use super::throw::{Throw, filtered};
use super::{Die, RollError, Source};
use crate::notation::modifier::{picked, score};
use crate::notation::{Condition, Dice, Kind, Modifier, face_value};

/// What happens to each die as it falls.
struct Rules {
    rerolls: bool,
    least: i64,
    most: i64,
    explosions: u32,
    on: Option<Condition>,
    compound: bool,
    penetrate: bool,
}

impl Rules {
    fn new(modifiers: &[Modifier], explosions: u32) -> Self {
        let mut rules = Rules {
            rerolls: false,
            least: i64::MIN,
            most: i64::MAX,
            explosions: 0,
            on: None,
            compound: false,
            penetrate: false,
        };
        for modifier in modifiers {
            match *modifier {
                Modifier::Reroll { .. } => rules.rerolls = true,
                Modifier::AtLeast(bound) => rules.least = i64::from(bound),
                Modifier::AtMost(bound) => rules.most = i64::from(bound),
                Modifier::Explode { how, on } => {
                    rules.explosions = if how.once { 1 } else { explosions };
                    (rules.on, rules.compound, rules.penetrate) = (on, how.compound, how.penetrate);
                }
                _ => {}
            }
        }
        rules
    }
}

impl<S: Source> Throw<'_, S> {
    /// Dice that are rerolled, explode or are bounded.
    pub(super) fn unruly(
        &mut self,
        dice: &Dice,
        modifiers: &[Modifier],
        count: u32,
        sides: u32,
    ) -> Result<i64, RollError> {
        let rules = Rules::new(modifiers, self.expression.explosions);
        if modifiers.iter().any(|m| matches!(m.stage(), 4..=7)) {
            return self.chosen(dice, modifiers, &rules, count, sides);
        }
        let mut total = 0;
        for _ in 0..count {
            self.chain(dice.kind, modifiers, &rules, sides, |value, _, _| total += value)?;
        }
        Ok(total)
    }

    /// The same, when some are kept or counted.
    fn chosen(
        &mut self,
        dice: &Dice,
        modifiers: &[Modifier],
        rules: &Rules,
        count: u32,
        sides: u32,
    ) -> Result<i64, RollError> {
        // One unit per die that stands for itself: value, first die, one past the last.
        let mut units: SmallVec<[(i64, usize, usize); 16]> = SmallVec::new();
        for _ in 0..count {
            let (begin, mut sum) = (self.record.dice.len(), 0);
            self.chain(dice.kind, modifiers, rules, sides, |value, first, last| {
                sum += value;
                if !rules.compound {
                    units.push((value, first, last));
                }
            })?;
            if rules.compound {
                units.push((sum, begin, self.record.dice.len()));
            }
        }
        let kept = picked(modifiers, units.len());
        let mut order: SmallVec<[usize; 16]> = (0..units.len()).collect();
        order.sort_by_key(|unit| units[*unit].0);
        let mut total = 0;
        for (rank, unit) in order.into_iter().enumerate() {
            let (value, first, last) = units[unit];
            if kept.contains(&rank) && !filtered(modifiers, value) {
                total += score(modifiers, value);
            } else {
                self.record.dice[first..last].iter_mut().for_each(Die::drop);
            }
        }
        Ok(total)
    }

    /// One die and the extra dice it brings; each is told with its value and its place in the record.
    #[inline]
    fn chain(
        &mut self,
        kind: Kind,
        modifiers: &[Modifier],
        rules: &Rules,
        sides: u32,
        mut each: impl FnMut(i64, usize, usize),
    ) -> Result<(), RollError> {
        let entered = self.source.entered();
        let mut extra = 0;
        loop {
            if self.record.dice.len() >= self.expression.dice as usize * 4 {
                return Err(RollError::TooManyDice(self.expression.dice));
            }
            let first = self.record.dice.len();
            let mut face = self.source.face(sides)?;
            if rules.rerolls {
                face = self.rerolled(kind, modifiers, sides, face, extra > 0)?;
            }
            let natural = face_value(kind, face);
            let value = natural.max(rules.least).min(rules.most) - i64::from(rules.penetrate && extra > 0);
            let mut die =
                Die::new(sides as u16, face as u16, value as i32, self.term.wrapping_sub(1), entered);
            if extra > 0 {
                die.add_as_extra();
            }
            let goes_on = extra < rules.explosions && rules.on.map_or(face == sides, |on| on.holds(natural));
            if goes_on {
                die.explode();
            }
            self.record.dice.push(die);
            each(value, first, self.record.dice.len());
            if !goes_on {
                return Ok(());
            }
            extra += 1;
        }
    }

    /// Rolls a die again as the modifiers say, and gives the face that stays.
    fn rerolled(
        &mut self,
        kind: Kind,
        modifiers: &[Modifier],
        sides: u32,
        mut face: u32,
        extra: bool,
    ) -> Result<u32, RollError> {
        loop {
            let natural = face_value(kind, face);
            let again = modifiers.iter().find_map(|m| match m {
                Modifier::Reroll { until, on } if on.holds(natural) => Some(*until),
                _ => None,
            });
            let Some(until) = again else { return Ok(face) };
            if self.record.dice.len() >= self.expression.dice as usize * 4 {
                return Err(RollError::TooManyDice(self.expression.dice));
            }
            let entered = self.source.entered();
            let mut die =
                Die::new(sides as u16, face as u16, natural as i32, self.term.wrapping_sub(1), entered);
            die.reroll();
            if extra {
                die.add_as_extra();
            }
            self.record.dice.push(die);
            face = self.source.face(sides)?;
            if !until {
                return Ok(face);
            }
        }
    }
}
