//! Where a line stands in the log. Lines at places before something do not change with it.

use crate::live::ActionId;

/// A line's place: words stand before the action that came after them, "taken back" after what was taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinePlace {
    action: ActionId,
    kind: u8,
    /// The record, for words.
    record: u32,
}

impl LinePlace {
    /// Before everything.
    pub const START: Self = Self { action: ActionId(0), kind: 0, record: 0 };

    /// The first place that belongs to an action or to the words before it.
    pub fn before(action: ActionId) -> Self {
        Self { action, ..Self::START }
    }

    /// What an action did.
    pub fn of(action: ActionId) -> Self {
        Self { action, kind: 1, record: 0 }
    }

    /// That an action and those before it were taken back.
    pub(super) fn undone(last: ActionId) -> Self {
        Self { action: last, kind: 2, record: 0 }
    }

    /// What was said before an action, by its record.
    pub(super) fn said(before: ActionId, record: u32) -> Self {
        Self { action: before, kind: 0, record }
    }

    /// Whether it is a place for words.
    pub fn is_said(&self) -> bool {
        self.kind == 0
    }

    /// The action it belongs to.
    pub(super) fn action(&self) -> ActionId {
        self.action
    }
}
