//! Fights: the first round by Gumption, then free order; actions, attacks, reactions, rounds, the end.

mod attack;
mod begin;
mod blow;
mod end;
mod means;
mod rebound;
mod turn;

pub use attack::{Attack, attack};
pub use begin::{begin, join};
pub use blow::harm;
pub use end::{end_combat, end_round, leave, over, propose_end};
pub use rebound::rebound;
pub use turn::{act, end_turn, flees, go, next_in_order, passive, reach, spend_active, stand_up, take_turn};
