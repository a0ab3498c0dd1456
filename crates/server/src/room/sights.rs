//! What the game shows, put together once for all seats with the same eyes, and what is different in it, found
//! once for all that saw the same before.

use std::sync::Arc;

use boneyard_table::table::AnyTable;
use boneyard_table::view::{Pin, View};
use boneyard_table::{Role, Seat};

use super::stream::changes_text;
use crate::protocol::seen_changes;

/// What the game shows at one moment.
#[derive(Debug)]
pub(crate) struct Sights<'a> {
    table: &'a dyn AnyTable,
    /// Each with the first seat it is for, and whether that only watches.
    seen: Vec<(Seat, bool, Arc<View>)>,
    /// What leads from one to another, as text.
    changes: Vec<(Arc<View>, Arc<View>, Arc<str>)>,
}

impl<'a> Sights<'a> {
    pub(crate) fn new(table: &'a dyn AnyTable) -> Self {
        Self { table, seen: Vec::new(), changes: Vec::new() }
    }

    /// What one seat sees. Its number in it is that of the first who sees the same.
    pub(crate) fn of(&mut self, seat: Seat, role: Role) -> Arc<View> {
        let table = self.table;
        let watches = matches!(role, Role::Display | Role::Spectator);
        let alike = |one: &&(Seat, bool, Arc<View>)| one.1 == watches && table.shares_view(one.0, seat);
        if let Some((_, _, seen)) = self.seen.iter().find(alike) {
            return Arc::clone(seen);
        }
        let mut view = table.seen(seat);
        if watches {
            for sheet in &mut view.sheets {
                sheet.blocks.retain(|block| block.frame().pin == Some(Pin::Header));
            }
        }
        let view = Arc::new(view);
        self.seen.push((seat, watches, Arc::clone(&view)));
        view
    }

    /// The changes from what a seat saw to what it sees, as text.
    pub(crate) fn changes(&mut self, old: &Arc<View>, new: &Arc<View>) -> Arc<str> {
        let same = |known: &&(Arc<View>, Arc<View>, Arc<str>)| {
            Arc::ptr_eq(&known.0, old) && Arc::ptr_eq(&known.1, new)
        };
        if let Some((_, _, text)) = self.changes.iter().find(same) {
            return Arc::clone(text);
        }
        let text: Arc<str> = changes_text(&seen_changes(old, new)).into();
        self.changes.push((Arc::clone(old), Arc::clone(new), Arc::clone(&text)));
        text
    }
}
