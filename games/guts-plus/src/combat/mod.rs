//! Fights: the first round by Gumption, then free order; actions, attacks, reactions, rounds, the end.

mod attack;
mod begin;
mod blow;
mod end;
mod means;
mod rebound;
mod turn;

pub use attack::Attack;
pub use begin::{BeginCombat, JoinCombat};
pub use blow::harm;
pub use end::{EndCombat, EndRound, Leave, over, propose_end};
pub use rebound::rebound;
pub use turn::{
    Act, EndTurn, Flee, Go, Passive, StandUp, TakeTurn, may_act, next_in_order, reach, spend_active,
    takes_action,
};
