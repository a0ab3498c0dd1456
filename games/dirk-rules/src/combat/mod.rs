//! Battle: its beginning, turns, moves, attacks, the windows for reactions, grapples and wear.

mod attack;
mod begin;
mod grapple;
mod movement;
mod react;
mod turn;
mod wear;

pub use attack::{Strike, attack, legal_strike};
pub use begin::{Begin, begin};
pub use grapple::{grapple, release_all, upkeep};
pub use movement::{Heading, Move, may_move, move_limit, moves, stand};
pub use react::{Window, legal, may_react, window};
pub use turn::{can_act, end_battle, end_turn, full_defense, hold, must_act_now};
