//! Numbers of actions in the order in which they ended. Most of them follow each other, so stretches are kept: a long
//! past takes no more room than a short one unless much of it happened out of sight.

use serde::{Deserialize, Serialize};

use crate::live::ActionId;

/// Numbers in an order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Ids {
    /// The first number of each stretch, and how many numbers stand before it.
    stretches: Vec<(ActionId, u32)>,
    len: u32,
}

impl Ids {
    pub(super) fn push(&mut self, id: ActionId) {
        let follows = self.stretches.last().is_some_and(|(first, at)| {
            u64::from(first.0) + u64::from(self.len.saturating_sub(*at)) == u64::from(id.0)
        });
        if !follows {
            self.stretches.push((id, self.len));
        }
        self.len = self.len.saturating_add(1);
    }

    pub(super) fn len(&self) -> usize {
        self.len as usize
    }

    pub(super) fn first(&self) -> Option<ActionId> {
        self.stretches.first().map(|(first, _)| *first)
    }

    pub(super) fn greatest(&self) -> Option<ActionId> {
        self.spans().map(|(first, _, count)| ActionId(first.0.saturating_add(count.saturating_sub(1)))).max()
    }

    pub(super) fn least(&self) -> Option<ActionId> {
        self.stretches.iter().map(|(first, _)| *first).min()
    }

    /// How many stand before a number, if it is here. The latest are asked for most.
    pub(super) fn position(&self, id: ActionId) -> Option<u32> {
        let mut end = self.len;
        for (first, at) in self.stretches.iter().rev() {
            let beyond = id.0.checked_sub(first.0);
            if let Some(beyond) = beyond.filter(|beyond| *beyond < end.saturating_sub(*at)) {
                return Some(at.saturating_add(beyond));
            }
            end = *at;
        }
        None
    }

    /// The number at a place.
    pub(super) fn get(&self, at: usize) -> Option<ActionId> {
        let at = u32::try_from(at).ok().filter(|at| *at < self.len)?;
        let stretch = self.stretches.partition_point(|(_, begins)| *begins <= at).checked_sub(1)?;
        let (first, begins) = self.stretches.get(stretch)?;
        Some(ActionId(first.0.saturating_add(at.saturating_sub(*begins))))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = ActionId> {
        self.spans()
            .flat_map(|(first, _, count)| (0..count).map(move |nth| ActionId(first.0.saturating_add(nth))))
    }

    /// Each stretch: its first number, how many stand before it, how many it has.
    fn spans(&self) -> impl Iterator<Item = (ActionId, u32, u32)> {
        let ends = self.stretches.iter().skip(1).map(|(_, at)| *at).chain([self.len]);
        self.stretches.iter().zip(ends).map(|((first, at), end)| (*first, *at, end.saturating_sub(*at)))
    }
}

impl FromIterator<ActionId> for Ids {
    fn from_iter<I: IntoIterator<Item = ActionId>>(ids: I) -> Self {
        let mut all = Self::default();
        ids.into_iter().for_each(|id| all.push(id));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_gaps_and_out_of_order_are_found_again() {
        let all: Vec<ActionId> = [1, 2, 3, 7, 8, 5, 6, 9, 10, 4].map(ActionId).to_vec();
        let ids: Ids = all.iter().copied().collect();
        assert_eq!(ids.iter().collect::<Vec<_>>(), all);
        for (at, id) in all.iter().enumerate() {
            assert_eq!((ids.position(*id), ids.get(at)), (Some(at as u32), Some(*id)));
        }
        assert_eq!((ids.position(ActionId(11)), ids.position(ActionId(0)), ids.get(10)), (None, None, None));
        assert_eq!((ids.len(), ids.first()), (10, Some(ActionId(1))));
        assert_eq!((ids.least(), ids.greatest()), (Some(ActionId(1)), Some(ActionId(10))));
        let none = Ids::default();
        assert_eq!((none.position(ActionId(1)), none.get(0), none.greatest()), (None, None, None));
    }
}
