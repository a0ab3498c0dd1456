//! Heroes and other creatures: how they are made and how they come into the scene.

mod creation;
mod fit;
mod make;

pub use creation::{Draft, Slots, assign, buy, draft, learn, ready, roll_totals};
pub use fit::{advised, fit};
pub use make::{add, creature_like, hero_like, name};
pub(crate) use make::{give, take_in_hand};
