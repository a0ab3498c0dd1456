//! Dice: the notation people type, rolls with a record of every die, exact odds, and dice that can be verified.
//! Nothing here reads a clock, a file or hidden randomness: seeds and faces are always given.

pub mod bits;
pub mod fair;
mod limits;
mod natural;
mod notation;
mod odds;
mod ratio;
mod roll;
pub mod usage;

pub use bits::Rng;
pub use limits::Limits;
pub use natural::{Natural, NotANatural};
pub use notation::{BindError, Expression, ParseError, Problem};
pub use odds::{Dist, OddsError, Pool, TooManyHands};
pub use ratio::{NotARatio, Ratio};
pub use roll::{Die, Entered, Generated, Record, RollError, Scripted, Source};
