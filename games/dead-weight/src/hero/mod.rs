//! Adventurers: made step by step as a draft, or taken ready; and foes made from their entries.

mod creation;
mod make;

pub use creation::{Draft, Step, draft};
pub use make::{add, foe_like, free_name};
