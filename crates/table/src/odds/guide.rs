//! Leads rules along a path of rolls and answers, and notes where the path ends.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use super::branch::throws;
use crate::{At, Audience, Choices, Faces, Game, Host, Judgement, Party, Roll, RuleId, Ruling, Stance};

/// One decided thing on a path.
#[derive(Debug)]
pub enum Step<G: Game> {
    /// What a roll gave, group by group.
    Roll(SmallVec<[Faces; 1]>),
    /// What somebody answered.
    Answer(G::Answer),
    /// A mark passed.
    Mark,
}

/// What exact odds take for granted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Assumption {
    /// This rule's judgement goes by its proposal.
    Proposal(RuleId),
    /// This question, sealed or without a full list of answers, goes by instinct.
    Instinct(RuleId),
}

impl std::fmt::Display for Assumption {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Proposal(rule) => write!(f, "{rule} is judged as proposed"),
            Self::Instinct(rule) => write!(f, "{rule} is answered by instinct"),
        }
    }
}

pub(super) enum Fork<G: Game> {
    Chance(Vec<(SmallVec<[Faces; 1]>, u64)>),
    Choice {
        side: u8,
        answers: Vec<G::Answer>,
        prompt: G::Prompt,
    },
    Mark {
        place: RuleId,
        digest: u64,
    },
    /// A roll with more outcomes than can be walked.
    TooMany,
    /// The rules asked for something else than the path has.
    Wayward(RuleId),
}

/// A mark that the path leads past: where in the path, and everything that matters from there on.
pub(super) struct Passed<G: Game> {
    pub(super) step: usize,
    pub(super) place: RuleId,
    pub(super) digest: u64,
    pub(super) state: G::State,
}

pub(super) struct Guide<'a, G: Game> {
    path: &'a [Step<G>],
    passed: &'a [Passed<G>],
    next: usize,
    marks: bool,
    best: bool,
    fork: Option<Fork<G>>,
    /// The last rule met, to say where rules went astray.
    last: RuleId,
    assumptions: &'a mut BTreeSet<Assumption>,
}

impl<'a, G: Game> Guide<'a, G> {
    pub(super) fn new(
        path: &'a [Step<G>],
        passed: &'a [Passed<G>],
        marks: bool,
        best: bool,
        assumptions: &'a mut BTreeSet<Assumption>,
    ) -> Self {
        Self { path, passed, next: 0, marks, best, fork: None, last: RuleId::of("?"), assumptions }
    }

    pub(super) fn into_fork(self) -> Option<Fork<G>> {
        self.fork
    }

    fn step(&mut self) -> Option<&'a Step<G>> {
        let step = self.path.get(self.next);
        self.next += 1;
        step
    }

    fn assume(&mut self, assumption: Assumption) {
        // Assumptions met on the way were noted when the path was shorter.
        if self.next >= self.path.len() {
            self.assumptions.insert(assumption);
        }
    }

    fn stop<T>(&mut self, fork: Fork<G>) -> Option<T> {
        self.fork = Some(fork);
        None
    }

    fn by_instinct(&mut self, at: At<'_, G>, prompt: &G::Prompt) -> G::Answer {
        let question = G::question(prompt);
        if self.next >= self.path.len() {
            self.assume(Assumption::Instinct(question.rule(at)));
        }
        question.instinct(at)
    }
}

impl<G: Game> Host<G> for Guide<'_, G> {
    fn roll(&mut self, _at: At<'_, G>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
        self.last = roll.rule;
        match self.step() {
            Some(Step::Roll(faces)) if faces.len() == out.len() => {
                out.copy_from_slice(faces);
                Some(())
            }
            Some(_) => self.stop(Fork::Wayward(roll.rule)),
            None => match throws(roll) {
                Some(throws) => self.stop(Fork::Chance(throws)),
                None => self.stop(Fork::TooMany),
            },
        }
    }

    fn ask(&mut self, at: At<'_, G>, party: Party, prompt: &G::Prompt) -> Option<G::Answer> {
        let question = G::question(prompt);
        let side = match question.stance() {
            Stance::For(side) if self.best => side,
            Stance::Own if self.best => match party {
                Party::Creature(who) => G::side(at.state, who),
                Party::Seat(seat) => u8::from(seat.is_gm()),
            },
            _ => return Some(self.by_instinct(at, prompt)),
        };
        match self.step() {
            Some(Step::Answer(answer)) => Some(answer.clone()),
            Some(_) => self.stop(Fork::Wayward(question.rule(at))),
            // A question with a single answer is a step of the path like any other: the next
            // question's answer must never be taken for its own.
            None => {
                let answers = match question.choices(at) {
                    Choices::Every(answers) | Choices::Enough(answers) if !answers.is_empty() => answers,
                    Choices::Every(_) | Choices::Enough(_) => vec![question.instinct(at)],
                    Choices::Some(_) => vec![self.by_instinct(at, prompt)],
                };
                self.stop(Fork::Choice { side, answers, prompt: prompt.clone() })
            }
        }
    }

    fn ask_each(&mut self, at: At<'_, G>, asked: &[(Party, G::Prompt)]) -> Option<SmallVec<[G::Answer; 4]>> {
        Some(asked.iter().map(|(_, prompt)| self.by_instinct(at, prompt)).collect())
    }

    fn judge(
        &mut self,
        _at: At<'_, G>,
        _audience: Audience,
        rule: RuleId,
        proposal: u8,
        _judgement: &dyn Fn() -> Judgement,
    ) -> Option<Ruling> {
        self.assume(Assumption::Proposal(rule));
        Some(Ruling::Listed(proposal))
    }

    fn mark(&mut self, _at: At<'_, G>, place: RuleId, digest: &dyn Fn() -> u64) -> Option<()> {
        if !self.marks {
            return Some(());
        }
        self.last = place;
        match self.step() {
            Some(Step::Mark) => Some(()),
            Some(_) => self.stop(Fork::Wayward(place)),
            None => self.stop(Fork::Mark { place, digest: digest() }),
        }
    }

    fn leaps(&mut self, place: RuleId, digest: &dyn Fn() -> u64) -> Option<G::State> {
        let ahead = self.passed.iter().rev().take_while(|passed| passed.step > self.next);
        let found = ahead.into_iter().find(|passed| passed.place == place && passed.digest == digest())?;
        self.next = found.step + 1;
        Some(found.state.clone())
    }

    fn confused(&mut self) {
        self.fork = Some(Fork::Wayward(self.last));
    }

    fn keeps(&self) -> bool {
        false
    }

    fn explores(&self) -> bool {
        self.marks
    }
}
