//! Fights: the first round by Gumption, then free order; actions, attacks, reactions, rounds, the end.

mod attack;
mod begin;
mod end;
mod turn;

pub use attack::{Attack, attack, harm, rebound};
pub use begin::{begin, join};
pub use end::{end_combat, end_round, leave, over};
pub use turn::{act, end_turn, flees, go, passive, reach, spend_active, stand_up, take_turn};
