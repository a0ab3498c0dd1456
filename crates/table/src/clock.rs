//! Time of the campaign in whole seconds, and the calendar of a game: its units and where they turn.
//! Time never runs back here; taking it back is undo.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Seconds since the campaign began.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Time(pub u64);

/// What time it is, and whether a battle is being counted in rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Clock {
    now: Time,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rounds: Option<u32>,
}

/// Why time cannot be changed so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClockError {
    /// Back is not a direction.
    #[error("Time does not run back. To take something back, undo it.")]
    Back,
    /// The calendar stands still in a battle.
    #[error("The battle still counts its rounds. Time goes on when it ends.")]
    InBattle,
    /// There is no battle to end.
    #[error("No battle is being counted in rounds.")]
    NoBattle,
}

/// The units of a game, the smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calendar {
    units: &'static [Unit],
}

/// A unit of time that begins again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// What it is called.
    pub name: &'static str,
    seconds: u64,
    turns_at: u64,
}

/// A moment at which a unit begins anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boundary {
    /// When.
    pub at: Time,
    /// Which unit, by its place in the calendar.
    pub unit: usize,
}

impl Time {
    /// So many seconds later.
    #[must_use]
    pub fn later(self, seconds: u64) -> Self {
        Time(self.0.saturating_add(seconds))
    }
}

impl Clock {
    /// What time it is.
    pub fn now(self) -> Time {
        self.now
    }

    /// The rounds of the battle so far, if there is one.
    pub fn rounds(self) -> Option<u32> {
        self.rounds
    }

    /// Goes on to a later time.
    pub fn advance_to(&mut self, time: Time) -> Result<(), ClockError> {
        if self.rounds.is_some() {
            return Err(ClockError::InBattle);
        }
        if time < self.now {
            return Err(ClockError::Back);
        }
        self.now = time;
        Ok(())
    }

    /// From here on time is counted in rounds. A battle within a battle is the same battle.
    pub fn begin_rounds(&mut self) {
        self.rounds.get_or_insert(0);
    }

    /// A round has passed.
    pub fn round_passed(&mut self) -> Result<(), ClockError> {
        let rounds = self.rounds.as_mut().ok_or(ClockError::NoBattle)?;
        *rounds = rounds.saturating_add(1);
        Ok(())
    }

    /// The battle is over: its rounds go into the calendar, once.
    pub fn end_rounds(&mut self, seconds_a_round: u32) -> Result<Time, ClockError> {
        let rounds = self.rounds.take().ok_or(ClockError::NoBattle)?;
        self.now = self.now.later(u64::from(rounds) * u64::from(seconds_a_round));
        Ok(self.now)
    }
}

impl Unit {
    /// A unit of so many seconds, from the beginning of the campaign. A unit has at least one second.
    pub const fn new(name: &'static str, seconds: u64) -> Self {
        Unit { name, seconds: if seconds == 0 { 1 } else { seconds }, turns_at: 0 }
    }

    /// Begins so many seconds after where it would, as a day may turn at dawn.
    #[must_use]
    pub const fn turning_at(mut self, seconds: u64) -> Self {
        self.turns_at = seconds % self.seconds;
        self
    }

    /// How long it is.
    pub const fn seconds(self) -> u64 {
        self.seconds
    }

    /// Which one it is, counted from 0 for the one in which the campaign began.
    pub fn number(self, time: Time) -> u64 {
        let started_before = u64::from(self.turns_at > 0);
        match time.0.checked_sub(self.turns_at) {
            Some(since) => since / self.seconds + started_before,
            None => 0,
        }
    }

    /// How many seconds of it have passed; in the unit the campaign began in, as if it had been whole.
    pub fn since(self, time: Time) -> u64 {
        let shift = (self.seconds - self.turns_at) % self.seconds;
        (time.0 % self.seconds + shift) % self.seconds
    }

    /// The first beginning after a time, if time goes on so long.
    fn next(self, after: Time) -> Option<Time> {
        after.0.checked_add(self.seconds - self.since(after)).map(Time)
    }
}

impl Calendar {
    /// The units of a game, the smallest first.
    pub const fn new(units: &'static [Unit]) -> Self {
        Calendar { units }
    }

