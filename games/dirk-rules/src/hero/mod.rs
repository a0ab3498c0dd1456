//! Heroes and other creatures: how they are made and how they come into the scene.

mod creation;
mod fit;
mod make;

pub use creation::{Assign, BeginHero, Buy, Draft, Learn, Ready, RollTotals, Slots};
pub use fit::fit;
pub use make::{Add, Name, creature_like, hero_like};
pub(crate) use make::{give, take_in_hand};
