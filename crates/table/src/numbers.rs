//! The numbers everybody is known by. Those who are there for all to see are counted. The one who comes unseen is
//! not: a count would have a gap for them, and a gap tells. Their number follows from their name alone. A game that
//! hides creatures keeps them in one list, in the order in which they came, with these numbers beside it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::Who;

/// Numbers from here on follow from names.
const ASIDE: u16 = 1000;

/// Those who came unseen: where they stand among all, and their number, in that order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Numbers(Arc<Vec<(u16, u16)>>);

impl Numbers {
    /// Where somebody stands in a list of so many, if they are in it.
    #[inline]
    pub fn place(&self, who: Who, among: usize) -> Option<usize> {
        // Mostly nobody came unseen, and a number is a place.
        let place =
            if self.0.is_empty() { (who.0 < ASIDE).then_some(usize::from(who.0)) } else { self.aside(who) };
        place.filter(|place| *place < among)
    }

    fn aside(&self, who: Who) -> Option<usize> {
        if who.0 >= ASIDE {
            let found = self.0.iter().find(|(_, number)| *number == who.0);
            return found.map(|(place, _)| usize::from(*place));
        }
        let mut place = who.0;
        for (aside, _) in self.0.iter() {
            if *aside > place {
                break;
            }
            place += 1;
        }
        Some(usize::from(place))
    }

    /// The number of the one who stands there.
    #[inline]
    pub fn at(&self, place: u16) -> Who {
        if self.0.is_empty() {
            return Who(place);
        }
        let before = self.0.partition_point(|(aside, _)| *aside < place);
        match self.0.get(before) {
            Some((aside, number)) if *aside == place => Who(*number),
            _ => Who(place - before as u16),
        }
    }

    /// The numbers of a list of so many, in their order.
    #[inline]
    pub fn everybody(&self, among: usize) -> impl Iterator<Item = Who> + use<> {
        // What is shared by all copies of a table is not counted up and down where nobody came unseen.
        let numbers = (!self.0.is_empty()).then(|| self.clone());
        let number = move |place| numbers.as_ref().map_or(Who(place), |numbers| numbers.at(place));
        (0..among as u16).map(number)
    }

    /// The number of the next who comes for all to see, after so many.
    pub fn next(&self, among: usize) -> Who {
        Who((among - self.0.len()) as u16)
    }

    /// The number of one who comes unseen under this name. It hangs on nobody else.
    pub fn next_unseen(&self, name: &str) -> Who {
        let spread = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        let hash = name.bytes().fold(0x811c_9dc5, spread);
        let many = u32::from(u16::MAX - ASIDE);
        let mut number = ASIDE + ((hash ^ (hash >> 16)) % many) as u16;
        while self.0.iter().any(|(_, known)| *known == number) {
            number = if number == u16::MAX - 1 { ASIDE } else { number + 1 };
        }
        Who(number)
    }

    /// For applying facts alone: somebody comes to stand behind so many others under this number.
    pub fn came(&mut self, who: Who, among: usize) {
        if who.0 >= ASIDE {
            Arc::make_mut(&mut self.0).push((among as u16, who.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Crowd(Numbers, Vec<&'static str>);

    impl Crowd {
        fn come(&mut self, name: &'static str, unseen: bool) -> Who {
            let who = if unseen { self.0.next_unseen(name) } else { self.0.next(self.1.len()) };
            self.0.came(who, self.1.len());
            self.1.push(name);
            who
        }

        fn name(&self, who: Who) -> Option<&'static str> {
            self.0.place(who, self.1.len()).map(|place| self.1[place])
        }
    }

    #[test]
    fn who_comes_unseen_leaves_no_gap() {
        let mut crowd = Crowd(Numbers::default(), Vec::new());
        let come = [("Cy", false), ("Lurker", true), ("Rat", false), ("Thing", true), ("Bat", false)];
        let all: Vec<(Who, &str)> =
            come.into_iter().map(|(name, unseen)| (crowd.come(name, unseen), name)).collect();
        assert_eq!([all[0].0, all[2].0, all[4].0], [Who(0), Who(1), Who(2)]);
        for (who, name) in &all {
            assert_eq!(crowd.name(*who), Some(*name));
        }
        let numbers: Vec<Who> = all.iter().map(|(who, _)| *who).collect();
        assert_eq!(crowd.0.everybody(5).collect::<Vec<_>>(), numbers);
        assert!(crowd.name(Who(3)).is_none() && crowd.name(Who(40_000)).is_none());
        // No matter who else there is, the number is the same.
        let mut alone = Crowd(Numbers::default(), Vec::new());
        assert_eq!(alone.come("Thing", true), all[3].0);
        // Two of a name are still two.
        assert_ne!(alone.come("Thing", true), all[3].0);
    }
}
