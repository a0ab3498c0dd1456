//! Exact fractions, always in lowest terms, above or below zero.
//! Chances, means and worths are told in these; floats only for show.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::Natural;

/// A fraction in lowest terms, such as `7/10` or `-1/2`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Ratio {
    negative: bool,
    numerator: Natural,
    denominator: Natural,
}

/// The text is not a fraction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a fraction such as 7/10.")]
pub struct NotARatio(pub String);

impl Ratio {
    /// Nothing.
    pub const ZERO: Ratio = Ratio { negative: false, numerator: Natural::ZERO, denominator: Natural::ONE };
    /// One, or certainty.
    pub const ONE: Ratio = Ratio { negative: false, numerator: Natural::ONE, denominator: Natural::ONE };

    /// The fraction in lowest terms, unless the denominator is zero.
    pub fn new(numerator: Natural, denominator: Natural) -> Option<Ratio> {
        Ratio::signed(false, numerator, denominator)
    }

    /// The fraction with a sign, unless the denominator is zero.
    pub fn signed(negative: bool, numerator: Natural, denominator: Natural) -> Option<Ratio> {
        let divisor = numerator.gcd(&denominator);
        if divisor == Natural::ONE && !denominator.is_zero() {
            return Some(Ratio { negative: negative && !numerator.is_zero(), numerator, denominator });
        }
        let denominator = denominator.div_rem(&divisor)?.0;
        if denominator.is_zero() {
            return None;
        }
        let numerator = numerator.div_rem(&divisor)?.0;
        Some(Ratio { negative: negative && !numerator.is_zero(), numerator, denominator })
    }

    /// What stands above the line, without its sign.
    pub fn numerator(&self) -> &Natural {
        &self.numerator
    }

    /// What stands below the line.
    pub fn denominator(&self) -> &Natural {
        &self.denominator
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// The float next to it, for show.
    pub fn to_f64(&self) -> f64 {
        let (above, below) = (self.numerator.to_f64(), self.denominator.to_f64());
        let size = if above.is_finite() && below.is_finite() { above / below } else { self.long_division() };
        if self.negative { -size } else { size }
    }

    /// Both sides are beyond any float: divide first, with enough digits kept.
    fn long_division(&self) -> f64 {
        let scale = Natural::from(1u64 << 62);
        match (&self.numerator * &scale).div_rem(&self.denominator) {
            Some((quotient, _)) => quotient.to_f64() / (1u64 << 62) as f64,
            None => f64::NAN,
        }
    }
}

impl From<i64> for Ratio {
    fn from(n: i64) -> Self {
        Ratio { negative: n < 0, numerator: Natural::from(n.unsigned_abs()), denominator: Natural::ONE }
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        let size = || (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator));
        match (self.negative, other.negative) {
            (false, false) => size(),
            (true, true) => size().reverse(),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.negative {
            f.write_str("-")?;
        }
        write!(f, "{}", self.numerator)?;
        if self.denominator != Natural::ONE {
            write!(f, "/{}", self.denominator)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Ratio {
    type Err = NotARatio;
    fn from_str(text: &str) -> Result<Self, NotARatio> {
        let no = || NotARatio(text.to_owned());
        let (negative, size) = match text.strip_prefix('-') {
            Some(size) => (true, size),
            None => (false, text),
        };
        let (above, below) = size.split_once('/').unwrap_or((size, "1"));
        let above = above.trim().parse().map_err(|_| no())?;
        let below = below.trim().parse().map_err(|_| no())?;
        Ratio::signed(negative, above, below).ok_or_else(no)
    }
}

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Ratio {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}
