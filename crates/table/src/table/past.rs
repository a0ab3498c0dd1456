//! What a table remembers of its past. Lately finished actions are here whole; of older ones the state that came of them
//! is enough, and whoever keeps the records reads them back when somebody asks. Reading back is in `back.rs`.

use std::collections::BTreeMap;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::ids::Ids;
use super::{Act, Said, TableOf};
use crate::frame::Frame;
use crate::live::ActionId;
use crate::{Game, Playable, Seat, Stored};

/// How many finished actions, and how many words, a save has in it.
pub const LATELY: usize = 256;

/// How much a table remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remembers {
    /// Everything it has followed.
    Everything,
    /// So many finished actions and so many words.
    Lately(usize),
    /// The same, and every die that was drawn.
    LatelyAndDice(usize),
}

/// A finished action as the table remembers it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub(super) struct Done<G: Stored> {
    /// The record that finished it.
    pub(super) record: u32,
    /// The number that the next action would have had just before.
    pub(super) next: ActionId,
    pub(super) act: Act<G>,
}

impl<G: Stored> Deref for Done<G> {
    type Target = Act<G>;

    fn deref(&self) -> &Act<G> {
        &self.act
    }
}

/// Something said, and the record that says so.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Heard {
    pub(super) record: u32,
    pub(super) said: Said,
}

/// Actions taken back together, or one dropped while it waited.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub(super) struct Branch<G: Stored> {
    pub(super) by: Seat,
    pub(super) reason: Option<String>,
    /// Never done: it was dropped while it waited.
    #[serde(default)]
    pub(super) dropped: bool,
    /// Whether whoever took them back had done all of them.
    pub(super) own: bool,
    /// All of them, in the order in which they ended.
    pub(super) ids: Ids,
    /// The greatest of their numbers.
    pub(super) last: ActionId,
    /// What each seat knew of them then.
    pub(super) known: BTreeMap<Seat, Option<Knew>>,
    /// What somebody who came later would know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) openly: Option<Knew>,
    /// Those of them that are remembered.
    pub(super) acts: Vec<Done<G>>,
}

/// What a seat knew of actions when they were taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Knew {
    /// How many of them.
    pub(super) actions: u32,
    /// The first of those.
    pub(super) first: ActionId,
    /// Whether dice seen or things shown stay spent.
    pub(super) crossed: bool,
}

impl<G: Stored> Branch<G> {
    /// Whether every action of it is remembered.
    pub(super) fn is_whole(&self) -> bool {
        self.acts.len() == self.ids.len()
    }
}

/// What of a past a save has in it, or a table goes on remembering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Horizon {
    /// So many of the remembered actions are forgotten.
    pub(super) skip: usize,
    /// What is told by this record and later ones is remembered.
    pub(super) since: u32,
    /// The number that the next action would have had just before that.
    pub(super) bound: ActionId,
}

impl<G: Playable> TableOf<G> {
    /// Whether all of its past is here.
    pub(super) fn is_whole(&self) -> bool {
        self.gone == 0 && self.since == 0
    }

    /// Whether an action may lie further back than what is remembered: it was done, and is not here.
    pub(super) fn lies_back(&self, id: ActionId) -> bool {
        let here = self.acts.iter().any(|act| act.id == id)
            || self.branches.iter().any(|branch| branch.acts.iter().any(|act| act.id == id));
        !self.is_whole() && id.0 > 0 && id < self.next_action && !self.waiting.contains_key(&id) && !here
    }

