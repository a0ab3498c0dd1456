//! What a table that forgets is asked, by whoever keeps its records.

use std::any::Any;

use super::{AnyTable, Back, Corrupt, LinePlace, Remembers, TableOf};
use crate::frame::Seeds;
use crate::live::ActionId;
use crate::view::Line;
use crate::{Playable, Refusal, Seat};

/// What a table that forgets is asked, by whoever keeps its records.
pub trait Remembered {
    /// How much of its past it remembers from now on: everything, unless something else was said.
    fn remember(&mut self, remembers: Remembers);
    /// Whether all of its past is here.
    fn is_whole(&self) -> bool;
    /// Whether an action is not done yet.
    fn is_to_come(&self, action: ActionId) -> bool;
    /// The first record of a new table that begins as this one stood then, which is the same table further back.
    fn fork_from(&self, then: &dyn AnyTable, title: &str, seeds: Seeds) -> Result<String, Refusal>;
    /// Where reading back begins: with what stands before the log that is remembered.
    fn back(&self) -> Back;
    /// What these records told a seat, and how far back it has read then. They are the ones just before those that were
    /// read, with their numbers.
    fn read_back(
        &self,
        seat: Seat,
        back: &Back,
        records: &[(u32, String)],
    ) -> Result<(Vec<(LinePlace, Line)>, Back), Corrupt>;
}

impl<G: Playable> Remembered for TableOf<G> {
    fn remember(&mut self, remembers: Remembers) {
        self.remember(remembers);
    }

    fn is_whole(&self) -> bool {
        self.is_whole()
    }

    fn is_to_come(&self, action: ActionId) -> bool {
        action >= self.next_action || self.waiting.contains_key(&action)
    }

    fn fork_from(&self, then: &dyn AnyTable, title: &str, seeds: Seeds) -> Result<String, Refusal> {
        let then: &dyn Any = then;
        let then = then.downcast_ref::<Self>().ok_or_else(super::plan::no_such_action)?;
        super::plan::plain(&self.forked_from(then, title, seeds)).map(|planned| planned.record)
    }

    fn back(&self) -> Back {
        self.reads_back()
    }

    fn read_back(
        &self,
        seat: Seat,
        back: &Back,
        records: &[(u32, String)],
    ) -> Result<(Vec<(LinePlace, Line)>, Back), Corrupt> {
        self.read_back(seat, back, records)
    }
}
