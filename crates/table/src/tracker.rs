//! A counter at the table whose numbers mean something: each threshold fires once, in rising order, and
//! going down does not arm it again. What happens then is the game's business.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Audience;

/// A counter with thresholds, seen by an audience.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Tracker<A = Audience> {
    name: String,
    value: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<i32>,
    /// The highest it has been: what was reached stays reached.
    peak: i32,
    /// Who may see it.
    pub audience: A,
    /// In rising order.
    thresholds: Vec<Threshold>,
}

/// A number at which something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Threshold {
    /// The number.
    pub at: i32,
    /// Whether it has happened.
    pub fired: bool,
}

/// Why a tracker cannot stand there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrackerError {
    /// Below nothing.
    #[error("{name} cannot fall below 0.")]
    Below {
        /// The tracker.
        name: String,
    },
    /// Beyond its end.
    #[error("{name} ends at {size}.")]
    Above {
        /// The tracker.
        name: String,
        /// Its end.
        size: i32,
    },
}

impl<A> Tracker<A> {
    /// A counter at 0, without an end.
    pub fn new(name: impl Into<String>, audience: A) -> Self {
        Tracker { name: name.into(), value: 0, size: None, peak: 0, audience, thresholds: Vec::new() }
    }

    /// Gives it an end.
    #[must_use]
    pub fn size(mut self, size: i32) -> Self {
        self.size = Some(size);
        self
    }

    /// Adds a number at which something happens. One number holds one threshold.
    #[must_use]
    pub fn threshold(mut self, at: i32) -> Self {
        if let Err(place) = self.thresholds.binary_search_by_key(&at, |threshold| threshold.at) {
            self.thresholds.insert(place, Threshold { at, fired: false });
        }
        self
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it stands.
    pub fn value(&self) -> i32 {
        self.value
    }

    /// Where it ends.
    pub fn end(&self) -> Option<i32> {
        self.size
    }

    /// Whether it has reached its end.
    pub fn is_full(&self) -> bool {
        self.size.is_some_and(|size| self.value >= size)
    }

    /// Its thresholds in rising order.
    pub fn thresholds(&self) -> &[Threshold] {
        &self.thresholds
    }

    /// Where an advance would end, kept within its bounds.
    pub fn after(&self, by: i32) -> i32 {
        let to = self.value.saturating_add(by).max(0);
        self.size.map_or(to, |size| to.min(size.max(0)))
    }

    /// Moves it. What it reached is due, also if it is lowered before that takes effect.
    pub fn set(&mut self, to: i32) -> Result<(), TrackerError> {
        if to < 0 {
            return Err(TrackerError::Below { name: self.name.clone() });
        }
        if let Some(size) = self.size.filter(|&size| to > size) {
            return Err(TrackerError::Above { name: self.name.clone(), size });
        }
        self.value = to;
        self.peak = self.peak.max(to);
        Ok(())
    }

    /// What was reached and has not happened yet, in rising order.
    pub fn due(&self) -> impl Iterator<Item = i32> {
        self.thresholds.iter().filter(|t| !t.fired && t.at <= self.peak).map(|t| t.at)
    }

    /// What would become due at a value, beyond what is due already.
    pub fn would_reach(&self, to: i32) -> impl Iterator<Item = i32> {
        self.thresholds.iter().filter(move |t| !t.fired && t.at > self.peak && t.at <= to).map(|t| t.at)
    }

    /// Notes that a threshold has happened. It does not happen again.
    pub fn fire(&mut self, at: i32) {
        if let Some(threshold) = self.thresholds.iter_mut().find(|threshold| threshold.at == at) {
            threshold.fired = true;
        }
    }

    /// Starts over at 0 with a new end, all thresholds armed.
    pub fn restart(&mut self, size: Option<i32>) {
        (self.value, self.peak, self.size) = (0, 0, size);
        self.thresholds.iter_mut().for_each(|threshold| threshold.fired = false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doom() -> Tracker {
        Tracker::new("Doom", Audience::GM).size(12).threshold(9).threshold(4).threshold(6).threshold(4)
    }

    fn due(tracker: &Tracker) -> Vec<i32> {
        tracker.due().collect()
    }

    #[test]
    fn jumping_over_several_numbers_fires_them_in_rising_order() {
        let mut doom = doom();
        assert_eq!(doom.would_reach(7).collect::<Vec<_>>(), [4, 6]);
        doom.set(7).expect("in bounds");
        assert_eq!(due(&doom), [4, 6]);
    }

    #[test]
    fn going_down_and_up_again_fires_nothing_twice() {
        let mut doom = doom();
        doom.set(5).expect("in bounds");
        doom.fire(4);
        doom.set(2).expect("in bounds");
        doom.set(5).expect("in bounds");
        assert_eq!(due(&doom), [0; 0]);
    }

    #[test]
    fn what_was_reached_still_happens_though_the_tracker_sank_before_it_took_effect() {
        let mut doom = doom();
        doom.set(4).expect("in bounds");
        doom.set(3).expect("in bounds");
        assert_eq!(due(&doom), [4]);
    }

    #[test]
    fn a_tracker_refuses_to_leave_its_bounds_and_stays_where_it_was() {
        let mut doom = doom();
        doom.set(3).expect("in bounds");
        assert_eq!(doom.set(-1).map_err(|e| e.to_string()), Err("Doom cannot fall below 0.".into()));
        assert_eq!(doom.set(13).map_err(|e| e.to_string()), Err("Doom ends at 12.".into()));
        assert_eq!((doom.value(), doom.after(99), doom.after(-99)), (3, 12, 0));
    }

    #[test]
    fn a_full_tracker_starts_over_with_a_new_size_and_its_events_ahead_of_it() {
        let mut omens = Tracker::new("Omens", Audience::GM).size(5).threshold(5);
        omens.set(5).expect("in bounds");
        assert!(omens.is_full());
        omens.fire(5);
        omens.restart(Some(10));
        assert_eq!((omens.value(), omens.is_full(), omens.end()), (0, false, Some(10)));
        omens.set(6).expect("in bounds");
        assert_eq!(due(&omens), [5]);
    }
}
