//! Following records: the only way a table changes, live and when it is opened again.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::ids::Ids;
use super::own::{OwnPack, as_pack, written};
use super::past::{Branch, Done, Heard, Horizon, LATELY, Remembers, forget_dice};
use super::{Act, Corrupt, Now, Opened, PackName, Record, Shown, TableOf, Talk};
use crate::frame::{Frame, Seeds, StretchRecord};
use crate::live::{Action, ActionId, Entry, Told};
use crate::sabotage::Sabotage;
use crate::{By, Playable, Seat, Stored};

/// A table as one value: reopening it goes on from there. Of its past it has what was done lately; the state is what that
/// makes of the one it opened with. Writing it copies little.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub(super) struct Saved<'a, G: Stored> {
    /// Its state is the one before the actions that are here.
    opened: Cow<'a, Opened<G>>,
    /// Whether the frame knows who left. Older tables did not keep it: they are read from their records.
    #[serde(default)]
    knows_former: bool,
    frame: Cow<'a, Frame>,
    gone: u32,
    last_gone: ActionId,
    since: u32,
    bound: ActionId,
    acts: Cow<'a, [Done<G>]>,
    branches: Cow<'a, [Branch<G>]>,
    #[serde(default)]
    undone: usize,
    said: Cow<'a, [Heard]>,
    waiting: Vec<Action<G::Command, G::Answer>>,
    next_action: ActionId,
    counted: Cow<'a, BTreeMap<Seat, Ids>>,
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
        let own = as_pack(&written(&self.opened.own, self.acts.iter().flat_map(|act| &act.wrote)));
        self.opened.packs.iter().chain(&*self.packs).cloned().chain(own).collect()
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

/// Whether what waits may ask something else after it. Words and papers change nothing that rules read.
fn changes_what_is_asked<G: Stored>(record: &Record<G>) -> bool {
    use Record::{Chat, Contributed, Discarded, Said, Written};
    !matches!(record, Said(_) | Chat(_) | Written { .. } | Discarded { .. } | Contributed { .. })
}

impl<G: Playable> TableOf<G> {
    /// Begins a table from its first record.
    pub(super) fn begin(mut opened: Opened<G>, book: Arc<G::Book>) -> Self {
        // Only once: papers with pictures may be in it.
        let bare = Frame::new(opened.frame.title.clone(), Seeds { open: [0; 32], secret: [0; 32] });
        let frame = std::mem::replace(&mut opened.frame, bare);
        Self {
            book,
            state: opened.state.clone(),
            frame,
            own: OwnPack::of(opened.own.clone()),
            writing: None,
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
            remembers: Remembers::Everything,
            gone: 0,
            last_gone: ActionId(0),
            since: 0,
            bound: ActionId(0),
            sabotage: None,
        }
    }

    pub(super) fn to_saved(&self) -> Saved<'_, G> {
        let Horizon { skip, since, bound } = self.horizon(LATELY);
        let (forgotten, acts) = self.acts.split_at(skip);
        let opened = match forgotten {
            [] => Cow::Borrowed(&self.opened),
            some => {
                let state = Self::folded(&self.opened.state, some);
                let own = self.own_of(some.iter().map(|done| &done.act));
                Cow::Owned(Opened { state, own, ..self.opened.clone() })
            }
        };
        let whole = skip == 0 && since == 0 && self.is_whole();
        let mut frame = Cow::Borrowed(&self.frame);
        if !whole && self.frame.stretches.iter().any(|stretch| !stretch.drawn.is_empty()) {
            forget_dice(frame.to_mut());
        }
        let mut branches = Cow::Borrowed(self.branches.as_slice());
        if since > self.since {
            let kept = branches.to_mut();
            kept.iter_mut().for_each(|branch| branch.acts.retain(|act| act.record >= since));
        }
        let said = self.said.partition_point(|heard| heard.record < since);
        Saved {
            opened,
            knows_former: true,
            frame,
            gone: self.gone.saturating_add(u32::try_from(skip).unwrap_or(u32::MAX)),
            last_gone: forgotten.last().map_or(self.last_gone, |act| act.id),
            since,
            bound,
            acts: Cow::Borrowed(acts),
            branches,
            undone: self.undone,
            said: Cow::Borrowed(&self.said[said..]),
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
            frame,
            gone,
            last_gone,
            since,
            bound,
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
        let (opened, acts) = (opened.into_owned(), acts.into_owned());
        let own = OwnPack::of(written(&opened.own, acts.iter().flat_map(|act| &act.wrote)));
        let mut table = Self {
            book,
            // Made of the other, so that they share what is the same in both.
            state: Self::folded(&opened.state, &acts),
            opened,
            frame: frame.into_owned(),
            acts: Vec::new(),
            branches: branches.into_owned(),
            undone,
            said: said.into_owned(),
            waiting: waiting.into_iter().map(|action| (action.id, action)).collect(),
            now: BTreeMap::new(),
            next_action,
            counted: counted.into_owned(),
            packs: packs.into_owned(),
            own,
            writing: None,
            highest: Vec::new(),
            looks: 0,
            seq,
            remembers: Remembers::Everything,
            gone,
            last_gone,
            since,
            bound,
            sabotage: None,
        };
        acts.into_iter().for_each(|act| table.add_act(act));
        table.look_again();
        table
    }

