//! Battle: its beginning, turns, moves, attacks, the windows for reactions, grapples and wear.

mod area;
mod attack;
mod begin;
mod called;
mod defense;
mod distance;
mod feint;
mod grapple;
mod holding;
mod legal;
mod misc;
mod movement;
mod nerve;
mod react;
mod special;
mod turn;
mod wear;
mod words;

pub(crate) use attack::strike;
pub use attack::{Attack, Strike};
pub use begin::{Begin, Join, all_sides};
pub use called::CalledShot;
pub use defense::FullDefense;
pub use distance::Apart;
pub use feint::Feint;
pub use grapple::{Grapple, let_go, release_all, upkeep};
pub use holding::Hold;
pub use legal::{hidden_by, lacks, legal, legal_strike, may_react, may_strike_with, strike_open};
pub(crate) use misc::knock_down;
pub use misc::{Help, MakeReady, Misc};
pub use movement::{Heading, Move, Stand, can_move, move_limit};
pub use react::{Window, bonds, window};
pub use special::{UseSpecial, entry, is_ready};
pub use turn::{EndBattle, EndTurn, fought_out, may_act, may_turn, over, owes};
pub use words::{Rally, Route, Taunt, afflict, immune};

use boneyard_table::{Cx, Flow, Question, Who};

use crate::{DirkRules, rules};

/// Puts a question to a creature. What the referee's creatures do unless told otherwise stands beside it.
fn put<Q: Question<DirkRules>>(cx: &mut Cx<'_, DirkRules>, who: Who, question: Q) -> Flow<Q::Answer> {
    if cx.state().sheet(who).seat.is_gm() {
        cx.cite(rules::DK_AUTO_01H);
    }
    cx.ask(who, question)
}
