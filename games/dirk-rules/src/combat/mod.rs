//! Battle: its beginning, turns, moves, attacks, the windows for reactions, grapples and wear.

mod area;
mod attack;
mod begin;
mod called;
mod feint;
mod grapple;
mod legal;
mod misc;
mod movement;
mod nerve;
mod offer;
mod react;
mod special;
mod turn;
mod wear;
mod words;

pub(crate) use attack::strike;
pub use attack::{Strike, attack};
pub use begin::{Begin, all_sides, begin, join};
pub use called::called_shot;
pub use feint::feint;
pub use grapple::{grapple, let_go, release_all, upkeep};
pub use legal::{hidden_by, lacks, legal, legal_strike, may_react, may_strike, strike_bar};
pub(crate) use misc::knock_down;
pub use misc::{help, make_ready, misc};
pub use movement::{Heading, Move, may_move, move_limit, moves, stand};
pub use offer::offers;
pub use react::{Window, bonds, window};
pub use special::{entry, is_ready, special};
pub use turn::{
    advanced, can_act, can_attack, can_end_turn, end_battle, end_turn, full_defense, hold, must_act_now,
    over, owes,
};
pub use words::{afflict, immune, rally, route, taunt};

use boneyard_table::{Cx, Flow, Question, Who};

use crate::{DirkRules, rules};

/// Puts a question to a creature. What the referee's creatures do unless told otherwise stands beside it.
fn put<Q: Question<DirkRules>>(cx: &mut Cx<'_, DirkRules>, who: Who, question: Q) -> Flow<Q::Answer> {
    if cx.state().sheet(who).seat.is_gm() {
        cx.cite(rules::DK_AUTO_01H);
    }
    cx.ask(who, question)
}
