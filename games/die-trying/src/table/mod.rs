//! The table itself: house switches, who comes, what light there is, terms looked up, time that goes by. Maps are with
//! the ground of combat, heroes who join with heroes.

mod come;
mod house;
mod light;
mod look_up;
mod wait;

pub use come::AddCreature;
pub use house::SetHouse;
pub use light::{Conceal, SetHaze, SetLight};
pub use look_up::LookUp;
pub use wait::WaitFor;
