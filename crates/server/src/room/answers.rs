//! What was answered lately, for messages that come twice.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

use boneyard_table::Seat;

/// Answers remembered.
const REMEMBERED: usize = 512;

/// The latest answers, by seat and by the message's id.
#[derive(Debug, Default)]
pub(super) struct Answers {
    known: BTreeMap<Seat, HashMap<Arc<str>, Arc<str>>>,
    /// Oldest first.
    order: VecDeque<(Seat, Arc<str>)>,
}

impl Answers {
    /// What a message was answered.
    pub(super) fn to(&self, seat: Seat, id: &str) -> Option<&Arc<str>> {
        self.known.get(&seat)?.get(id)
    }

    /// Remembers an answer; the oldest is forgotten for it.
    pub(super) fn remember(&mut self, seat: Seat, id: &str, answer: &Arc<str>) {
        if self.order.len() >= REMEMBERED
            && let Some((seat, id)) = self.order.pop_front()
            && let Some(known) = self.known.get_mut(&seat)
        {
            known.remove(&id);
        }
        let id: Arc<str> = id.into();
        self.order.push_back((seat, Arc::clone(&id)));
        self.known.entry(seat).or_default().insert(id, Arc::clone(answer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_are_remembered_each_for_its_seat() {
        let mut answers = Answers::default();
        let done: Arc<str> = "done".into();
        for nth in 0..REMEMBERED + 2 {
            answers.remember(Seat(1), &format!("m{nth}"), &done);
        }
        assert_eq!(answers.to(Seat(1), "m1"), None);
        assert_eq!(answers.to(Seat(1), "m2"), Some(&done));
        assert_eq!(answers.to(Seat(2), "m2"), None);
        assert_eq!(answers.order.len(), REMEMBERED);
    }
}
