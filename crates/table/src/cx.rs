//! What rules hold while they resolve an action, and what stands behind it.
//!
//! Rules are plain functions that ask a [`Host`] for dice and answers. Where the host does not
//! know yet, the request fails with [`Stop`], which `?` carries out of the action. Nothing is
//! resumed: to go on, the action is run again from its start with more known.

use std::hash::{BuildHasher, Hash};
use std::panic::Location;

use foldhash::fast::FixedState;
use smallvec::SmallVec;

use crate::view::Term;
use crate::{At, Audience, Faces, Game, Group, Judgement, Party, Question, Refusal, Roll, RuleId, Ruling};

/// What rules return: a value, or that the action ends here for now.
pub type Flow<T = ()> = Result<T, Stop>;

/// Why an action left its rules. Rules cannot look inside; they pass it on with `?`.
#[derive(Debug)]
pub struct Stop(Option<Box<Refusal>>);

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self(Some(Box::new(refusal)))
    }
}

/// Ends the action as one the rules do not allow.
pub fn refuse<T>(refusal: Refusal) -> Flow<T> {
    Err(refusal.into())
}

/// Whether the answers that are in, of those asked together, decide the matter.
pub type Decided<'a, G> = &'a dyn Fn(&[Option<<G as Game>::Answer>]) -> bool;

