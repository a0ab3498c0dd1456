//! Giving each different state a small number, so that weights can live in plain arrays.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;

/// The states seen so far, numbered in order of appearance.
pub(crate) struct States<S> {
    list: Vec<S>,
    /// A hash table of numbers plus one; empty while a look through the list is faster.
    table: Vec<u32>,
    hasher: FixedState,
}

const FEW: usize = 8;

impl<S: Eq + Hash> States<S> {
    pub fn new() -> Self {
        States { list: Vec::new(), table: Vec::new(), hasher: FixedState::default() }
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn list(&self) -> &[S] {
        &self.list
    }

    pub fn into_list(self) -> Vec<S> {
        self.list
    }

    /// Its number, a new one if it was never seen.
    #[inline]
    pub fn id(&mut self, state: S) -> usize {
        if self.table.is_empty() {
            if let Some(known) = self.list.iter().position(|known| *known == state) {
                return known;
            }
            self.list.push(state);
            if self.list.len() > FEW {
                self.grow();
            }
            return self.list.len() - 1;
        }
        let mask = self.table.len() - 1;
        let mut slot = self.hasher.hash_one(&state) as usize & mask;
        loop {
            match self.table[slot] {
                0 => break,
                known if self.list[known as usize - 1] == state => return known as usize - 1,
                _ => slot = (slot + 1) & mask,
            }
        }
        self.list.push(state);
        self.table[slot] = self.list.len() as u32;
        if self.list.len() * 2 > self.table.len() {
            self.grow();
        }
        self.list.len() - 1
    }

    fn grow(&mut self) {
        let size = (self.list.len() * 4).next_power_of_two();
        self.table = vec![0; size];
        for (number, state) in self.list.iter().enumerate() {
            let mut slot = self.hasher.hash_one(state) as usize & (size - 1);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = number as u32 + 1;
        }
    }
}