    /// What is to be remembered of so much.
    pub(super) fn horizon(&self, most: usize) -> Horizon {
        let most = most.max(1);
        let mut told: Vec<(u32, ActionId)> = self.acts.iter().map(|act| (act.record, act.next)).collect();
        let taken_back = self.branches.iter().flat_map(|branch| &branch.acts);
        told.extend(taken_back.map(|act| (act.record, act.next)));
        told.sort_unstable();
        told.drain(..told.partition_point(|(record, _)| *record < self.since));
        let of_acts = told.len().checked_sub(most).filter(|over| *over > 0).map(|over| told[over]);
        let over = self.said.len().checked_sub(most).filter(|over| *over > 0);
        let of_said = over.map(|over| (self.said[over].record, self.said[over].said.before));
        let (since, bound) = of_acts.max(of_said).unwrap_or((self.since, self.bound));
        Horizon { skip: self.acts.len().saturating_sub(most), since, bound }
    }

    /// Forgets what lies further back than it remembers.
    pub(super) fn forget(&mut self) {
        let (most, dice) = match self.remembers {
            Remembers::Everything => return,
            Remembers::Lately(most) => (most, false),
            Remembers::LatelyAndDice(most) => (most, true),
        };
        // Not one by one: what is moved up for each is moved once for many.
        let enough = most + most / 4;
        let taken_back = || self.branches.iter().map(|branch| branch.acts.len()).sum::<usize>();
        if self.acts.len().max(self.said.len()) <= enough && taken_back() <= enough {
            return;
        }
        let Horizon { skip, since, bound } = self.horizon(most);
        self.opened.own = self.own_of(self.acts[..skip].iter().map(|done| &done.act));
        for done in self.acts.drain(..skip) {
            done.act.facts().for_each(|fact| G::apply(&mut self.opened.state, fact));
            self.last_gone = done.id;
        }
        self.highest.drain(..skip);
        self.gone = self.gone.saturating_add(u32::try_from(skip).unwrap_or(u32::MAX));
        self.said.drain(..self.said.partition_point(|heard| heard.record < since));
        self.branches.iter_mut().for_each(|branch| branch.acts.retain(|act| act.record >= since));
        (self.since, self.bound) = (since, bound);
        if !dice && !self.is_whole() {
            forget_dice(&mut self.frame);
        }
    }

    /// What was known of actions when they were taken back.
    pub(super) fn known_then(&self, acts: &[Done<G>]) -> (BTreeMap<Seat, Option<Knew>>, Option<Knew>) {
        let knew = |seat: Seat| {
            let mut known = acts.iter().filter(|act| self.knows_of(act, seat));
            let first = known.next()?;
            let crossed = self.crosses_for(first, seat);
            let (mut actions, mut crossed) = (1u32, crossed);
            for act in known {
                actions = actions.saturating_add(1);
                crossed = crossed || self.crosses_for(act, seat);
            }
            Some(Knew { actions, first: first.id, crossed })
        };
        let seats = self.frame.seats.keys();
        let known = seats.map(|seat| (*seat, knew(*seat))).collect();
        (known, self.frame.free_seat().and_then(knew))
    }

    /// A branch of these actions.
    pub(super) fn branch(
        &self,
        by: Seat,
        reason: Option<String>,
        dropped: bool,
        acts: Vec<Done<G>>,
    ) -> Branch<G> {
        let (known, openly) = self.known_then(&acts);
        let own = acts.iter().all(|act| act.by == by);
        let ids: Ids = acts.iter().map(|act| act.id).collect();
        let last = ids.greatest().unwrap_or_default();
        Branch { by, reason, dropped, own, ids, last, known, openly, acts }
    }

    /// The state after actions that were done at this one.
    pub(super) fn folded<'a>(base: &G::State, acts: impl IntoIterator<Item = &'a Done<G>>) -> G::State
    where
        G: 'a,
    {
        let mut state = base.clone();
        acts.into_iter()
            .flat_map(|done| done.act.facts())
            .for_each(|fact| <G as Game>::apply(&mut state, fact));
        state
    }
}

/// The dice of a long evening are read back from the records when they are to be proved.
pub(super) fn forget_dice(frame: &mut Frame) {
    for stretch in &mut frame.stretches {
        stretch.drawn = Vec::new();
        stretch.forgotten = true;
    }
}
