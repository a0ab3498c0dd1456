//! What rules hold while they resolve an action: what is true, and ways to change it. Dice and questions are in `ask`,
//! marks for exact odds in `mark`, how a run ends in `flow`; what stands behind it all is the [`Host`].
//!
//! Where the host does not know yet, a request fails with [`Stop`], which `?` carries out of the action. Nothing is
//! resumed: to go on, the action is run again from its start with more known.

mod ask;
mod flow;
mod mark;

pub use ask::First;
pub use flow::{Ended, Flow, Stop, refuse};

use crate::view::Term;
use crate::{At, Audience, Game, Host, RuleId};

/// Runs rules on `state`. Unless it ends as [`Ended::Done`], the state is half changed and must be dropped.
pub fn run<G: Game>(
    state: &mut G::State,
    book: &G::Book,
    host: &mut dyn Host<G>,
    rules: impl FnOnce(&mut Cx<'_, G>) -> Flow,
) -> Ended {
    counted(state, book, host, rules).0
}

/// As [`run`]; tells as well in how many steps, that is rolls, questions, marks and facts. What may take too long is
/// measured in these and not in time.
pub fn counted<G: Game>(
    state: &mut G::State,
    book: &G::Book,
    host: &mut dyn Host<G>,
    rules: impl FnOnce(&mut Cx<'_, G>) -> Flow,
) -> (Ended, u64) {
    let (explores, keeps, by_instinct) = (host.explores(), host.keeps(), host.by_instinct());
    let mut cx = Cx {
        state,
        book,
        host,
        callers: 0,
        steps: 0,
        stopped: false,
        begun: false,
        changed: false,
        explores,
        keeps,
        by_instinct,
    };
    let ended = match rules(&mut cx) {
        _ if cx.stopped => Ended::Stopped,
        Ok(()) => Ended::Done,
        Err(Stop(Some(refusal))) if cx.begun => Ended::RefusedLate(refusal),
        Err(Stop(Some(refusal))) => Ended::Refused(refusal),
        Err(Stop(None)) => Ended::Stopped,
    };
    (ended, cx.steps)
}

/// What rules hold while they resolve one action.
pub struct Cx<'a, G: Game> {
    state: &'a mut G::State,
    book: &'a G::Book,
    host: &'a mut dyn Host<G>,
    /// A digest of the calls under way and of what they still need: see [`Cx::within`].
    callers: u64,
    /// Rolls, questions, marks and facts so far.
    steps: u64,
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
    #[inline]
    pub fn state(&self) -> &G::State {
        self.state
    }

    /// The content in use. Lives as long as the run, so that entries can be held across changes.
    #[inline]
    pub fn book(&self) -> &'a G::Book {
        self.book
    }

    /// State and book together.
    #[inline]
    pub fn at(&self) -> At<'_, G> {
        At { state: self.state, book: self.book }
    }

    /// Counts the steps of other rules that were run behind a host of their own.
    pub(crate) fn worked(&mut self, steps: u64) {
        self.steps += steps;
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
    #[inline]
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
        self.steps += 1;
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

    #[inline]
    fn request<T>(&mut self, request: impl FnOnce(At<'_, G>, &mut dyn Host<G>) -> Option<T>) -> Flow<T> {
        self.begun = true;
        self.steps += 1;
        if self.stopped {
            return Err(Stop(None));
        }
        let told = request(At { state: self.state, book: self.book }, self.host);
        self.stopped = told.is_none();
        told.ok_or(Stop(None))
    }
}
