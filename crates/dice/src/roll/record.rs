//! What was rolled: every die with its face, its value and what became of it.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::Expression;

/// One die of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Die {
    /// How many sides it has.
    pub sides: u16,
    /// What it shows.
    pub face: u16,
    /// What that counts.
    pub value: i32,
    /// The dice it was rolled with: those of one term share a number, from 0.
    pub term: u16,
    fate: u8,
}

/// A finished roll.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    pub(crate) dice: SmallVec<[Die; 12]>,
    pub(crate) labels: Vec<(u32, u32, u16)>,
    pub(crate) totals: SmallVec<[i64; 2]>,
}

const DROPPED: u8 = 1;
const EXPLODED: u8 = 2;
const EXTRA: u8 = 4;
const REROLLED: u8 = 8;
const ENTERED: u8 = 16;

impl Die {
    #[inline]
    pub(crate) fn new(sides: u16, face: u16, value: i32, term: u16, entered: bool) -> Self {
        Die { sides, face, value, term, fate: if entered { ENTERED } else { 0 } }
    }

    /// Whether it counts.
    #[inline]
    pub fn kept(&self) -> bool {
        self.fate & (DROPPED | REROLLED) == 0
    }

    /// Whether it was set aside by a keep, drop or filter.
    pub fn dropped(&self) -> bool {
        self.fate & DROPPED != 0
    }

    /// Whether it brought an extra die.
    pub fn exploded(&self) -> bool {
        self.fate & EXPLODED != 0
    }

    /// Whether an explosion brought it.
    pub fn extra(&self) -> bool {
        self.fate & EXTRA != 0
    }

    /// Whether it was rolled again: the next die took its place.
    pub fn rerolled(&self) -> bool {
        self.fate & REROLLED != 0
    }

    /// Whether its face was typed in.
    pub fn entered(&self) -> bool {
        self.fate & ENTERED != 0
    }

    #[inline]
    pub(crate) fn drop(&mut self) {
        self.fate |= DROPPED;
    }

    pub(crate) fn explode(&mut self) {
        self.fate |= EXPLODED;
    }

    pub(crate) fn add_as_extra(&mut self) {
        self.fate |= EXTRA;
    }

    pub(crate) fn reroll(&mut self) {
        self.fate |= REROLLED;
    }
}

impl Record {
    /// Every die in the order rolled, also those rerolled or dropped.
    pub fn dice(&self) -> &[Die] {
        &self.dice
    }

    /// The total; of a repetition, that of all together.
    #[inline]
    pub fn total(&self) -> i64 {
        self.totals.iter().sum()
    }

    /// One total, or one for each time a repetition was rolled.
    pub fn totals(&self) -> &[i64] {
        &self.totals
    }

    /// The label nearest to a die, by its place in the record.
    pub fn label<'e>(&self, die: usize, of: &'e Expression) -> Option<&'e str> {
        let covers = |(from, to, _): &&(u32, u32, u16)| (*from as usize..*to as usize).contains(&die);
        self.labels.iter().find(covers).map(|(_, _, word)| of.word(*word))
    }

    /// Whether any face was typed in.
    pub fn entered(&self) -> bool {
        self.dice.iter().any(Die::entered)
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.dice.clear();
        self.labels.clear();
        self.totals.clear();
    }
}
