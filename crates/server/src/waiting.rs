//! How many may wait at a door: who knocked from where is remembered while they wait, so that one address does
//! not take up a table's whole waiting room. For one more than may wait, the oldest is forgotten.

use std::collections::{HashMap, VecDeque};

use crate::doors::VisitorId;
use crate::limits::Address;

/// Who waits where, the oldest first. Knocks of an earlier start of the server are not known here.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    tables: HashMap<String, VecDeque<(Address, VisitorId)>>,
}

impl Waiting {
    /// Forgets those who wait no more.
    pub(crate) fn keep(&mut self, table: &str, waits: impl Fn(&VisitorId) -> bool) {
        if let Some(queue) = self.tables.get_mut(table) {
            queue.retain(|(_, visitor)| waits(visitor));
        }
        self.tables.retain(|_, queue| !queue.is_empty());
    }

    /// Whom to forget so that one more of this address may wait: its oldest, if it has as many as it may.
    pub(crate) fn too_many_of(&self, table: &str, from: Address, each: usize) -> Option<VisitorId> {
        let queue = self.tables.get(table)?;
        let mut own = queue.iter().filter(|(address, _)| *address == from);
        let oldest = own.next()?;
        (1 + own.count() >= each).then(|| oldest.1.clone())
    }

    /// Whom to forget at a full table: the oldest of the address most of them come from.
    pub(crate) fn of_the_most(&self, table: &str) -> Option<VisitorId> {
        let queue = self.tables.get(table)?;
        let of = |from: &Address| queue.iter().filter(|(address, _)| address == from).count();
        // Of as many, whoever came first stands first; the last of the greatest would be the newest.
        let found = queue.iter().rev().max_by_key(|(address, _)| of(address));
        found.map(|(_, visitor)| visitor.clone())
    }

    pub(crate) fn add(&mut self, table: &str, from: Address, visitor: VisitorId) {
        let queue = self.tables.entry(table.to_owned()).or_default();
        queue.retain(|(_, known)| *known != visitor);
        queue.push_back((from, visitor));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_makes_room_for_itself_and_a_crowd_for_others() {
        let from = |last: u8| Address::from(std::net::IpAddr::from([192, 0, 2, last]));
        let who = |name: &str| VisitorId::of(name);
        let mut waiting = Waiting::default();
        for name in ["a", "b"] {
            assert_eq!(waiting.too_many_of("t1", from(1), 2), None);
            waiting.add("t1", from(1), who(name));
        }
        waiting.add("t1", from(2), who("c"));
        assert_eq!(waiting.too_many_of("t1", from(1), 2), Some(who("a")), "the oldest of that address");
        assert_eq!(waiting.too_many_of("t1", from(2), 2), None);
        assert_eq!(waiting.too_many_of("t2", from(1), 2), None);
        assert_eq!(waiting.of_the_most("t1"), Some(who("a")));
        waiting.keep("t1", |visitor| *visitor != who("a") && *visitor != who("b"));
        assert_eq!(waiting.of_the_most("t1"), Some(who("c")));
    }
}
