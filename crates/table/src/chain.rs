//! Rolling on tables that lead to other tables: what is still to be rolled, the result being looked at, and
//! hints that come true later. The tables themselves are content.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A chain of table rolls. Tables are known by their id in the book.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Chain {
    /// Still to be rolled, the next one last.
    ahead: Vec<String>,
    /// Fallen, but not decided yet.
    pending: Option<TableResult>,
    /// Decided, in order.
    kept: Vec<TableResult>,
    /// Rolled again or replaced: dice seen stay seen.
    dropped: Vec<TableResult>,
    /// How many rolls have been asked for.
    asked: u16,
}

/// A row of a table, and how it came.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct TableResult {
    /// The table.
    pub table: String,
    /// What the dice gave, modifiers included; absent where the GM chose the row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolled: Option<i32>,
    /// The row, counted from 0.
    pub row: u16,
}

/// Why a chain cannot go on so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainError {
    /// There is nothing to decide.
    #[error("No result lies on the table.")]
    NothingPending,
    /// The last result is not decided.
    #[error("Keep the result, roll it again or replace it first.")]
    StillPending,
    /// Nothing is left to roll.
    #[error("Nothing is left to roll.")]
    NothingAhead,
    /// Tables that lead to each other without an end.
    #[error("These tables led to more than {} rolls. The chain stops here.", Chain::MOST)]
    TooLong,
}

/// Results that were foretold and wait to come true, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Hints<T> {
    hints: Vec<Hint<T>>,
    given: u32,
}

/// Something foretold.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Hint<T> {
    /// Its number, never given twice.
    pub id: u32,
    /// The result that makes it come true.
    pub result: i32,
    /// What will be found then.
    pub what: T,
}

impl Chain {
    /// How many rolls one chain may ask for.
    pub const MOST: u16 = 64;

    /// Begins with one table.
    pub fn new(table: impl Into<String>) -> Self {
        Chain { ahead: vec![table.into()], pending: None, kept: Vec::new(), dropped: Vec::new(), asked: 1 }
    }

    /// The table to roll on now, if no result waits to be decided.
    pub fn next(&self) -> Option<&str> {
        if self.pending.is_some() { None } else { self.ahead.last().map(String::as_str) }
    }

    /// The result being looked at.
    pub fn pending(&self) -> Option<&TableResult> {
        self.pending.as_ref()
    }

    /// What was decided, in order.
    pub fn kept(&self) -> &[TableResult] {
        &self.kept
    }

    /// What was rolled again or replaced.
    pub fn dropped(&self) -> &[TableResult] {
        &self.dropped
    }

    /// Whether a row was kept already, for tables that say "roll again if held".
    pub fn holds(&self, table: &str, row: u16) -> bool {
        self.kept.iter().any(|result| result.table == table && result.row == row)
    }

    /// Whether all is rolled and decided.
    pub fn is_done(&self) -> bool {
        self.pending.is_none() && self.ahead.is_empty()
    }

    /// The dice fell on a row of the next table.
    pub fn fell(&mut self, rolled: i32, row: u16) -> Result<(), ChainError> {
        if self.pending.is_some() {
            return Err(ChainError::StillPending);
        }
        let table = self.ahead.pop().ok_or(ChainError::NothingAhead)?;
        self.pending = Some(TableResult { table, rolled: Some(rolled), row });
        Ok(())
    }

    /// Keeps the result. What the row leads to is rolled next, in the order given, before what waits.
    pub fn keep<S: Into<String>>(&mut self, then: impl IntoIterator<Item = S>) -> Result<(), ChainError> {
        if self.pending.is_none() {
            return Err(ChainError::NothingPending);
        }
        let room = usize::from(Self::MOST.saturating_sub(self.asked));
        let then: Vec<String> = then.into_iter().take(room + 1).map(Into::into).collect();
        if then.len() > room {
            return Err(ChainError::TooLong);
        }
        self.asked += u16::try_from(then.len()).unwrap_or(Self::MOST);
        self.ahead.extend(then.into_iter().rev());
        self.kept.extend(self.pending.take());
        Ok(())
    }

    /// Rolls the same table again.
    pub fn again(&mut self) -> Result<(), ChainError> {
        if self.pending.is_some() && self.asked >= Self::MOST {
            return Err(ChainError::TooLong);
        }
        let result = self.pending.take().ok_or(ChainError::NothingPending)?;
        self.asked += 1;
        self.ahead.push(result.table.clone());
        self.dropped.push(result);
        Ok(())
    }

