//! Exact non-negative integers: machine words while they fit, big integers after that.
//! Weights of odds are counted in these. Fractions of them live in `ratio`.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, MulAssign};
use std::str::FromStr;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// An exact integer from zero up, of any size.
#[derive(Clone)]
pub struct Natural(Size);

/// Normalised: `Large` holds only what does not fit into 128 bits, so equal numbers look equal.
#[derive(Clone)]
enum Size {
    Small(u128),
    Large(Box<BigUint>),
}

/// The text is not a whole number from zero up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a whole number from 0 up.")]
pub struct NotANatural(pub String);

impl Natural {
    /// Nothing.
    pub const ZERO: Natural = Natural(Size::Small(0));
    /// One.
    pub const ONE: Natural = Natural(Size::Small(1));

    /// Whether this is zero.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Size::Small(0))
    }

    /// The value, if it fits into 64 bits.
    #[inline]
    pub fn to_u64(&self) -> Option<u64> {
        match self.0 {
            Size::Small(n) => u64::try_from(n).ok(),
            Size::Large(_) => None,
        }
    }

    /// The value, if it fits into 128 bits.
    #[inline]
    pub fn to_u128(&self) -> Option<u128> {
        match self.0 {
            Size::Small(n) => Some(n),
            Size::Large(_) => None,
        }
    }

    /// The nearest float; infinity for what no float can hold.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Size::Small(n) => *n as f64,
            Size::Large(n) => n.to_f64().unwrap_or(f64::INFINITY),
        }
    }

    /// How many bits it takes to write the number.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Size::Small(n) => u64::from(128 - n.leading_zeros()),
            Size::Large(n) => n.bits(),
        }
    }

    /// The difference, unless it would be below zero.
    #[inline]
    pub fn checked_sub(&self, other: &Natural) -> Option<Natural> {
        match (&self.0, &other.0) {
            (Size::Small(a), Size::Small(b)) => a.checked_sub(*b).map(Natural::from),
            (Size::Small(_), Size::Large(_)) => None,
            (Size::Large(a), Size::Small(b)) => Some(Natural::from(&**a - *b)),
            (Size::Large(a), Size::Large(b)) => (a >= b).then(|| Natural::from(&**a - &**b)),
        }
    }

    /// The quotient, if the division leaves no remainder (and the divisor is not zero).
    pub fn exact_div(&self, divisor: &Natural) -> Option<Natural> {
        let (quotient, rest) = self.div_rem(divisor)?;
        rest.is_zero().then_some(quotient)
    }

    /// Quotient and remainder, unless the divisor is zero.
    pub fn div_rem(&self, divisor: &Natural) -> Option<(Natural, Natural)> {
        match (&self.0, &divisor.0) {
            (_, Size::Small(0)) => None,
            (Size::Small(a), Size::Small(b)) => Some(match (u64::try_from(*a), u64::try_from(*b)) {
                // The machine divides words at once, pairs of them step by step.
                (Ok(a), Ok(b)) => (Natural::from(a / b), Natural::from(a % b)),
                _ => (Natural::from(a / b), Natural::from(a % b)),
            }),
            _ => {
                let (quotient, rest) = self.big().div_rem(&divisor.big());
                Some((Natural::from(quotient), Natural::from(rest)))
            }
        }
    }

    /// The greatest common divisor; that of zero and `n` is `n`.
    pub fn gcd(&self, other: &Natural) -> Natural {
        match (&self.0, &other.0) {
            (Size::Small(a), Size::Small(b)) => match (u64::try_from(*a), u64::try_from(*b)) {
                (Ok(a), Ok(b)) => Natural::from(a.gcd(&b)),
                _ => Natural::from(a.gcd(b)),
            },
            _ => Natural::from(self.big().gcd(&other.big())),
        }
    }

    /// This number multiplied by itself `exponent` times over.
    pub fn pow(&self, exponent: u32) -> Natural {
        if let Size::Small(n) = self.0
            && let Some(power) = n.checked_pow(exponent)
        {
            return Natural::from(power);
        }
        Natural::from(self.big().pow(exponent))
    }

    fn big(&self) -> BigUint {
        match &self.0 {
            Size::Small(n) => BigUint::from(*n),
            Size::Large(n) => (**n).clone(),
        }
    }

    #[cold]
    #[inline(never)]
    fn add_large(&mut self, other: &Natural) {
        // Taken out of its box, so that a long sum grows in place.
        let mut sum = match std::mem::replace(&mut self.0, Size::Small(0)) {
            Size::Small(n) => BigUint::from(n),
            Size::Large(n) => *n,
        };
        match &other.0 {
            Size::Small(n) => sum += *n,
            Size::Large(n) => sum += &**n,
        }
        *self = Natural::from(sum);
    }

    /// Takes away what is known to be no larger; of more than that, nothing is left.
    pub(crate) fn take_away(&mut self, other: &Natural) {
        if let (Size::Large(a), Size::Large(b)) = (&mut self.0, &other.0)
            && *a >= *b
        {
            let mut rest = std::mem::take(&mut **a);
            rest -= &**b;
            *self = Natural::from(rest);
        } else {
            *self = self.checked_sub(other).unwrap_or_default();
        }
    }

    #[cold]
    #[inline(never)]
    fn mul_large(&self, other: &Natural) -> Natural {
        match (&self.0, &other.0) {
            (Size::Large(a), Size::Large(b)) => Natural::from(&**a * &**b),
            (Size::Large(a), Size::Small(b)) | (Size::Small(b), Size::Large(a)) => Natural::from(&**a * *b),
            (Size::Small(a), Size::Small(b)) => Natural::from(BigUint::from(*a) * *b),
        }
    }
}

