//! A share of many tries, and how sure it is.

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// How often it happened.
    pub count: u64,
    /// How often it could have.
    pub of: u64,
}

/// Standard deviations to either side that hold 95 of 100.
const SURE: f64 = 1.959_963_984_540_054;

impl Share {
    /// So many of so many.
    pub fn new(count: u64, of: u64) -> Self {
        Self { count, of }
    }

    /// The share itself, from 0 to 1; 0 of nothing.
    pub fn value(self) -> f64 {
        if self.of == 0 { 0.0 } else { self.count as f64 / self.of as f64 }
    }

    /// Where the true share lies, in 95 of 100 cases (Wilson's interval: it holds near 0 and 1 too).
    pub fn interval(self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 1.0);
        }
        let (n, p) = (self.of as f64, self.value());
        let z2 = SURE * SURE;
        let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = SURE / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        // Rounding must not push the share itself out.
        ((middle - half).clamp(0.0, p), (middle + half).clamp(p, 1.0))
    }

    /// Half the width of that interval.
    pub fn error(self) -> f64 {
        let (low, high) = self.interval();
        (high - low) / 2.0
    }
}

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (low, high) = self.interval();
        let mut share = serializer.serialize_struct("Share", 5)?;
        share.serialize_field("count", &self.count)?;
        share.serialize_field("of", &self.of)?;
        share.serialize_field("share", &self.value())?;
        share.serialize_field("low", &low)?;
        share.serialize_field("high", &high)?;
        share.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_the_share_and_narrows() {
        for (count, of) in [(0, 10), (5, 10), (10, 10), (500, 1_000), (1, 1_000)] {
            let share = Share::new(count, of);
            let (low, high) = share.interval();
            assert!(0.0 <= low && low <= share.value() && share.value() <= high && high <= 1.0, "{share:?}");
        }
        assert!(Share::new(500, 1_000).error() < Share::new(5, 10).error());
        // The well-known number: about 9,600 tries for one in a hundred to either side.
        assert!(Share::new(4_800, 9_600).error() <= 0.010_01);
        assert!(Share::new(4_500, 9_000).error() > 0.01);
    }

    #[test]
    fn nothing_tried_is_nothing_known() {
        assert_eq!(Share::default().interval(), (0.0, 1.0));
    }
}
