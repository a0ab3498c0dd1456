//! Usage dice: a stock that is rolled when used and steps down on a 1 or 2 until it is gone.

/// The sizes a usage die can have, from the smallest.
pub const CHAIN: [u32; 6] = [4, 6, 8, 10, 12, 20];

/// What becomes of a usage die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// It keeps its size.
    Stays,
    /// It goes on with this many sides.
    StepsTo(u32),
    /// That was the last of it.
    Gone,
}

/// What becomes of a usage die that shows this face; nothing for sizes that are not on the chain.
pub fn after(sides: u32, face: u32) -> Option<After> {
    let place = CHAIN.iter().position(|size| *size == sides)?;
    Some(match (face, place) {
        (3.., _) => After::Stays,
        (_, 0) => After::Gone,
        (_, place) => After::StepsTo(CHAIN[place - 1]),
    })
}
