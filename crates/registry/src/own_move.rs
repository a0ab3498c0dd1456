//! Creatures that play themselves: what they answer and do, by instinct or by looking ahead. The same for every program;
//! which creatures these are and what they may do, the table says.

use std::fmt;

use boneyard_table::Seat;
use boneyard_table::encounter::{Ground, Terms};
use boneyard_table::lookahead::Effort;
use boneyard_table::table::{AnyTable, Bounds, Op, OwnDeed};

use crate::GameEntry;

/// What a creature that plays itself does now.
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

/// What a creature that plays itself does now: it answers, or it acts if that is for it to do.
pub fn own_move(entry: &GameEntry, table: &dyn AnyTable) -> Option<OwnMove> {
    if table.frame().standing.iter().all(|one| one.plays().is_none()) {
        return None;
    }
    for prompt in table.prompts(Seat::GM) {
        let (Ok(id), Some(instinct)) = (prompt.id.parse(), prompt.default) else { continue };
        let Some((seat, ahead)) = table.answers_itself(id) else { continue };
        let answer = move |say| Op::Answer { prompt: id, say, table_rule: false };
        let advice = ahead.then(|| table.advice_task(Seat::GM, id, Bounds::default()).ok()).flatten();
        let slow = advice.is_some();
        let best = move || advice.and_then(|task| task().ok()?.choices.into_iter().next());
        let find = Box::new(move || answer(best().map_or(instinct, |best| best.say)));
        return Some(OwnMove { seat, find, slow });
    }
    let OwnDeed { who, seat, command, ahead } = table.own_deed()?;
    let as_it_is = Terms::default();
    let prepare = entry.encounter.filter(|_| ahead);
    let fight = prepare.and_then(|prepare| prepare(Ground::Table(table, &[], &as_it_is)).ok());
    let slow = fight.is_some();
    let best = move || fight.and_then(|fight| fight.best_now(who, Effort::default()));
    Some(OwnMove { seat, find: Box::new(move || Op::Command(best().unwrap_or(command))), slow })
}
