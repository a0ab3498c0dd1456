//! Taking back: undo goes back to before a finished action and takes what followed with it.
//! The branch left behind is kept and can be opened as a fork.

use super::past::{Branch, Done};
use super::place::LinePlace;
use super::plan::{no_such_action, only_gm, plain};
use super::{Opened, OwnFile, Planned, Record, TableOf};
use crate::frame::{Frame, Seeds, StretchRecord};
use crate::live::ActionId;
use crate::{Playable, Refusal, Seat};

/// The code of a refusal that is none: the records are to be read back, and then it is asked again.
const LIES_BACK: &str = "lies-back";

impl<G: Playable> TableOf<G> {
    pub(super) fn plan_undo(
        &self,
        seat: Seat,
        from: Option<ActionId>,
        reason: Option<String>,
    ) -> Result<Planned, Refusal> {
        // To a player, what was done in secret was not done at all.
        let known = |act: &&Done<G>| seat.is_gm() || self.knows_of(act, seat);
        let last = self.acts.iter().rev().find(known);
        let last = match last.map(|last| last.id) {
            // Of all that is remembered this player may know nothing.
            None if self.gone > 0 && seat.is_gm() => Some(self.last_gone),
            None if self.gone > 0 => self.last_known(seat),
            last => last,
        };
        let last = last.ok_or_else(nothing_done)?;
        let from = match from {
            Some(named) => self.finished_of(seat, named).ok_or_else(no_such_action)?,
            None => last,
        };
        let Some(at) = self.acts.iter().position(|act| act.id == from) else {
            let taken_back = self.branches.iter().any(|branch| branch.ids.position(from).is_some());
            if taken_back || !self.lies_back(from) {
                return Err(no_such_action());
            }
            return Err(match seat.is_gm() || self.last_known(seat) == Some(from) {
                true => lies_back(from),
                false => only_gm("undo what others did, or more than the last thing"),
            });
        };
        let gone = &self.acts[at..];
        let crossed = gone.iter().any(|act| act.crosses());
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
        // Of several lanes, one that began earlier may have ended later.
        let first = gone.iter().map(|act| act.id).min().unwrap_or(from);
        Ok(Planned { told_from: Some(LinePlace::of(first)), ..undone })
    }

    /// The last action that a player counted and that was not taken back.
    fn last_known(&self, seat: Seat) -> Option<ActionId> {
        let counted = self.counted.get(&seat)?;
        let stays = |id: &ActionId| self.branches.iter().all(|branch| branch.ids.position(*id).is_none());
        (0..counted.len()).rev().filter_map(|at| counted.get(at)).find(stays)
    }

    /// The first action of the branch left last, while nothing was done since. Once it is back, the one left before it
    /// is next.
    pub(super) fn redoable(&self) -> Option<ActionId> {
        let branch = self.branches.last().filter(|_| self.undone > 0)?;
        branch.ids.first()
    }

    pub(super) fn plan_redo(&self, seat: Seat) -> Result<Planned, Refusal> {
        let from = self.redoable().ok_or_else(|| {
            Refusal::by_table("nothing-undone", "Nothing was taken back, or something was done since.")
        })?;
        let own = |branch: &Branch<G>| branch.by == seat && branch.own;
        if !seat.is_gm() && !self.branches.last().is_some_and(own) {
            return Err(only_gm("bring back what others did or took back"));
        }
        if !self.branches.last().is_some_and(Branch::is_whole) {
            return Err(lies_back(from));
        }
        let first = self.branches.last().and_then(|branch| branch.ids.least()).unwrap_or(from);
        let told_from = Some(LinePlace::of(first));
        Ok(Planned { told_from, ..plain(&Record::<G>::Redone { from, by: seat })? })
    }

    /// A new table that begins as this one stood before an action, or as it stands.
    pub(super) fn forked(
        &self,
        title: &str,
        before: Option<ActionId>,
        seeds: Seeds,
    ) -> Result<Record<G>, Refusal> {
        let known = |acts: &[Done<G>], id| acts.iter().position(|act| act.id == id);
        let (stay, branch): (&[Done<G>], &[Done<G>]) = match before {
            None => (&self.acts, &[]),
            Some(id) => match known(&self.acts, id) {
                Some(at) => (&self.acts[..at], &[]),
                None if self.lies_back(id) => return Err(lies_back(id)),
                None => {
                    // An action that was taken back: its branch begins where the acts before it end.
                    let whole = self.branches.iter().filter(|branch| branch.is_whole());
                    let mut found = whole.filter_map(|branch| Some((branch, known(&branch.acts, id)?)));
                    let taken_back = self.branches.iter().any(|branch| branch.ids.position(id).is_some());
                    let missing = || if taken_back { lies_back(id) } else { no_such_action() };
                    let (branch, at) = found.next().ok_or_else(missing)?;
                    let first = branch.ids.first().unwrap_or(id);
                    let stay = self.acts.iter().take_while(|act| act.id < first).count();
                    (&self.acts[..stay], &branch.acts[..at])
                }
            },
        };
        let state = Self::folded(&self.opened.state, stay.iter().chain(branch));
        let own = self.own_of(stay.iter().chain(branch).map(|done| &done.act));
        let mut frame = self.frame.clone();
        self.acts[stay.len()..].iter().for_each(|act| frame.forget_rulings(&act.log));
        branch.iter().for_each(|act| frame.keep_rulings(&act.log));
        Ok(self.forks(title, (state, own), frame, seeds))
    }

    /// A new table that begins as this one stood then: from further back than this one remembers.
    pub(super) fn forked_from(&self, then: &Self, title: &str, seeds: Seeds) -> Record<G> {
        let rulings = then.frame.rulings.clone();
        let from = (then.state.clone(), then.own.files.clone());
        self.forks(title, from, Frame { rulings, ..self.frame.clone() }, seeds)
    }

    /// With this state and this pack of its own.
    fn forks(
        &self,
        title: &str,
        (state, own): (G::State, Vec<OwnFile>),
        mut frame: Frame,
        seeds: Seeds,
    ) -> Record<G> {
        frame.title = title.to_owned();
        frame.standing.clear();
        frame.held.clear();
        frame.play_on = false;
        // Dice of its own, or opening those of one table would foretell the other's.
        frame.stretches = vec![StretchRecord::new(seeds)];
        Record::Opened(Box::new(Opened {
            game: self.opened.game.clone(),
            rules: G::RULES.to_owned(),
            packs: self.all_packs().cloned().collect(),
            own,
            frame,
            state,
            forked_from: Some(self.frame.title.clone()),
        }))
    }
}

fn nothing_done() -> Refusal {
    Refusal::by_table("nothing-done", "There is nothing to undo.")
}

/// Whoever runs the table has the records: it has them read back and asks again.
fn lies_back(action: ActionId) -> Refusal {
    Refusal::by_table(LIES_BACK, "That lies further back than this table remembers.").with("action", action.0)
}

/// The action from which on the records are to be read back, if that is why something was refused.
pub fn reaches_back(refusal: &Refusal) -> Option<ActionId> {
    let reason =
        refusal.reasons.first().filter(|reason| reason.rule.is_none() && reason.code == LIES_BACK)?;
    let (_, action) = reason.values.first()?;
    action.as_u64().and_then(|number| u32::try_from(number).ok()).map(ActionId)
}
