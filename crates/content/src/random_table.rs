//! Random tables that lead on: rows by range, each with a text and what follows from it. The dice are rolled
//! and the steps carried out by the game; here is only the data and whether it is whole.

use crate::amount::Amount;
use crate::catalog::{Catalog, Entry};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A table to roll on. `E` is the game's own effects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "E: Deserialize<'de>"))]
pub struct RandomTable<E = NoEffect> {
    /// Its stable id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What is rolled on it.
    pub dice: String,
    /// Whether it takes the place of the entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// Whether it is ours and not the source's.
    #[serde(default)]
    pub house: bool,
    /// Its rows, lowest first.
    pub rows: Vec<RandomRow<E>>,
}

/// A row of a random table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "E: Deserialize<'de>"))]
pub struct RandomRow<E = NoEffect> {
    /// The lowest total it stands for.
    pub from: i32,
    /// The highest total it stands for.
    pub to: i32,
    /// What happens, in words.
    pub text: String,
    /// What follows, in this order.
    #[serde(default = "Vec::new")]
    pub then: Vec<Then<E>>,
}

/// What follows from a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Then<E = NoEffect> {
    /// Roll on another table: `{ table = "DK-EVT-02H" }`.
    Table(String),
    /// Roll on this table again, so many times: `{ again = 2 }`.
    Again(u8),
    /// Roll an amount: `{ amount = { dice = "1d6", kind = "hours" } }`.
    Amount(Amount),
    /// Something only the game knows: `{ effect = … }`.
    Effect(E),
}

/// For tables whose rows have no effects of the game.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NoEffect {}

/// Why a table is not whole. Rows are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RowFault {
    /// There are no rows.
    #[error("the table has no rows")]
    NoRows,
    /// A row ends before it begins.
    #[error("row {0} ends before it begins")]
    Backwards(usize),
    /// Two rows share a total.
    #[error("row {row} begins at or below the end of the row before it, {end}")]
    Overlap {
        /// The later row.
        row: usize,
        /// Where the row before it ends.
        end: i32,
    },
    /// A total without a row.
    #[error("no row stands for {from} to {to}")]
    Gap {
        /// Lowest total without a row.
        from: i32,
        /// Highest total without a row.
        to: i32,
    },
    /// A row the dice cannot reach.
    #[error("row {row} reaches beyond what the dice can show, {least} to {most}")]
    Outside {
        /// The row.
        row: usize,
        /// Least the dice can show.
        least: i32,
        /// Most the dice can show.
        most: i32,
    },
    /// A table that is not there.
    #[error("row {row} leads to the table {table}, which does not exist")]
    NoTable {
        /// The row.
        row: usize,
        /// Id of the missing table.
        table: String,
    },
}

impl<E> RandomTable<E> {
    /// Checks that the rows stand for every total from `least` to `most`, once each and nothing else.
    pub fn check(&self, least: i32, most: i32) -> Result<(), RowFault> {
        // Wider than the totals, so that the ends of their range can be stepped over.
        let mut next = i64::from(least);
        for (at, row) in self.rows.iter().enumerate() {
            let number = at + 1;
            if row.to < row.from {
                return Err(RowFault::Backwards(number));
            }
            if row.from < least || row.to > most {
                return Err(RowFault::Outside { row: number, least, most });
            }
            if i64::from(row.from) < next {
                return Err(RowFault::Overlap { row: number, end: narrowed(next - 1) });
            }
            if i64::from(row.from) > next {
                return Err(RowFault::Gap { from: narrowed(next), to: row.from - 1 });
            }
            next = i64::from(row.to) + 1;
        }
        if self.rows.is_empty() {
            Err(RowFault::NoRows)
        } else if next <= i64::from(most) {
            Err(RowFault::Gap { from: narrowed(next), to: most })
        } else {
            Ok(())
        }
    }

    /// The row for a total; totals below or above the table, from modifiers, take its first or last row.
    pub fn row(&self, total: i32) -> Option<&RandomRow<E>> {
        self.rows.iter().find(|row| total <= row.to).or(self.rows.last())
    }
}

impl<E> Entry for RandomTable<E> {
    fn id(&self) -> &str {
        &self.id
    }
    fn name(&self) -> &str {
        &self.name
    }
    fn replaces(&self) -> bool {
        self.replace
    }
}

impl<E> Catalog<RandomTable<E>> {
    /// Each row that leads to a table that is not there, with the id of its own table.
    pub fn broken_chains(&self) -> Vec<(&str, RowFault)> {
        let mut broken = Vec::new();
        for table in self.iter() {
            for (at, row) in table.rows.iter().enumerate() {
                for then in &row.then {
                    if let Then::Table(next) = then
                        && self.get(next).is_none()
                    {
                        broken.push((table.id(), RowFault::NoTable { row: at + 1, table: next.clone() }));
                    }
                }
            }
        }
        broken
    }
}

/// Always within the range of the dice, which are 32 bits.
fn narrowed(total: i64) -> i32 {
    i32::try_from(total).unwrap_or(i32::MAX)
}
