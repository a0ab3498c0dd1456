//! Following records: the only way a table changes, live and when it is opened again.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Act, Branch, Corrupt, Now, Opened, PackName, Record, Said, Shown, TableOf, Talk};
use crate::frame::{Frame, StretchRecord};
use crate::live::{Action, ActionId, Told};
use crate::sabotage::Sabotage;
use crate::{By, Playable, Seat, Stored};

/// A whole table as one value: reopening it goes on from there. Writing it copies nothing.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub(super) struct Saved<'a, G: Stored> {
    opened: Cow<'a, Opened<G>>,
    /// Whether the frame knows who left. Older tables did not keep it: they are read from their records.
    #[serde(default)]
    knows_former: bool,
    state: Cow<'a, G::State>,
    frame: Cow<'a, Frame>,
    acts: Cow<'a, [Act<G>]>,
    branches: Cow<'a, [Branch<G>]>,
    #[serde(default)]
    undone: usize,
    #[serde(default)]
    said: Cow<'a, [Said]>,
    waiting: Vec<Action<G::Command, G::Answer>>,
    next_action: ActionId,
    #[serde(default)]
    counted: Cow<'a, BTreeMap<Seat, Vec<ActionId>>>,
    /// Packs that came later than the table began.
    #[serde(default, skip_serializing_if = "<[PackName]>::is_empty")]
    packs: Cow<'a, [PackName]>,
    seq: u32,
}

impl<G: Stored> Saved<'_, G> {
    pub(super) fn game(&self) -> &str {
        &self.opened.game
    }

    pub(super) fn frame(&self) -> &Frame {
        &self.frame
    }

    pub(super) fn must_know_former(&self) -> Result<(), Corrupt> {
        if self.knows_former { Ok(()) } else { Err(Corrupt::Order("who left is not in it")) }
    }

    pub(super) fn packs(&self) -> Vec<PackName> {
        self.opened.packs.iter().chain(&*self.packs).cloned().collect()
    }
}

/// A table always has a stretch of dice in use.
pub(super) fn must_have_dice(frame: &Frame) -> Result<(), Corrupt> {
    if frame.stretches.is_empty() { Err(Corrupt::Order("there are no dice")) } else { Ok(()) }
}

/// A fork of before it was kept who left still knows by its papers whom they were shown.
pub(super) fn note_former(frame: &mut Frame) {
    let shown = frame.papers.iter().filter_map(|paper| match &paper.shown {
        Shown::Seats(seats) => Some(seats),
        Shown::Nobody | Shown::All => None,
    });
    let gone = shown.flatten().filter(|seat| !frame.seats.contains_key(seat));
    frame.former = gone.chain(&frame.former).copied().collect();
}

/// Whether play goes on with it, so that what was taken back before is left for good.
fn goes_on<G: Stored>(record: &Record<G>) -> bool {
    matches!(record, Record::Waiting(_) | Record::Told { .. } | Record::Acted(_) | Record::Cancelled { .. })
}

impl<G: Playable> TableOf<G> {
    /// Begins a table from its first record.
    pub(super) fn begin(opened: Opened<G>, book: Arc<G::Book>) -> Self {
        Self {
            book,
            state: opened.state.clone(),
            frame: opened.frame.clone(),
            opened,
            acts: Vec::new(),
            branches: Vec::new(),
            undone: 0,
            said: Vec::new(),
            waiting: BTreeMap::new(),
            now: BTreeMap::new(),
            next_action: ActionId(1),
            counted: BTreeMap::new(),
            packs: Vec::new(),
            highest: Vec::new(),
            looks: 0,
            seq: 1,
            sabotage: None,
        }
    }

