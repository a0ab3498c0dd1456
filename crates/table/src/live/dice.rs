//! Where a live table's dice come from: its verifiable stretch, or a script given beforehand.
//! Typed-in dice are a prompt, see the host.

use boneyard_dice::fair::{Stream, Stretch};

use crate::{Group, HowThrown};

/// Throws dice for live play.
pub trait Draw {
    /// One list of faces for each group, in the order they fell.
    fn throw(&mut self, secret: bool, groups: &[Group]) -> Result<(Vec<Vec<u8>>, HowThrown), NoDice>;
}

/// A script that does not fit what is thrown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDice {
    /// The script has fewer dice than are thrown.
    #[error("the dice given are used up: the rules throw {count}d{sides} more")]
    UsedUp {
        /// How many.
        count: u8,
        /// Of which die.
        sides: u8,
    },
    /// A face that is not on the die.
    #[error("{face} is not on a d{sides}. Type 1 to {sides}.")]
    NotOnDie {
        /// What was given.
        face: u8,
        /// The die.
        sides: u8,
    },
}

/// Draws from a stretch of verifiable dice, counting on from where play stands.
#[derive(Debug)]
pub struct FairDice {
    /// The stretch of play.
    pub stretch: Stretch,
    /// Its number at this table.
    pub number: u32,
    /// The next open and the next secret counter.
    pub next: [u32; 2],
}

impl Draw for FairDice {
    fn throw(&mut self, secret: bool, groups: &[Group]) -> Result<(Vec<Vec<u8>>, HowThrown), NoDice> {
        let (stream, next) = match secret {
            false => (Stream::Open, &mut self.next[0]),
            true => (Stream::Secret, &mut self.next[1]),
        };
        let from = *next;
        let mut faces = Vec::with_capacity(groups.len());
        for group in groups {
            let of_group = (0..group.count).map(|_| {
                let face = self.stretch.face(stream, u64::from(*next), group.sides);
                *next = next.saturating_add(1);
                face
            });
            faces.push(of_group.collect());
        }
        Ok((faces, HowThrown::Drawn { stretch: self.number, secret, from }))
    }
}

/// Dice given beforehand.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    faces: std::collections::VecDeque<u8>,
}

impl Scripted {
    /// These faces, in this order.
    pub fn new(faces: impl IntoIterator<Item = u8>) -> Self {
        Self { faces: faces.into_iter().collect() }
    }

    /// Those not thrown yet.
    pub fn left(&self) -> Vec<u8> {
        self.faces.iter().copied().collect()
    }
}

impl Draw for Scripted {
    fn throw(&mut self, _secret: bool, groups: &[Group]) -> Result<(Vec<Vec<u8>>, HowThrown), NoDice> {
        let mut thrown = Vec::with_capacity(groups.len());
        for group in groups {
            let mut faces = Vec::with_capacity(group.count.into());
            for left in (1..=group.count).rev() {
                let face =
                    self.faces.pop_front().ok_or(NoDice::UsedUp { count: left, sides: group.sides })?;
                if !(1..=group.sides).contains(&face) {
                    return Err(NoDice::NotOnDie { face, sides: group.sides });
                }
                faces.push(face);
            }
            thrown.push(faces);
        }
        Ok((thrown, HowThrown::Scripted))
    }
}
