//! Taking back: undo goes back to before a finished action and takes what followed with it.
//! The branch left behind is kept and can be opened as a fork.

use super::plan::{no_such_action, only_gm, plain};
use super::{Act, Branch, Opened, Planned, Record, TableOf};
use crate::frame::{Seeds, StretchRecord};
use crate::live::ActionId;
use crate::{Playable, Refusal, Seat};

impl<G: Playable> TableOf<G> {
    pub(super) fn plan_undo(
        &self,
        seat: Seat,
        from: Option<ActionId>,
        reason: Option<String>,
    ) -> Result<Planned, Refusal> {
        // To a player, what was done in secret was not done at all.
        let known = |act: &&Act<G>| seat.is_gm() || self.knows_of(act, seat);
        let last = self.acts.iter().rev().find(known);
        let last = last.ok_or_else(|| Refusal::by_table("nothing-done", "There is nothing to undo."))?;
        let from = match from {
            Some(named) => self.finished_of(seat, named).ok_or_else(no_such_action)?,
            None => last.id,
        };
        let at = self.acts.iter().position(|act| act.id == from).ok_or_else(no_such_action)?;
        let gone = &self.acts[at..];
        let crossed = gone.iter().any(Act::crosses);
        // What a player may not know must not speak through a refusal.
        let crossed_openly = gone.iter().any(|act| self.crosses_for(act, seat));
        if !seat.is_gm() {
            // What the game master did in secret since goes too: to refuse would tell of it.
            if gone.iter().filter(known).count() > 1 || gone[0].by != seat {
                return Err(only_gm("undo what others did, or more than the last thing"));
            }
            if crossed_openly {
                return Err(only_gm("undo across dice or something revealed"));
            }
        }
        if reason.as_ref().is_some_and(|reason| reason.chars().count() > 400) {
            return Err(Refusal::by_table("words", "A reason has at most 400 characters."));
        }
        let undone = plain(&Record::<G>::Undone { from, by: seat, crossed, reason })?;
        Ok(Planned { told_from: Some(from), ..undone })
    }

    /// The first action of the branch left last, while nothing was done since. Once it is back, the one left before it
    /// is next.
    pub(super) fn redoable(&self) -> Option<ActionId> {
        let branch = self.branches.last().filter(|_| self.undone > 0)?;
        branch.acts.first().map(|act| act.id)
    }

    pub(super) fn plan_redo(&self, seat: Seat) -> Result<Planned, Refusal> {
        let from = self.redoable().ok_or_else(|| {
            Refusal::by_table("nothing-undone", "Nothing was taken back, or something was done since.")
        })?;
        let own = |branch: &Branch<G>| branch.by == seat && branch.acts.iter().all(|act| act.by == seat);
        if !seat.is_gm() && !self.branches.last().is_some_and(own) {
            return Err(only_gm("bring back what others did or took back"));
        }
        Ok(Planned { told_from: Some(from), ..plain(&Record::<G>::Redone { from, by: seat })? })
    }

    /// A new table that begins as this one stood before an action, or as it stands.
    pub(super) fn forked(
        &self,
        title: &str,
        before: Option<ActionId>,
        seeds: Seeds,
    ) -> Result<Record<G>, Refusal> {
        let known = |acts: &[Act<G>], id| acts.iter().position(|act| act.id == id);
        let (stay, branch): (&[Act<G>], &[Act<G>]) = match before {
            None => (&self.acts, &[]),
            Some(id) => match known(&self.acts, id) {
                Some(at) => (&self.acts[..at], &[]),
                None => {
                    // An action that was taken back: its branch begins where the acts before it end.
                    let found =
                        self.branches.iter().find_map(|branch| Some((branch, known(&branch.acts, id)?)));
                    let (branch, at) = found.ok_or_else(no_such_action)?;
                    let first = branch.acts.first().map_or(id, |act| act.id);
                    let stay = self.acts.iter().take_while(|act| act.id < first).count();
                    (&self.acts[..stay], &branch.acts[..at])
                }
            },
        };
        let mut state = self.opened.state.clone();
        stay.iter().chain(branch).flat_map(Act::facts).for_each(|fact| G::apply(&mut state, fact));
        let mut frame = self.frame.clone();
        self.acts[stay.len()..].iter().for_each(|act| frame.forget_rulings(&act.log));
        branch.iter().for_each(|act| frame.keep_rulings(&act.log));
        frame.title = title.to_owned();
        frame.standing.clear();
        frame.held.clear();
        frame.play_on = false;
        // Dice of its own, or opening those of one table would foretell the other's.
        frame.stretches = vec![StretchRecord::new(seeds)];
        Ok(Record::Opened(Box::new(Opened {
            game: self.opened.game.clone(),
            rules: G::RULES.to_owned(),
            packs: self.all_packs().cloned().collect(),
            own: self.own_of(stay.iter().chain(branch)),
            frame,
            state,
            forked_from: Some(self.frame.title.clone()),
        })))
    }
}
