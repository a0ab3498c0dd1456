//! Creatures left to their instinct: what they answer and do by themselves. The same for every program;
//! which creatures these are, the game master says by a standing answer.

use boneyard_table::frame::{StandingAnswer, StandingUntil};
use boneyard_table::table::{AnyTable, Op};
use boneyard_table::{Seat, Who};

/// What a creature left to its instinct does now: it answers, or it acts if it is its move.
pub fn on_autopilot(table: &dyn AnyTable) -> Option<(Seat, Op)> {
    let standing = &table.frame().standing;
    let left_to_instinct = |who: Who| {
        let stands = |answer: StandingAnswer| matches!(answer, StandingAnswer::Instinct);
        standing.iter().find(|one| one.creature == Some(who) && stands(one.answer)).map(|one| one.seat)
    };
    if !standing.iter().any(|one| one.creature.is_some()) {
        return None;
    }
    for prompt in table.prompts(Seat::GM) {
        if let (Some(seat), Ok(id), Some(say)) =
            (prompt.who.and_then(left_to_instinct), prompt.id.parse(), prompt.default)
        {
            return Some((seat, Op::Answer { prompt: id, say, table_rule: false }));
        }
    }
    if !table.waits().is_empty() {
        return None;
    }
    // Where several may act in any order, whoever was told to act goes first; the others wait for their place.
    let may = table.awaits().creatures;
    let told = |who: &Who| {
        standing.iter().any(|one| one.creature == Some(*who) && one.until == StandingUntil::TurnOver)
    };
    let who = may.iter().copied().find(told).or_else(|| may.first().copied())?;
    Some((left_to_instinct(who)?, Op::Command(table.instinct(who)?)))
}
