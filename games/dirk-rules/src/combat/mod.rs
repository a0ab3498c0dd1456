//! Battle: its beginning, turns, moves, attacks, the windows for reactions, grapples and wear.

mod attack;
mod begin;
mod grapple;
mod legal;
mod movement;
mod react;
mod turn;
mod wear;

pub use attack::{Strike, attack};
pub use begin::{Begin, begin, join};
pub use grapple::{grapple, let_go, release_all, upkeep};
pub use legal::{legal, legal_strike, may_react, strike_bar};
pub use movement::{Heading, Move, may_move, move_limit, moves, stand};
pub use react::{Window, window};
pub use turn::{can_act, can_end_turn, end_battle, end_turn, full_defense, hold, must_act_now};

use boneyard_table::{Cx, Flow, Question, Who};

use crate::{DirkRules, rules};

/// Puts a question to a creature. What the referee's creatures do unless told otherwise stands beside it.
fn put<Q: Question<DirkRules>>(cx: &mut Cx<'_, DirkRules>, who: Who, question: Q) -> Flow<Q::Answer> {
    if cx.state().sheet(who).seat.is_gm() {
        cx.cite(rules::DK_AUTO_01H);
    }
    cx.ask(who, question)
}
