//! Everybody by their number: those who came unseen are not counted with the others.

use boneyard_table::Who;

use super::{Creature, State};

impl State {
    /// Where a creature stands in the list, if it is there.
    #[inline]
    pub(crate) fn place(&self, who: Who) -> Option<usize> {
        self.numbers.place(who, self.creatures.len())
    }

    /// Everybody with their numbers, in the order in which they came.
    #[inline]
    pub fn all(&self) -> impl Iterator<Item = (Who, &Creature)> {
        self.creatures.iter().enumerate().map(|(place, one)| (self.numbers.at(place as u16), &**one))
    }

    /// Everybody, in the order in which they came.
    #[inline]
    pub fn everybody(&self) -> impl Iterator<Item = Who> + use<> {
        self.numbers.everybody(self.creatures.len())
    }

    /// The number of the next who comes for all to see.
    pub fn next(&self) -> Who {
        self.numbers.next(self.creatures.len())
    }

    /// The number of one who comes unseen under this name. It hangs on nobody else.
    pub fn next_unseen(&self, name: &str) -> Who {
        self.numbers.next_unseen(name)
    }

    /// For applying facts alone: somebody comes to stand behind all others under this number.
    pub(crate) fn numbered(&mut self, who: Who) {
        self.numbers.came(who, self.creatures.len());
    }
}