impl Default for Natural {
    fn default() -> Self {
        Natural::ZERO
    }
}

impl From<u128> for Natural {
    #[inline]
    fn from(n: u128) -> Self {
        Natural(Size::Small(n))
    }
}

impl From<u64> for Natural {
    #[inline]
    fn from(n: u64) -> Self {
        Natural(Size::Small(u128::from(n)))
    }
}

impl From<u32> for Natural {
    #[inline]
    fn from(n: u32) -> Self {
        Natural(Size::Small(u128::from(n)))
    }
}

impl From<BigUint> for Natural {
    fn from(n: BigUint) -> Self {
        match n.to_u128() {
            Some(small) => Natural(Size::Small(small)),
            None => Natural(Size::Large(Box::new(n))),
        }
    }
}

impl AddAssign<&Natural> for Natural {
    #[inline]
    fn add_assign(&mut self, other: &Natural) {
        if let (Size::Small(a), Size::Small(b)) = (&mut self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            *a = sum;
        } else {
            self.add_large(other);
        }
    }
}

impl AddAssign for Natural {
    #[inline]
    fn add_assign(&mut self, other: Natural) {
        *self += &other;
    }
}

impl Add<&Natural> for Natural {
    type Output = Natural;
    #[inline]
    fn add(mut self, other: &Natural) -> Natural {
        self += other;
        self
    }
}

impl Add for Natural {
    type Output = Natural;
    #[inline]
    fn add(self, other: Natural) -> Natural {
        self + &other
    }
}

impl Add for &Natural {
    type Output = Natural;
    #[inline]
    fn add(self, other: &Natural) -> Natural {
        self.clone() + other
    }
}

impl Mul for &Natural {
    type Output = Natural;
    #[inline]
    fn mul(self, other: &Natural) -> Natural {
        if let (Size::Small(a), Size::Small(b)) = (&self.0, &other.0) {
            // Two words make two words at most: the common case needs no overflow check.
            if (*a | *b) >> 64 == 0 {
                return Natural(Size::Small(*a * *b));
            }
            if let Some(product) = a.checked_mul(*b) {
                return Natural(Size::Small(product));
            }
        }
        self.mul_large(other)
    }
}

impl Mul<&Natural> for Natural {
    type Output = Natural;
    #[inline]
    fn mul(self, other: &Natural) -> Natural {
        &self * other
    }
}

impl Mul for Natural {
    type Output = Natural;
    #[inline]
    fn mul(self, other: Natural) -> Natural {
        &self * &other
    }
}

impl MulAssign<&Natural> for Natural {
    #[inline]
    fn mul_assign(&mut self, other: &Natural) {
        *self = &*self * other;
    }
}

impl Sum for Natural {
    fn sum<I: Iterator<Item = Natural>>(numbers: I) -> Natural {
        numbers.fold(Natural::ZERO, |sum, n| sum + n)
    }
}

impl<'a> Sum<&'a Natural> for Natural {
    fn sum<I: Iterator<Item = &'a Natural>>(numbers: I) -> Natural {
        numbers.fold(Natural::ZERO, |sum, n| sum + n)
    }
}

impl PartialEq for Natural {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Size::Small(a), Size::Small(b)) => a == b,
            (Size::Large(a), Size::Large(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Natural {}

impl Ord for Natural {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Size::Small(a), Size::Small(b)) => a.cmp(b),
            (Size::Small(_), Size::Large(_)) => Ordering::Less,
            (Size::Large(_), Size::Small(_)) => Ordering::Greater,
            (Size::Large(a), Size::Large(b)) => a.cmp(b),
        }
    }
}

impl PartialOrd for Natural {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Natural {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Size::Small(n) => n.hash(state),
            Size::Large(n) => n.hash(state),
        }
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Size::Small(n) => n.fmt(f),
            Size::Large(n) => n.fmt(f),
        }
    }
}

impl fmt::Debug for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Natural {
    type Err = NotANatural;
    fn from_str(text: &str) -> Result<Self, NotANatural> {
        // The library also takes signs and underscores, which we do not write.
        if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(NotANatural(text.to_owned()));
        }
        text.parse::<BigUint>().map(Natural::from).map_err(|_| NotANatural(text.to_owned()))
    }
}

impl Serialize for Natural {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Natural {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl Zero for Natural {
    fn zero() -> Self {
        Natural::ZERO
    }
    fn is_zero(&self) -> bool {
        Natural::is_zero(self)
    }
}