/// What rules do with a throw before they come to a mark.
pub type Ahead<'a, G> = &'a dyn Fn(&mut Cx<'_, G>, Faces) -> Flow;

/// Where an action's dice and answers come from: a live table, a simulation, or the
/// exploration of every outcome.
///
/// `None` means "not known yet"; a host that has said so is asked nothing more.
pub trait Host<G: Game> {
    /// Throws dice: one [`Faces`] for each group.
    fn roll(&mut self, at: At<'_, G>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()>;

    /// Puts a question to somebody.
    fn ask(&mut self, at: At<'_, G>, party: Party, prompt: &G::Prompt) -> Option<G::Answer>;

    /// Puts questions to several; no answer is seen before all are in.
    fn ask_each(&mut self, at: At<'_, G>, asked: &[(Party, G::Prompt)]) -> Option<SmallVec<[G::Answer; 4]>>;

    /// Puts questions to several until the answers that are in decide the matter; what is not in
    /// then is `None`. No answer is seen before.
    fn ask_until(
        &mut self,
        at: At<'_, G>,
        asked: &[(Party, G::Prompt)],
        decided: Decided<'_, G>,
    ) -> Option<SmallVec<[Option<G::Answer>; 4]>> {
        let mut answers: SmallVec<[Option<G::Answer>; 4]> = asked.iter().map(|_| None).collect();
        for (nth, answer) in self.ask_each(at, asked)?.into_iter().enumerate() {
            answers[nth] = Some(answer);
            if decided(&answers) {
                break;
            }
        }
        Some(answers)
    }

    /// Waits for the answer to the first of these; the others may speak up meanwhile, and vanish
    /// with it. Gives which of them was answered.
    ///
    /// A host that answers at once asks those who may speak up before the one waited for, in
    /// order: otherwise they would never get a word in.
    fn ask_first(&mut self, at: At<'_, G>, asked: &[(Party, G::Prompt)]) -> Option<(usize, G::Answer)> {
        for (nth, (party, prompt)) in asked.iter().enumerate().skip(1) {
            let answer = self.ask(at, *party, prompt)?;
            if G::question(prompt).pass().is_some_and(|pass| pass != answer) {
                return Some((nth, answer));
            }
        }
        let (party, prompt) = asked.first()?;
        self.ask(at, *party, prompt).map(|answer| (0, answer))
    }

    /// Leaves something to the game master's judgement.
    fn judge(
        &mut self,
        at: At<'_, G>,
        audience: Audience,
        rule: RuleId,
        proposal: u8,
        judgement: &dyn Fn() -> Judgement,
    ) -> Option<Ruling>;

    /// May change a fact before it is applied, or keep it from becoming true. Hosts that play by the rules do not.
    fn amend(
        &mut self,
        _rule: RuleId,
        _audience: &mut Audience,
        fact: G::Fact,
        _terms: Option<&dyn Fn() -> Vec<Term>>,
    ) -> Option<G::Fact> {
        Some(fact)
    }

    /// Told of each fact after it is applied.
    fn recorded(
        &mut self,
        _rule: RuleId,
        _audience: Audience,
        _fact: G::Fact,
        _terms: Option<&dyn Fn() -> Vec<Term>>,
    ) {
    }

    /// Told that a rule bore on what happens.
    fn cited(&mut self, _rule: RuleId) {}

    /// Told that what follows depends only on the state, `place` and the locals behind `digest`.
    fn mark(&mut self, _at: At<'_, G>, _place: RuleId, _digest: &dyn Fn() -> u64) -> Option<()> {
        Some(())
    }

    /// Where rules that stand at a mark may go on instead: at a later place of the path they are led along, which
    /// by what the mark says differs from this one in the state alone. Before an opening the mark itself lies ahead.
    fn leaps(&mut self, _place: RuleId, _digest: &dyn Fn() -> u64, _opening: bool) -> Option<G::State> {
        None
    }

    /// Whether it found out by itself all that comes of a throw on the way to a mark, and the run may end.
    fn ahead(
        &mut self,
        _at: At<'_, G>,
        _roll: &Roll<'_>,
        _place: RuleId,
        _digest: &dyn Fn() -> u64,
        _then: Ahead<'_, G>,
    ) -> bool {
        false
    }

    /// Given back the state a run began with, where rules leapt before they changed anything.
    fn spared(&mut self, _state: G::State) {}

    /// Told that the answer it gave does not belong to the question.
    fn confused(&mut self) {}

    /// Whether it keeps facts and citations: others are not told of them.
    fn keeps(&self) -> bool {
        true
    }

    /// Whether it uses marks: others need not pay for the digests.
    fn explores(&self) -> bool {
        false
    }

    /// Whether everybody answers by instinct, whatever is asked: then questions need not be put to it.
    fn by_instinct(&self) -> bool {
        false
    }
}

/// Whose answer came first, where one is waited for and others may speak up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum First<M, A> {
    /// The one waited for has answered: nobody else may speak up any more.
    Main(M),
    /// Somebody has spoken up; the rules take it in and ask again.
    Other {
        /// Which of the others.
        nth: usize,
        /// What they said; [`Cx::answer_to`] gives it as the answer to its question.
        answer: A,
    },
}

/// How a run of rules ended.
#[derive(Debug)]
pub enum Ended {
    /// To its end.
    Done,
    /// At something the host did not know.
    Stopped,
    /// The rules do not allow it.
    Refused(Box<Refusal>),
    /// The rules refused after a roll, a prompt or a fact: a fault in the rules.
    RefusedLate(Box<Refusal>),
}

impl Ended {
    /// What rules give back that have run other rules behind a host of their own.
    pub(crate) fn into_flow(self) -> Flow {
        match self {
            Self::Done => Ok(()),
            Self::Stopped => Err(Stop(None)),
            Self::Refused(refusal) | Self::RefusedLate(refusal) => Err(Stop(Some(refusal))),
        }
    }
}

/// Runs rules on `state`. Unless it ends as [`Ended::Done`], the state is half changed and must be dropped.
pub fn run<G: Game>(
    state: &mut G::State,
    book: &G::Book,
    host: &mut dyn Host<G>,
    rules: impl FnOnce(&mut Cx<'_, G>) -> Flow,
) -> Ended {
    let (explores, keeps, by_instinct) = (host.explores(), host.keeps(), host.by_instinct());
    let mut cx = Cx {
        state,
        book,
        host,
        callers: 0,
        stopped: false,
        begun: false,
        changed: false,
        explores,
        keeps,
        by_instinct,
    };
    match rules(&mut cx) {
        _ if cx.stopped => Ended::Stopped,
        Ok(()) => Ended::Done,
        Err(Stop(Some(refusal))) if cx.begun => Ended::RefusedLate(refusal),
        Err(Stop(Some(refusal))) => Ended::Refused(refusal),
        Err(Stop(None)) => Ended::Stopped,
    }
}

/// What rules hold while they resolve one action.
pub struct Cx<'a, G: Game> {
    state: &'a mut G::State,
    book: &'a G::Book,
    host: &'a mut dyn Host<G>,
    /// A digest of the calls under way and of what they still need: see [`Cx::within`].
    callers: u64,
    /// Set once the host did not know: rules that swallow a [`Stop`] achieve nothing.
    stopped: bool,
    /// Set by the first roll, prompt or fact: from then on nothing may be refused.
    begun: bool,
    /// Set by the first fact.
    changed: bool,
    explores: bool,
    keeps: bool,
    by_instinct: bool,
}

impl<G: Game> std::fmt::Debug for Cx<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cx")
            .field("state", self.state)
            .field("stopped", &self.stopped)
            .finish_non_exhaustive()
    }
}

impl<'a, G: Game> Cx<'a, G> {
    /// What is true now.
    pub fn state(&self) -> &G::State {
        self.state
    }

    /// The content in use. Lives as long as the run, so that entries can be held across changes.
    pub fn book(&self) -> &'a G::Book {
        self.book
    }

    /// State and book together.
    pub fn at(&self) -> At<'_, G> {
        At { state: self.state, book: self.book }
    }

    /// What it works with, for a host in between.
    pub(crate) fn parts(&mut self) -> (&mut G::State, &'a G::Book, &mut dyn Host<G>) {
        (self.state, self.book, self.host)
    }

    /// Makes a fact true.
    #[inline]
    pub fn record(&mut self, rule: RuleId, fact: G::Fact) {
        self.write(rule, Audience::ALL, fact, None);
    }

    /// Makes a fact true, with the numbers behind it.
    pub fn record_because(&mut self, rule: RuleId, fact: G::Fact, terms: &dyn Fn() -> Vec<Term>) {
        self.write(rule, Audience::ALL, fact, Some(terms));
    }

    /// Makes a fact true that not everybody may know.
    pub fn record_for(&mut self, audience: Audience, rule: RuleId, fact: G::Fact) {
        self.write(rule, audience, fact, None);
    }

    /// Makes a fact true that leaves the state as it is: what was rolled away, whom a blow goes for. It is put
    /// together only where somebody keeps it.
    #[inline]
    pub fn note(&mut self, rule: RuleId, fact: impl FnOnce(At<'_, G>) -> G::Fact) {
        self.begun = true;
        if self.keeps && !self.stopped {
            let before = cfg!(debug_assertions).then(|| self.state.clone());
            let fact = fact(At { state: &*self.state, book: self.book });
            self.keep(rule, Audience::ALL, fact, None);
            debug_assert!(
                before.is_none_or(|before| before == *self.state),
                "what is only told changes nothing"
            );
        }
    }

    #[inline]
    fn write(
        &mut self,
        rule: RuleId,
        audience: Audience,
        fact: G::Fact,
        terms: Option<&dyn Fn() -> Vec<Term>>,
    ) {
        (self.begun, self.changed) = (true, true);
        if self.keeps && !self.stopped {
            self.keep(rule, audience, fact, terms);
        } else {
            G::adopt(self.state, fact);
        }
    }

    #[inline(never)]
    fn keep(
        &mut self,
        rule: RuleId,
        mut audience: Audience,
        fact: G::Fact,
        terms: Option<&dyn Fn() -> Vec<Term>>,
    ) {
        if let Some(fact) = self.host.amend(rule, &mut audience, fact, terms) {
            G::apply(self.state, &fact);
            self.host.recorded(rule, audience, fact, terms);
        }
    }

    /// Notes that a rule bore on what happens, where no fact, roll or prompt says so.
    #[inline]
    pub fn cite(&mut self, rule: RuleId) {
        if self.keeps && !self.stopped {
            self.host.cited(rule);
        }
    }

    /// Notes rules that bore on what happens, found out only where somebody keeps them.
    #[inline]
    pub fn cite_all<I: IntoIterator<Item = RuleId>>(&mut self, rules: impl FnOnce(At<'_, G>) -> I) {
        if self.keeps && !self.stopped {
            let at = At { state: &*self.state, book: self.book };
            rules(at).into_iter().for_each(|rule| self.host.cited(rule));
        }
    }

    /// Whether somebody keeps what happens and what is told of it: otherwise nothing need be made for that alone.
    #[inline]
    pub fn keeps(&self) -> bool {
        self.keeps && !self.stopped
    }

    /// Words that only people read: a question, a reason. Nobody reads those of a simulation.
    #[inline]
    pub fn words(&self, words: impl FnOnce(At<'_, G>) -> String) -> String {
        if self.keeps() { words(self.at()) } else { String::new() }
    }

    /// Whether everybody answers by instinct: then rules may take several answers in one, where they know them.
    #[inline]
    pub fn by_instinct(&self) -> bool {
        self.by_instinct
    }

    /// Whether every outcome is explored: only then it matters which throws are alike.
    #[inline]
    pub fn explores(&self) -> bool {
        self.explores
    }

    /// Throws one die that everybody sees.
    pub fn die(&mut self, rule: RuleId, by: impl Into<Party>, sides: u8) -> Flow<u8> {
        Ok(self.dice(rule, by, Group::new(1, sides))?.first())
    }

    /// Throws like dice that everybody sees.
    pub fn dice(&mut self, rule: RuleId, by: impl Into<Party>, group: Group) -> Flow<Faces> {
        let groups = [group];
        let roll =
            Roll { rule, by: by.into(), audience: Audience::ALL, groups: &groups, terms: None, alike: None };
        self.roll_one(&roll)
    }

    /// Throws like dice of which the rules only ever use `read`. Exact odds then branch on
    /// the distinct readings, not on the distinct throws.
    pub fn dice_read<R: PartialEq>(
        &mut self,
        rule: RuleId,
        by: impl Into<Party>,
        group: Group,
        read: impl Fn(&Faces) -> R,
    ) -> Flow<R> {
        let groups = [group];
        let alike = |a: &Faces, b: &Faces| read(a) == read(b);
        let roll = Roll {
            rule,
            by: by.into(),
            audience: Audience::ALL,
            groups: &groups,
            terms: None,
            alike: Some(&alike),
        };
        self.roll_one(&roll).map(|faces| read(&faces))
    }

    /// Throws the only group of `roll`.
    #[inline]
    pub fn roll_one(&mut self, roll: &Roll<'_>) -> Flow<Faces> {
        let mut out = [Faces::default()];
        self.roll(roll, &mut out)?;
        Ok(out[0])
    }

    /// Throws several groups: one [`Faces`] for each, in order.
    #[inline]
    pub fn roll(&mut self, roll: &Roll<'_>, out: &mut [Faces]) -> Flow {
        debug_assert_eq!(roll.groups.len(), out.len());
        self.request(|at, host| host.roll(at, roll, out))
    }

    /// Puts a question to a creature's speaker or a seat.
    pub fn ask<Q: Question<G>>(&mut self, party: impl Into<Party>, question: Q) -> Flow<Q::Answer> {
        if self.by_instinct {
            self.begun = true;
            return Ok(question.instinct(self.at()));
        }
        let prompt: G::Prompt = question.into();
        let party = party.into();
        let answer = self.request(|at, host| host.ask(at, party, &prompt))?;
        self.answer_to::<Q>(answer)
    }

    /// Puts questions to several, sealed until all have answered.
    pub fn ask_each<Q: Question<G>>(
        &mut self,
        asked: impl IntoIterator<Item = (Party, Q)>,
    ) -> Flow<SmallVec<[Q::Answer; 4]>> {
        let asked: SmallVec<[(Party, G::Prompt); 4]> =
            asked.into_iter().map(|(party, question)| (party, question.into())).collect();
        if asked.is_empty() {
            return Ok(SmallVec::new());
        }
        let answers = self.request(|at, host| host.ask_each(at, &asked))?;
        answers.into_iter().map(|answer| self.answer_to::<Q>(answer)).collect()
    }

    /// Puts questions to several, sealed, until the answers that are in decide the matter: the others
    /// need not be waited for, and what is not in then is `None`.
    pub fn ask_until<Q: Question<G>>(
        &mut self,
        asked: impl IntoIterator<Item = (Party, Q)>,
        decided: impl Fn(&[Option<G::Answer>]) -> bool,
    ) -> Flow<SmallVec<[Option<Q::Answer>; 4]>> {
        let asked: SmallVec<[(Party, G::Prompt); 4]> =
            asked.into_iter().map(|(party, question)| (party, question.into())).collect();
        if asked.is_empty() {
            return Ok(SmallVec::new());
        }
        let answers = self.request(|at, host| host.ask_until(at, &asked, &decided))?;
        let own = |answer: Option<G::Answer>| answer.map(|answer| self.answer_to::<Q>(answer)).transpose();
        answers.into_iter().map(own).collect()
    }

    /// Puts a question that is waited for, and beside it others that are not: whoever is asked one of
    /// those may speak up while the first is open, and they all vanish with it. Rules take in what was
    /// said and ask again, in a loop; that somebody has spoken up must show in the state or in what is
    /// asked next, or instinct would speak up for ever.
    ///
    /// The questions may be of different kinds. Each of the others must have a
    /// [`pass`](Question::pass): it is what silence means.
    pub fn ask_first<Q: Question<G>>(
        &mut self,
        party: impl Into<Party>,
        main: Q,
        others: impl IntoIterator<Item = (Party, G::Prompt)>,
    ) -> Flow<First<Q::Answer, G::Answer>> {
        let mut asked: SmallVec<[(Party, G::Prompt); 4]> = SmallVec::new();
        asked.push((party.into(), main.into()));
        asked.extend(others);
        debug_assert!(
            asked[1..].iter().all(|(_, prompt)| G::question(prompt).pass().is_some()),
            "a question beside the one waited for must have a pass"
        );
        match self.request(|at, host| host.ask_first(at, &asked))? {
            (0, answer) => self.answer_to::<Q>(answer).map(First::Main),
            (nth, answer) => Ok(First::Other { nth: nth - 1, answer }),
        }
    }

    /// What was said beside the question waited for, as the answer to a question of kind `Q`.
    pub fn answer_to<Q: Question<G>>(&mut self, answer: G::Answer) -> Flow<Q::Answer> {
        Q::Answer::try_from(answer).map_err(|_| {
            self.stopped = true;
            self.host.confused();
            Stop(None)
        })
    }

    /// Leaves something to the game master, with a proposal. Gives the option to go on with.
    pub fn judge(&mut self, rule: RuleId, proposal: u8, judgement: &dyn Fn() -> Judgement) -> Flow<Ruling> {
        self.judge_for(Audience::ALL, rule, proposal, judgement)
    }

    /// Leaves something to the game master that not everybody may know of: neither the ruling nor, unless
    /// they notice that something happens, that it is waited for.
    pub fn judge_for(
        &mut self,
        audience: Audience,
        rule: RuleId,
        proposal: u8,
        judgement: &dyn Fn() -> Judgement,
    ) -> Flow<Ruling> {
        self.request(|at, host| host.judge(at, audience, rule, proposal, judgement))
    }

    /// Declares that everything from here to the action's end depends only on the state,
    /// on `place`, on `locals` and on what callers named with [`Cx::within`], so that
    /// exact odds may reuse what they know of it.
    #[inline]
    pub fn mark(&mut self, place: RuleId, locals: impl Hash) -> Flow {
        if !self.explores {
            return Ok(());
        }
        let callers = self.callers;
        let digest = || FixedState::default().hash_one((callers, &locals));
        if self.leapt(place, &digest, false) {
            return Ok(());
        }
        self.request(|at, host| host.mark(at, place, &digest))
    }

    /// Carries out what comes before a [`mark`](Cx::mark), and marks. What comes before may leave nothing behind but
    /// the state: exact odds that are led past the mark do not go through it again.
    pub fn mark_after(
        &mut self,
        place: RuleId,
        locals: impl Hash,
        opening: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        if self.explores {
            let callers = self.callers;
            if self.leapt(place, &|| FixedState::default().hash_one((callers, &locals)), true) {
                return Ok(());
            }
        }
        opening(self)?;
        self.mark(place, locals)
    }

    /// Throws the only group of `roll`, goes on by `then` and comes to a [`mark`](Cx::mark): a round of a loop that
    /// ends with the mark it began at. Exact odds need no run of their own for throws that lead to what is known.
    pub fn roll_to_mark(
        &mut self,
        roll: &Roll<'_>,
        place: RuleId,
        locals: impl Hash,
        then: impl Fn(&mut Cx<'_, G>, Faces) -> Flow,
    ) -> Flow {
        if self.explores && !self.stopped {
            let callers = self.callers;
            let digest = || FixedState::default().hash_one((callers, &locals));
            let at = At { state: &*self.state, book: self.book };
            if self.host.ahead(at, roll, place, &digest, &then) {
                (self.begun, self.stopped) = (true, true);
                return Err(Stop(None));
            }
        }
        let faces = self.roll_one(roll)?;
        then(self, faces)?;
        self.mark(place, locals)
    }

    /// Whether the run goes on at a later place of its path.
    fn leapt(&mut self, place: RuleId, digest: &dyn Fn() -> u64, opening: bool) -> bool {
        if self.stopped {
            return false;
        }
        let Some(state) = self.host.leaps(place, digest, opening) else { return false };
        let before = std::mem::replace(self.state, state);
        if !self.changed {
            self.host.spared(before);
        }
        (self.begun, self.changed) = (true, true);
        true
    }

    /// Calls rules that may [`mark`](Cx::mark), naming the locals needed once they return.
    #[track_caller]
    #[inline(always)]
    pub fn within<T>(&mut self, locals: impl Hash, call: impl FnOnce(&mut Self) -> Flow<T>) -> Flow<T> {
        let callers = self.callers;
        if self.explores {
            self.called_from(Location::caller(), locals);
        }
        let result = call(self);
        self.callers = callers;
        result
    }

    fn called_from(&mut self, place: &Location<'_>, locals: impl Hash) {
        let place = (place.line(), place.column(), place.file());
        self.callers = FixedState::default().hash_one((self.callers, place, locals));
    }

    #[inline]
    fn request<T>(&mut self, request: impl FnOnce(At<'_, G>, &mut dyn Host<G>) -> Option<T>) -> Flow<T> {
        self.begun = true;
        if self.stopped {
            return Err(Stop(None));
        }
        let told = request(At { state: self.state, book: self.book }, self.host);
        self.stopped = told.is_none();
        told.ok_or(Stop(None))
    }
}
