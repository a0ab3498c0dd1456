//! Leads rules along a path of rolls and answers, and notes where the path ends.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use super::branch::throws;
use crate::{
    At, Choices, Faces, Game, Host, Judgement, Party, Roll, RuleId, Ruling, Stance,
};

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
    Choice { side: u8, answers: Vec<G::Answer> },
    Mark { place: RuleId, digest: u64 },
    /// A roll with more outcomes than can be walked.
    TooMany,
    /// The rules asked for something else than the path has.
    Wayward(RuleId),
}

pub(super) struct Guide<'a, G: Game> {
    path: &'a [Step<G>],
    next: usize,
    marks: bool,
    best: bool,
    fork: Option<Fork<G>>,
    assumptions: &'a mut BTreeSet<Assumption>,
}

impl<'a, G: Game> Guide<'a, G> {
    pub(super) fn new(
        path: &'a [Step<G>],
        marks: bool,
        best: bool,
        assumptions: &'a mut BTreeSet<Assumption>,
    ) -> Self {
        Self { path, next: 0, marks, best, fork: None, assumptions }
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
            self.assume(Assumption::Instinct(question.form(at).rule));
        }
        question.instinct(at)
    }
}

impl<G: Game> Host<G> for Guide<'_, G> {
    fn roll(&mut self, _at: At<'_, G>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
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

    fn ask(&mut self, at: At<'_, G>, _party: Party, prompt: &G::Prompt) -> Option<G::Answer> {
        let question = G::question(prompt);
        let side = match question.stance() {
            Stance::For(side) if self.best => side,
            _ => return Some(self.by_instinct(at, prompt)),
        };
        match self.path.get(self.next) {
            Some(Step::Answer(answer)) => {
                self.next += 1;
                return Some(answer.clone());
            }
            Some(_) => {}
            None => {
                return match question.choices(at) {
                    Choices::Every(answers) | Choices::Enough(answers) if answers.len() > 1 => {
                        self.stop(Fork::Choice { side, answers })
                    }
                    Choices::Every(answers) | Choices::Enough(answers) => {
                        Some(answers.into_iter().next().unwrap_or_else(|| question.instinct(at)))
                    }
                    Choices::Some(_) => Some(self.by_instinct(at, prompt)),
                };
            }
        }
        // The path goes on with a roll or a mark: this question had no real choice.
        match question.choices(at) {
            Choices::Every(answers) | Choices::Enough(answers) if answers.len() <= 1 => {
                Some(answers.into_iter().next().unwrap_or_else(|| question.instinct(at)))
            }
            Choices::Some(_) => Some(question.instinct(at)),
            _ => self.stop(Fork::Wayward(question.form(at).rule)),
        }
    }

    fn ask_each(&mut self, at: At<'_, G>, asked: &[(Party, G::Prompt)]) -> Option<SmallVec<[G::Answer; 4]>> {
        Some(asked.iter().map(|(_, prompt)| self.by_instinct(at, prompt)).collect())
    }

    fn judge(
        &mut self,
        _at: At<'_, G>,
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
        match self.step() {
            Some(Step::Mark) => Some(()),
            Some(_) => self.stop(Fork::Wayward(place)),
            None => self.stop(Fork::Mark { place, digest: digest() }),
        }
    }

    fn explores(&self) -> bool {
        self.marks
    }
}
