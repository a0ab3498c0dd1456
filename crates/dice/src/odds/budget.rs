//! What an odds question may take: steps and bytes, counted from the sizes of things before any of the work is done.
//! The counts are upper bounds; what they stand for is in the files that do the work.

use super::{Dist, OddsError};
use crate::Limits;

/// What is left of the steps, and the bytes that are in use.
pub(crate) struct Budget<'a> {
    pub limits: &'a Limits,
    pub left: u64,
    /// Bytes of distributions that wait to be used.
    pub held: u64,
}

impl<'a> Budget<'a> {
    pub fn new(limits: &'a Limits) -> Self {
        Budget { limits, left: limits.work, held: 0 }
    }

    /// Takes steps with numbers of so many bits from what is left, or refuses before they are done.
    pub fn spend(&mut self, steps: u64, bits: u64) -> Result<(), OddsError> {
        self.spend_at(steps, price(bits))
    }

    /// Takes steps of a price of their own.
    pub fn spend_at(&mut self, steps: u64, price: u64) -> Result<(), OddsError> {
        let left = self.left.checked_sub(steps.saturating_mul(price));
        self.left = left.ok_or_else(|| self.too_long())?;
        Ok(())
    }

    /// Whether there is room for so many bytes beside those that are held.
    pub fn room(&self, bytes: u64) -> Result<(), OddsError> {
        if bytes <= self.free() { Ok(()) } else { Err(self.too_large()) }
    }

    /// Keeps room for bytes that stay.
    pub fn hold(&mut self, bytes: u64) -> Result<(), OddsError> {
        self.room(bytes)?;
        self.held += bytes;
        Ok(())
    }

    pub fn free(&self) -> u64 {
        self.limits.memory.saturating_sub(self.held)
    }

    /// Whether so many different totals may be told.
    pub fn outcomes(&self, asked: u64) -> Result<(), OddsError> {
        let limit = self.limits.outcomes;
        if asked <= limit as u64 { Ok(()) } else { Err(OddsError::TooManyOutcomes { asked, limit }) }
    }

    pub fn too_long(&self) -> OddsError {
        OddsError::TooMuchWork(self.limits.work)
    }

    pub fn too_large(&self) -> OddsError {
        OddsError::TooMuchMemory(self.limits.memory)
    }
}

/// What one step costs with numbers of so many bits.
pub(crate) fn price(bits: u64) -> u64 {
    match bits {
        0..=64 => 1,
        65..=128 => 2,
        // Beyond that every number is an allocation of its own.
        _ => 48 + bits / 16,
    }
}

/// The bytes of one weight under a denominator of so many bits.
pub(crate) fn weight_bytes(bits: u64) -> u64 {
    match bits {
        0..=64 => 8,
        65..=128 => 16,
        _ => natural_bytes(bits),
    }
}

/// The bytes of a natural number of so many bits. A large one lives in a list that may have grown to twice what it
/// holds.
pub(crate) fn natural_bytes(bits: u64) -> u64 {
    if bits <= 128 { 32 } else { 32 + 40 + bits / 4 }
}

/// The bytes of an outcome with its weight.
pub(crate) fn entry_bytes(bits: u64) -> u64 {
    8 + weight_bytes(bits)
}

/// The bytes of pairs of an outcome and a weight that are listed, sorted and merged.
pub(crate) fn sorted_bytes(pairs: u64, bits: u64) -> u64 {
    // The list, which pads outcomes to the size weights are aligned to; half of it again for sorting; its outcomes
    // and weights, whose digits are moved, not copied.
    let (listed, merged) = match bits {
        0..=64 => (16, 16),
        65..=128 => (32, 24),
        _ => (8 + natural_bytes(bits), 40),
    };
    pairs.saturating_mul(listed + 24 + merged)
}

/// The bytes of so many entries in a search tree, each of `bytes`: half of every node may be empty.
pub(crate) fn tree_bytes(entries: u64, bytes: u64) -> u64 {
    entries.saturating_mul(2).max(11).saturating_mul(bytes + 8).saturating_add(64)
}

/// The bytes a distribution holds.
pub(crate) fn held_bytes(dist: &Dist<i64>) -> u64 {
    dist.len() as u64 * entry_bytes(dist.total().bits()) + natural_bytes(dist.total().bits())
}
