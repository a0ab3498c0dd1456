//! Creatures left to themselves: what they answer and do, by instinct or by looking ahead. The same for every program;
//! which creatures these are, the game master says by a standing answer.

use std::fmt;

use boneyard_table::encounter::{Ground, Terms};
use boneyard_table::frame::{Standing, StandingAnswer, StandingUntil};
use boneyard_table::strong::Effort;
use boneyard_table::table::{AnyTable, Bounds, Op};
use boneyard_table::{Seat, Who};

use crate::GameEntry;

/// What a creature left to itself does now.
pub struct OwnMove {
    /// For whom.
    pub seat: Seat,
    /// What. Looking ahead takes its time: call it where nobody has to wait for anything else.
    pub find: Box<dyn FnOnce() -> Op + Send>,
    /// Whether it takes its time.
    pub slow: bool,
}

impl fmt::Debug for OwnMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnMove").field("seat", &self.seat).field("slow", &self.slow).finish_non_exhaustive()
    }
}

/// What a creature left to itself does now: it answers, or it acts if it is its move.
pub fn on_autopilot(entry: &GameEntry, table: &dyn AnyTable) -> Option<OwnMove> {
    let standing = &table.frame().standing;
    let pilot = |who: Who| {
        let flies = |one: &&Standing| {
            one.creature == Some(who)
                && matches!(one.answer, StandingAnswer::Instinct | StandingAnswer::Ahead)
        };
        let one = standing.iter().find(flies)?;
        // A hero somebody has taken since knows no more than that player does.
        let ahead = one.answer == StandingAnswer::Ahead && table.speaks_for(Seat::GM).contains(&who);
        Some((one.seat, ahead))
    };
    if !standing.iter().any(|one| one.creature.is_some()) {
        return None;
    }
    for prompt in table.prompts(Seat::GM) {
        let Some((seat, ahead)) = prompt.who.and_then(pilot) else { continue };
        let (Ok(id), Some(instinct)) = (prompt.id.parse(), prompt.default) else { continue };
        let answer = move |say| Op::Answer { prompt: id, say, table_rule: false };
        let advice = ahead.then(|| table.advice_task(Seat::GM, id, Bounds::default()).ok()).flatten();
        let slow = advice.is_some();
        let best = move || advice.and_then(|task| task().ok()?.choices.into_iter().next());
        let find = Box::new(move || answer(best().map_or(instinct, |best| best.say)));
        return Some(OwnMove { seat, find, slow });
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
    let (seat, ahead) = pilot(who)?;
    let instinct = table.instinct(who)?;
    let as_it_is = Terms::default();
    let prepare = entry.encounter.filter(|_| ahead);
    let fight = prepare.and_then(|prepare| prepare(Ground::Table(table, &[], &as_it_is)).ok());
    let slow = fight.is_some();
    let best = move || fight.and_then(|fight| fight.best_now(who, Effort::default()));
    Some(OwnMove { seat, find: Box::new(move || Op::Command(best().unwrap_or(instinct))), slow })
}
