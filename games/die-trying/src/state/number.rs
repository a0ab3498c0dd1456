//! The numbers everybody is known by. Those who are there for all to see are counted. Whoever comes unseen is
//! not: a count would have a gap for them, and a gap tells. Their number follows from their name alone.

use std::sync::Arc;

use boneyard_table::Who;
use serde::{Deserialize, Serialize};

use super::{Creature, State};

/// Numbers from here on follow from names.
const ASIDE: u16 = 1000;

/// Those who came unseen: where they stand among all, and their number, in that order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Numbers(Arc<Vec<(u16, u16)>>);

impl Numbers {
    /// Where somebody stands among all, wherever that is.
    #[inline]
    fn place(&self, who: Who) -> Option<usize> {
        // Mostly nobody came unseen, and a number is a place.
        if self.0.is_empty() { (who.0 < ASIDE).then_some(usize::from(who.0)) } else { self.among(who) }
    }

    fn among(&self, who: Who) -> Option<usize> {
        if who.0 >= ASIDE {
            let found = self.0.iter().find(|(_, number)| *number == who.0);
            return found.map(|(place, _)| usize::from(*place));
        }
        let mut place = who.0;
        for (aside, _) in self.0.iter().take_while(|(aside, _)| *aside < ASIDE) {
            if *aside > place {
                break;
            }
            place += 1;
        }
        Some(usize::from(place))
    }

    /// The number of whoever stands there.
    #[inline]
    fn at(&self, place: u16) -> Who {
        if self.0.is_empty() { Who(place) } else { self.aside(place) }
    }

    fn aside(&self, place: u16) -> Who {
        let before = self.0.partition_point(|(aside, _)| *aside < place);
        match self.0.get(before) {
            Some((aside, number)) if *aside == place => Who(*number),
            _ => Who(place - before as u16),
        }
    }
}

impl State {
    /// Where a creature stands in the list, if it is there.
    #[inline]
    pub(crate) fn place(&self, who: Who) -> Option<usize> {
        self.numbers.place(who).filter(|place| *place < self.creatures.len())
    }

    /// Everybody with their numbers, in the order in which they came.
    #[inline]
    pub fn all(&self) -> impl Iterator<Item = (Who, &Creature)> {
        self.creatures.iter().enumerate().map(|(place, one)| (self.numbers.at(place as u16), &**one))
    }

    /// Everybody, in the order in which they came.
    #[inline]
    pub fn everybody(&self) -> impl Iterator<Item = Who> + use<> {
        // What is shared by all copies of a table is not counted up and down where nobody came unseen.
        let numbers = (!self.numbers.0.is_empty()).then(|| self.numbers.clone());
        let number = move |place| numbers.as_ref().map_or(Who(place), |numbers| numbers.at(place));
        (0..self.creatures.len() as u16).map(number)
    }

    /// The number of the next who comes for all to see.
    pub fn next(&self) -> Who {
        Who((self.creatures.len() - self.numbers.0.len()) as u16)
    }

    /// The number of one who comes unseen under this name. It hangs on nobody else.
    pub fn next_unseen(&self, name: &str) -> Who {
        let spread = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        let hash = name.bytes().fold(0x811c_9dc5, spread);
        let many = u32::from(u16::MAX - ASIDE);
        let mut number = ASIDE + ((hash ^ (hash >> 16)) % many) as u16;
        while self.numbers.0.iter().any(|(_, known)| *known == number) {
            number = if number == u16::MAX - 1 { ASIDE } else { number + 1 };
        }
        Who(number)
    }

    /// For applying facts alone: somebody comes to stand behind all others under this number.
    pub(crate) fn numbered(&mut self, who: Who) {
        if who.0 >= ASIDE {
            Arc::make_mut(&mut self.numbers.0).push((self.creatures.len() as u16, who.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Kind;

    fn come(state: &mut State, name: &str, unseen: bool) -> Who {
        let who = if unseen { state.next_unseen(name) } else { state.next() };
        state.numbered(who);
        state.creatures.push(Arc::new(Creature::blank(name, Kind::Creature)));
        who
    }

    #[test]
    fn who_comes_unseen_leaves_no_gap() {
        let mut state = State::default();
        let all: Vec<(Who, &str)> =
            [("Cy", false), ("Lurker", true), ("Rat", false), ("Thing", true), ("Bat", false)]
                .into_iter()
                .map(|(name, unseen)| (come(&mut state, name, unseen), name))
                .collect();
        assert_eq!([all[0].0, all[2].0, all[4].0], [Who(0), Who(1), Who(2)]);
        for (who, name) in &all {
            assert_eq!(state.name(*who), *name);
        }
        assert_eq!(
            state.everybody().collect::<Vec<_>>(),
            all.iter().map(|(who, _)| *who).collect::<Vec<_>>()
        );
        assert!(state.creature(Who(3)).is_none() && state.creature(Who(40_000)).is_none());
        // Whoever else there is, the number is the same.
        let mut alone = State::default();
        assert_eq!(come(&mut alone, "Thing", true), all[3].0);
        // Two of a name are still two.
        assert_ne!(come(&mut alone, "Thing", true), all[3].0);
    }
}