    /// Remembers so much from now on. What is forgotten already does not come back.
    pub(super) fn remember(&mut self, remembers: Remembers) {
        self.remembers = remembers;
        self.forget();
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
        let asks_anew = changes_what_is_asked(&record);
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
                if !action.wrote.is_empty() {
                    self.writing = Some((action.id, self.book_for(&action)?));
                }
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
                self.finish(act)?;
            }
            Record::Cancelled { action, by, log } => {
                let action =
                    self.waiting.remove(&action).ok_or(Corrupt::Order("cancels no waiting action"))?;
                // What a creature began by itself and somebody dropped, it does not begin again at once.
                if let By::Actor(actor) = G::address(&action.command).by {
                    self.frame.hold(|who| who == actor);
                }
                let acts = vec![self.as_far_as_it_got(action, log)];
                let branch = self.branch(by, None, true, acts);
                self.branches.push(branch);
            }
            Record::Undone { from, by, reason, .. } => {
                let acts = self.rewind(from)?;
                let branch = self.branch(by, reason, false, acts);
                self.branches.push(branch);
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
                let record = self.seq.saturating_add(1);
                self.said.push(Heard { record, said });
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
                let dice = !matches!(self.remembers, Remembers::LatelyAndDice(_));
                let forgotten = dice && !self.is_whole();
                self.frame.stretches.push(StretchRecord { forgotten, ..StretchRecord::new(next) });
            }
        }
        // Only now: a record that cannot be followed leaves everything as it was.
        if onward {
            self.undone = 0;
        }
        self.frame.let_go();
        self.seq = self.seq.saturating_add(1);
        if asks_anew {
            self.look_again();
        }
        self.look_after(&before);
        self.forget();
        Ok(())
    }

    /// A waiting action as history keeps it when it is dropped: what was seen was seen.
    fn as_far_as_it_got(
        &mut self,
        action: Action<G::Command, G::Answer>,
        log: Vec<Entry<G::Fact>>,
    ) -> Done<G> {
        let log = match self.now.remove(&action.id) {
            Some(Now::Asks { log, .. }) => log,
            _ => log,
        };
        let lane = G::address(&action.command).lane;
        // What was never done wrote nothing.
        let Action { id, by, command, told, replaces, .. } = action;
        let (ended, forgotten) = (Vec::new(), Vec::new());
        let wrote = Vec::new();
        let act = Act { id, by, lane, command: Some(command), told, log, ended, forgotten, replaces, wrote };
        self.count_for_seats(&act);
        Done { record: self.seq.saturating_add(1), next: self.next_action, act }
    }

    fn finish(&mut self, act: Act<G>) -> Result<(), Corrupt> {
        if !act.wrote.is_empty() {
            self.set_own(written(&self.own.files, &act.wrote))?;
        }
        let next = self.next_action;
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
        self.add_act(Done { record: self.seq.saturating_add(1), next, act });
        Ok(())
    }

    fn add_act(&mut self, act: Done<G>) {
        let highest = self.highest.last().map_or(act.id, |highest| act.id.max(*highest));
        self.highest.push(highest);
        self.acts.push(act);
    }

    /// Goes back to before an action, by folding the facts that stay.
    fn rewind(&mut self, from: ActionId) -> Result<Vec<Done<G>>, Corrupt> {
        let missing = || match self.lies_back(from) {
            true => Corrupt::LiesBack(from),
            false => Corrupt::Order("undoes no action"),
        };
        let at = self.acts.iter().position(|act| act.id == from).ok_or_else(missing)?;
        self.set_own(self.own_of(self.acts[..at].iter().map(|done| &done.act)))?;
        let gone = self.acts.split_off(at);
        self.highest.truncate(at);
        gone.iter().for_each(|act| self.frame.forget_rulings(&act.log));
        self.state = Self::folded(&self.opened.state, &self.acts);
        Ok(gone)
    }

    /// Actions taken back count again.
    fn bring_back(&mut self, from: ActionId) -> Result<(), Corrupt> {
        let first = |branch: &Branch<G>| !branch.dropped && branch.ids.first() == Some(from);
        let at = self.branches.iter().rposition(first).ok_or(Corrupt::Order("brings back no action"))?;
        if !self.branches[at].is_whole() {
            return Err(Corrupt::LiesBack(from));
        }
        let wrote = self.branches[at].acts.iter().flat_map(|act| &act.wrote);
        self.set_own(written(&self.own.files, wrote))?;
        self.undone = self.undone.saturating_sub(1);
        // Its dice and its numbers were counted when it was done first.
        for act in self.branches.remove(at).acts {
            act.act.facts().for_each(|fact| G::apply(&mut self.state, fact));
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
