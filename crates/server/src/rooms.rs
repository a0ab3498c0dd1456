//! The rooms that are open. There are only so many: where one more is needed, the one that was used longest ago and in
//! which nobody is gives way.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::OnceCell;

use crate::room::Room;

/// After so many lookups, rooms that have closed are forgotten.
const SWEEP_EVERY: u32 = 256;

/// Rooms by their tables.
#[derive(Debug, Default)]
pub(crate) struct Rooms {
    pub(crate) open: HashMap<String, Arc<OnceCell<Room>>>,
    lookups: u32,
}

impl Rooms {
    /// The place of a table's room, and a room that is to close for it. `None` if there are as many as there may be and
    /// somebody is in each.
    pub(crate) fn of(&mut self, id: &str, most: usize) -> Option<(Arc<OnceCell<Room>>, Option<Room>)> {
        self.lookups = self.lookups.wrapping_add(1);
        if self.lookups.is_multiple_of(SWEEP_EVERY) || self.open.len() >= most {
            self.open.retain(|_, cell| cell.get().is_none_or(|room| !room.is_closed()));
        }
        if let Some(cell) = self.open.get(id).filter(|cell| cell.get().is_none_or(|room| !room.is_closed())) {
            return Some((Arc::clone(cell), None));
        }
        self.open.remove(id);
        let parked = if self.open.len() >= most { Some(self.give_way()?) } else { None };
        let cell = Arc::<OnceCell<Room>>::default();
        self.open.insert(id.to_owned(), Arc::clone(&cell));
        Some((cell, parked))
    }

    /// Takes out the room in which nobody is and was for the longest time.
    fn give_way(&mut self) -> Option<Room> {
        let unused = self.open.iter().filter_map(|(id, cell)| {
            let room = cell.get().filter(|room| room.is_empty())?;
            Some((room.used(), id.clone()))
        });
        let (_, id) = unused.min()?;
        self.open.remove(&id)?.get().cloned()
    }
}