    /// Its units.
    pub const fn units(&self) -> &'static [Unit] {
        self.units
    }

    /// Every beginning of a unit after `from`, up to and including `to`, in order; where several begin
    /// together, the smallest first.
    pub fn boundaries(&self, from: Time, to: Time) -> impl Iterator<Item = Boundary> + use<> {
        let units = self.units;
        let (mut at, mut done) = (from, units.len());
        std::iter::from_fn(move || {
            let here = units.iter().enumerate().skip(done).find(|(_, unit)| unit.since(at) == 0);
            let (time, unit) = match here {
                Some((unit, _)) => (at, unit),
                None => units.iter().enumerate().filter_map(|(i, unit)| Some((unit.next(at)?, i))).min()?,
            };
            (time <= to).then(|| {
                (at, done) = (time, unit + 1);
                Boundary { at: time, unit }
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HOUR: u64 = 3_600;
    const DAY: u64 = 24 * HOUR;
    const DAWN: Calendar = Calendar::new(&[
        Unit::new("hour", HOUR),
        Unit::new("day", DAY).turning_at(6 * HOUR),
        Unit::new("week", 7 * DAY).turning_at(6 * HOUR),
    ]);

    #[test]
    fn seven_days_are_seven_days_and_the_week_turns_with_the_last_of_them() {
        let days = |b: &Boundary| b.unit == 1;
        let from = Time(6 * HOUR);
        assert_eq!(DAWN.boundaries(from, from.later(7 * DAY)).filter(days).count(), 7);
        let last: Vec<_> = DAWN.boundaries(from, from.later(7 * DAY)).map(|b| b.unit).collect();
        assert_eq!(last[last.len() - 3..], [0, 1, 2]);
    }

    #[test]
    fn the_day_turns_at_dawn_not_at_midnight() {
        let day = DAWN.units()[1];
        assert_eq!(
            (day.number(Time(5 * HOUR)), day.number(Time(6 * HOUR)), day.number(Time(DAY))),
            (0, 1, 1)
        );
        assert_eq!((day.since(Time(6 * HOUR)), day.since(Time(5 * HOUR))), (0, 23 * HOUR));
    }

    #[test]
    fn time_does_not_run_back() {
        let mut clock = Clock::default();
        clock.advance_to(Time(100)).expect("later");
        assert_eq!(clock.advance_to(Time(99)), Err(ClockError::Back));
        assert_eq!(clock.now(), Time(100));
    }

    #[test]
    fn the_rounds_of_a_battle_enter_the_calendar_exactly_once() {
        let mut clock = Clock::default();
        clock.begin_rounds();
        clock.round_passed().expect("in battle");
        clock.round_passed().expect("in battle");
        assert_eq!(clock.advance_to(Time(600)), Err(ClockError::InBattle));
        assert_eq!(clock.end_rounds(6), Ok(Time(12)));
        assert_eq!(clock.end_rounds(6), Err(ClockError::NoBattle));
        assert_eq!(clock.now(), Time(12));
    }

    #[test]
    fn the_end_of_time_is_reached_without_a_stumble() {
        assert_eq!(DAWN.boundaries(Time(u64::MAX - 10), Time(u64::MAX)).count(), 0);
    }

    proptest! {
        #[test]
        fn a_long_advance_meets_the_same_boundaries_as_many_short_ones(
            from in 0u64..3 * DAY, first in 0u64..9 * DAY, second in 0u64..9 * DAY,
        ) {
            let (from, between) = (Time(from), Time(from).later(first));
            let to = between.later(second);
            let whole: Vec<_> = DAWN.boundaries(from, to).collect();
            let parts: Vec<_> = DAWN.boundaries(from, between).chain(DAWN.boundaries(between, to)).collect();
            prop_assert_eq!(&whole, &parts);
            prop_assert!(whole.is_sorted_by_key(|b| (b.at, b.unit)));
            let hours = whole.iter().filter(|b| b.unit == 0).count() as u64;
            prop_assert_eq!(hours, to.0 / HOUR - from.0 / HOUR);
        }
    }
}