    pub(super) fn to_saved(&self) -> Saved<'_, G> {
        Saved {
            opened: Cow::Borrowed(&self.opened),
            knows_former: true,
            state: Cow::Borrowed(&self.state),
            frame: Cow::Borrowed(&self.frame),
            acts: Cow::Borrowed(&self.acts),
            branches: Cow::Borrowed(&self.branches),
            undone: self.undone,
            said: Cow::Borrowed(&self.said),
            waiting: self.waiting.values().cloned().collect(),
            next_action: self.next_action,
            counted: Cow::Borrowed(&self.counted),
            packs: Cow::Borrowed(&self.packs),
            seq: self.seq,
        }
    }

    pub(super) fn from_saved(saved: Saved<'_, G>, book: Arc<G::Book>) -> Self {
        let Saved {
            opened,
            knows_former: _,
            state,
            frame,
            acts,
            branches,
            undone,
            said,
            waiting,
            next_action,
            counted,
            packs,
            seq,
        } = saved;
        let waiting = waiting.into_iter().map(|action| (action.id, action)).collect();
        let now = BTreeMap::new();
        let sabotage = None;
        let mut table = Self {
            book,
            opened: opened.into_owned(),
            state: state.into_owned(),
            frame: frame.into_owned(),
            acts: Vec::new(),
            branches: branches.into_owned(),
            undone,
            said: said.into_owned(),
            waiting,
            now,
            next_action,
            counted: counted.into_owned(),
            packs: packs.into_owned(),
            highest: Vec::new(),
            looks: 0,
            seq,
            sabotage,
        };
        acts.into_owned().into_iter().for_each(|act| table.add_act(act));
        table.look_again();
        table
    }

    /// Breaks a rule at this table. What waits has met it already.
    pub(super) fn break_rule(&mut self, sabotage: Arc<Sabotage>) {
        self.sabotage = Some(sabotage);
        self.look_again();
    }

    /// Follows one record.
    pub(super) fn step(&mut self, record: Record<G>) -> Result<(), Corrupt> {
        let before = self.looked(&record);
        let onward = goes_on(&record);
        match record {
            Record::Opened(_) => return Err(Corrupt::Order("a table is opened twice")),
            Record::Seated { seat, info } => {
                self.frame.seats.insert(seat, info);
            }
            Record::Left { seat } => {
                self.frame.seats.remove(&seat);
                self.frame.former.insert(seat);
                self.frame.standing.retain(|standing| standing.seat != seat);
                self.frame.said_before.retain(|said| said.seat != seat);
                self.frame.asks_of.remove(&seat);
            }
            Record::Waiting(action) => {
                self.must_be_next(action.id)?;
                self.count_on(action.id);
                self.note_dice(&action.told);
                action.replaces.and_then(|old| self.waiting.remove(&old));
                self.waiting.insert(action.id, action);
            }
            Record::Told { action, told } => {
                let waiting =
                    self.waiting.get_mut(&action).ok_or(Corrupt::Order("told to no waiting action"))?;
                waiting.told.extend(told.iter().cloned());
                self.note_dice(&told);
            }
            Record::Acted(act) => {
                if !self.waiting.contains_key(&act.id) {
                    self.must_be_next(act.id)?;
                }
                self.finish(act);
            }
            Record::Cancelled { action, by } => {
                let action =
                    self.waiting.remove(&action).ok_or(Corrupt::Order("cancels no waiting action"))?;
                // What a creature began by itself and somebody dropped, it does not begin again at once.
                if let By::Actor(actor) = G::address(&action.command).by {
                    self.frame.hold(|who| who == actor);
                }
                let acts = vec![self.as_far_as_it_got(action)];
                self.branches.push(Branch { by, reason: None, dropped: true, acts });
            }
            Record::Undone { from, by, reason, .. } => {
                let acts = self.rewind(from)?;
                self.branches.push(Branch { by, reason, dropped: false, acts });
                self.frame.hold(|_| true);
                self.undone = self.undone.saturating_add(1);
            }
            Record::Redone { from, .. } => self.bring_back(from)?,
            Record::Said(said) => {
                for rolled in said.talk.rolled() {
                    self.frame.note_drawn(&rolled.drawn, rolled.how);
                }
                if let Talk::Shows { paper, to, .. } = &said.talk {
                    self.frame.show(paper, to);
                }
                self.said.push(said);
            }
            Record::Stands(standing) => {
                // A creature plays itself in one way, no matter who said so last.
                let plays = standing.plays().is_some();
                self.frame.standing.retain(|old| {
                    (old.seat, old.creature) != (standing.seat, standing.creature)
                        && !(plays && old.creature == standing.creature && old.plays().is_some())
                });
                self.frame.held.retain(|who| Some(*who) != standing.creature);
                self.frame.standing.push(standing);
            }
            Record::StandsNoMore { seat, creature } => {
                let decides =
                    creature.is_some_and(|who| seat.is_gm() || G::speaker(&self.state, who) == seat);
                self.frame.standing.retain(|old| {
                    (old.seat, old.creature) != (seat, creature)
                        && !(decides && old.creature == creature && old.plays().is_some())
                });
            }
            Record::GoesOn { who } => self.frame.held.retain(|held| !who.contains(held)),
            Record::PlayOn { on } => self.frame.play_on = on,
            Record::Asks { seat: Some(seat), asks } => {
                self.frame.asks_of.insert(seat, asks);
            }
            Record::Asks { seat: None, asks } => self.frame.asks = asks,
            Record::Beforehand(said) => {
                self.frame.said_before.retain(|old| !old.is(said.seat, &said.question, &said.id));
                self.frame.said_before.push(said);
            }
            Record::BeforehandNoMore { seat, question, id } => {
                self.frame.said_before.retain(|old| !old.is(seat, &question, &id));
            }
            Record::Level { rule: Some(rule), level } => {
                self.frame.levels.insert(rule, level);
            }
            Record::Level { rule: None, level } => self.frame.level = level,
            Record::Review { on } => self.frame.review = on,
            Record::Advice { on } => self.frame.advice = on,
            Record::Ruled(ruling) => self.frame.rulings.push(ruling),
            Record::Chat(chat) => self.frame.chat = chat,
            Record::Written { paper, title, body } => self.frame.write(paper, title, body),
            Record::Discarded { paper } => self.frame.papers.retain(|known| known.id != paper),
            Record::Packed(pack) => self.use_pack(pack)?,
            Record::Contributed { seat, text } => {
                let name = self.frame.seat_name(seat);
                let stretch = self.frame.stretches.last_mut().ok_or(Corrupt::Order("there are no dice"))?;
                if stretch.next != [0, 0] {
                    return Err(Corrupt::Order("the dice have begun"));
                }
                stretch
                    .stretch
                    .contribute(&name, &text)
                    .map_err(|_| Corrupt::Order("the dice have begun"))?;
            }
            Record::Revealed { next } => {
                if let Some(stretch) = self.frame.stretches.last_mut() {
                    stretch.revealed = true;
                }
                self.frame.stretches.push(StretchRecord::new(next));
            }
        }
        // Only now: a record that cannot be followed leaves everything as it was.
        if onward {
            self.undone = 0;
        }
        self.frame.let_go();
        self.seq = self.seq.saturating_add(1);
        self.look_again();
        self.look_after(&before);
        Ok(())
    }

    /// A waiting action as history keeps it when it is dropped: what was seen was seen.
    fn as_far_as_it_got(&mut self, action: Action<G::Command, G::Answer>) -> Act<G> {
        let log = match self.now.remove(&action.id) {
            Some(Now::Asks { log, .. }) => log,
            _ => Vec::new(),
        };
        let lane = G::address(&action.command).lane;
        let Action { id, by, command, told, replaces, .. } = action;
        let (ended, forgotten) = (Vec::new(), Vec::new());
        let act = Act { id, by, lane, command: Some(command), told, log, ended, forgotten, replaces };
        self.count_for_seats(&act);
        act
    }

    fn finish(&mut self, act: Act<G>) {
        self.count_on(act.id);
        self.note_dice(&act.told);
        self.waiting.remove(&act.id);
        act.replaces.and_then(|old| self.waiting.remove(&old));
        act.facts().for_each(|fact| G::apply(&mut self.state, fact));
        self.frame.keep_rulings(&act.log);
        self.frame.standing.retain(|standing| !act.ended.contains(&(standing.seat, standing.creature)));
        for (seat, question, id) in &act.forgotten {
            self.frame.said_before.retain(|said| !said.is(*seat, question, id));
        }
        self.count_for_seats(&act);
        self.add_act(act);
    }

    fn add_act(&mut self, act: Act<G>) {
        let highest = self.highest.last().map_or(act.id, |highest| act.id.max(*highest));
        self.highest.push(highest);
        self.acts.push(act);
    }

    /// Goes back to before an action, by folding the facts that stay.
    fn rewind(&mut self, from: ActionId) -> Result<Vec<Act<G>>, Corrupt> {
        let at = self.acts.iter().position(|act| act.id == from).ok_or(Corrupt::Order("undoes no action"))?;
        let gone = self.acts.split_off(at);
        self.highest.truncate(at);
        gone.iter().for_each(|act| self.frame.forget_rulings(&act.log));
        self.state = self.opened.state.clone();
        for act in &self.acts {
            act.facts().for_each(|fact| G::apply(&mut self.state, fact));
        }
        Ok(gone)
    }

    /// Actions taken back count again.
    fn bring_back(&mut self, from: ActionId) -> Result<(), Corrupt> {
        let first =
            |branch: &Branch<G>| !branch.dropped && branch.acts.first().is_some_and(|act| act.id == from);
        let at = self.branches.iter().rposition(first).ok_or(Corrupt::Order("brings back no action"))?;
        self.undone = self.undone.saturating_sub(1);
        // Its dice and its numbers were counted when it was done first.
        for act in self.branches.remove(at).acts {
            act.facts().for_each(|fact| G::apply(&mut self.state, fact));
            self.frame.keep_rulings(&act.log);
            self.add_act(act);
        }
        Ok(())
    }

    /// Numbers are given one after the other: a record followed twice, or too early, is noticed.
    fn must_be_next(&self, id: ActionId) -> Result<(), Corrupt> {
        if id == self.next_action { Ok(()) } else { Err(Corrupt::Order("an action out of order")) }
    }

    fn count_on(&mut self, id: ActionId) {
        self.next_action = self.next_action.max(ActionId(id.0.saturating_add(1)));
    }

    fn note_dice(&mut self, told: &[Told<G::Answer>]) {
        for told in told {
            if let Told::Dice { groups, how, .. } = told {
                self.frame.note_drawn(groups, *how);
            }
        }
    }

    fn look_again(&mut self) {
        self.now = self.waiting.values().map(|action| (action.id, self.look(action))).collect();
    }
}