    /// Puts another row in its place. It is still to be kept.
    pub fn replace(&mut self, row: u16) -> Result<(), ChainError> {
        let pending = self.pending.as_mut().ok_or(ChainError::NothingPending)?;
        let chosen = TableResult { table: pending.table.clone(), rolled: None, row };
        self.dropped.push(std::mem::replace(pending, chosen));
        Ok(())
    }
}

impl<T> Default for Hints<T> {
    fn default() -> Self {
        Hints { hints: Vec::new(), given: 0 }
    }
}

impl<T> Hints<T> {
    /// All of them, the oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Hint<T>> {
        self.hints.iter()
    }

    /// Foretells something that comes true with a result.
    pub fn foretell(&mut self, result: i32, what: T) -> u32 {
        self.given += 1;
        self.hints.push(Hint { id: self.given, result, what });
        self.given
    }

    /// What this result could make come true, the oldest first.
    pub fn fitting(&self, result: i32) -> impl Iterator<Item = &Hint<T>> {
        self.hints.iter().filter(move |hint| hint.result == result)
    }

    /// It comes true, or is dropped: it is no longer foretold.
    pub fn take(&mut self, id: u32) -> Option<Hint<T>> {
        let at = self.hints.iter().position(|hint| hint.id == id)?;
        Some(self.hints.remove(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_find_under_guard_leads_to_its_guards_before_the_second_find() {
        let mut chain = Chain::new("events");
        chain.fell(4, 3).expect("rolled");
        chain.keep(["loot", "loot"]).expect("decided");
        chain.fell(2, 1).expect("rolled");
        chain.keep(["guards"]).expect("decided");
        assert_eq!(chain.next(), Some("guards"));
        chain.fell(1, 0).expect("rolled");
        chain.keep([""; 0]).expect("decided");
        assert_eq!(chain.next(), Some("loot"));
        chain.fell(6, 5).expect("rolled");
        chain.keep([""; 0]).expect("decided");
        assert!(chain.is_done());
        let tables: Vec<_> = chain.kept().iter().map(|result| result.table.as_str()).collect();
        assert_eq!(tables, ["events", "loot", "guards", "loot"]);
    }

    #[test]
    fn the_gm_rolls_again_then_picks_a_row_and_what_was_seen_stays_seen() {
        let mut chain = Chain::new("weather");
        chain.fell(3, 2).expect("rolled");
        assert_eq!(chain.next(), None);
        assert_eq!(chain.fell(1, 0), Err(ChainError::StillPending));
        chain.again().expect("pending");
        assert_eq!(chain.next(), Some("weather"));
        chain.fell(1, 0).expect("rolled");
        chain.replace(4).expect("pending");
        chain.keep([""; 0]).expect("decided");
        assert_eq!(chain.kept(), [TableResult { table: "weather".into(), rolled: None, row: 4 }]);
        assert_eq!(chain.dropped().iter().map(|result| result.row).collect::<Vec<_>>(), [2, 0]);
    }

    #[test]
    fn a_row_that_is_held_is_known_so_that_it_can_be_rolled_again() {
        let mut chain = Chain::new("mutations");
        chain.fell(4, 3).expect("rolled");
        assert!(!chain.holds("mutations", 3));
        chain.keep(["mutations"]).expect("decided");
        assert!(chain.holds("mutations", 3) && !chain.holds("powers", 3));
    }

    #[test]
    fn tables_that_lead_to_each_other_forever_are_stopped() {
        let mut chain = Chain::new("twice");
        let stopped = (0..1_000).find_map(|_| {
            chain.fell(1, 0).expect("there is always more");
            chain.keep(["twice", "twice"]).err()
        });
        assert_eq!(stopped, Some(ChainError::TooLong));
        assert!(chain.pending().is_some(), "the last result still lies there");
        assert_eq!(chain.keep([""; 0]), Ok(()));
    }

    #[test]
    fn nothing_can_be_decided_before_the_dice_fall() {
        let mut chain = Chain::new("events");
        assert_eq!(chain.again(), Err(ChainError::NothingPending));
        assert_eq!(chain.replace(1), Err(ChainError::NothingPending));
        assert_eq!(chain.keep(["more"]), Err(ChainError::NothingPending));
    }

    #[test]
    fn a_sign_foretold_comes_true_when_its_number_is_rolled_and_only_once() {
        let mut hints = Hints::default();
        let smoke = hints.foretell(4, "smoke over the mine");
        hints.foretell(1, "a horn in the hills");
        assert_eq!(hints.fitting(4).map(|hint| hint.what).collect::<Vec<_>>(), ["smoke over the mine"]);
        assert_eq!(hints.take(smoke).map(|hint| hint.what), Some("smoke over the mine"));
        assert_eq!((hints.fitting(4).count(), hints.take(smoke)), (0, None));
    }
}
