//! Leads rules along a path of rolls and answers and, where the path ends, on by the first branch of every fork.

use std::collections::BTreeSet;
use std::rc::Rc;

use smallvec::SmallVec;

use super::Play;
use super::ahead::{Goal, Scout, in_the_air};
use super::branch::throws;
use super::mix::Mix;
use super::places::{Known, Places};
use super::walk::{Open, Trail, weighed};
use crate::{
    At, Audience, Choices, Faces, Game, Host, Judgement, Party, Roll, Round, RuleId, Ruling, Stance,
};

/// What a roll gave, group by group.
pub type Throw = SmallVec<[Faces; 1]>;

/// A way of more throws, answers and marks than this is not followed: rules that throw until something falls, without a
/// mark, would lead on for ever.
const DEEPEST: usize = 256;

/// How many reuses one throw may come to ahead of a run, most often.
const SOON: u64 = 4;

/// One decided thing on a path.
#[derive(Debug)]
pub enum Step<G: Game> {
    /// What a roll gave, group by group.
    Roll(Throw),
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

/// What stops a run.
pub(super) enum Fork<G: Game> {
    /// A roll; only who looks stops there.
    Chance(Vec<(Throw, u64)>),
    /// A choice; only who looks stops there.
    Choice { side: u8, answers: Vec<G::Answer>, prompt: G::Prompt },
    /// A mark; only who looks stops there.
    Mark,
    /// A mark that was met before.
    Known(usize),
    /// A mark that was passed often enough.
    CutOff,
    /// What was known of a throw turned out otherwise.
    Forgotten(RuleId),
    /// A roll with more outcomes than can be walked, or a way too long.
    TooMany,
    /// The rules asked for something else than the path has.
    Wayward(RuleId),
}

/// How rules are led.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    /// Stop at the path's end.
    pub(super) looks: bool,
    /// Use marks.
    pub(super) marks: bool,
    /// The one who may choose plays best.
    pub(super) best: bool,
    /// Leap from mark to mark.
    pub(super) leaps: bool,
    /// Cycles are cut off after so many rounds.
    pub(super) cutting: Option<u8>,
    /// Some reuses are explored again: those must not be looked up ahead.
    pub(super) audits: bool,
}

pub(super) struct Guide<'a, G: Game, O> {
    pub(super) trail: &'a mut Trail<G, O>,
    pub(super) places: &'a mut Places<G, O>,
    pub(super) play: &'a Play<'a, O>,
    pub(super) manner: Manner,
    pub(super) next: usize,
    pub(super) fork: Option<Fork<G>>,
    /// The last rule met, to say where rules went astray.
    pub(super) last: RuleId,
    /// How often a mark saved work.
    pub(super) reused: &'a mut u64,
    /// How often a throw was taken for one that was looked at before.
    pub(super) alike: &'a mut u64,
    /// The state runs begin with, where this one had no use for it.
    pub(super) spare: &'a mut Option<G::State>,
    /// A state to write on.
    pub(super) scratch: &'a mut Option<G::State>,
    /// How many steps rules took.
    pub(super) steps: &'a mut u64,
    pub(super) assumptions: &'a mut BTreeSet<Assumption>,
}

impl<G: Game, O> Guide<'_, G, O> {
    pub(super) fn into_fork(self) -> Option<Fork<G>> {
        self.fork
    }

    fn assume(&mut self, assumption: Assumption) {
        // Assumptions met on the way were noted when the path was shorter.
        if self.next >= self.trail.path.len() {
            self.assumptions.insert(assumption);
        }
    }

    fn stop<T>(&mut self, fork: Fork<G>) -> Option<T> {
        self.fork = Some(fork);
        None
    }

    /// Goes on by one branch of what is open from here on.
    fn go_on(&mut self, step: Step<G>, open: Open<G, O>) -> Option<()> {
        if self.trail.path.len() >= DEEPEST {
            return self.stop(Fork::TooMany);
        }
        self.trail.path.push(step);
        self.trail.open.push(open);
        self.next = self.trail.path.len();
        Some(())
    }

    fn by_instinct(&mut self, at: At<'_, G>, prompt: &G::Prompt) -> G::Answer {
        let question = G::question(prompt);
        if self.next >= self.trail.path.len() {
            self.assume(Assumption::Instinct(question.rule(at)));
        }
        question.instinct(at)
    }
}

/// A copy, written on what nobody needs any more.
fn copied<S: Clone>(state: &S, scratch: &mut Option<S>) -> S {
    match scratch.take() {
        Some(mut scratch) => {
            scratch.clone_from(state);
            scratch
        }
        None => state.clone(),
    }
}

impl<G: Game, O: Clone + Ord> Guide<'_, G, O> {
    /// Looks up one throw after the other as far as they are known; true where the run may end.
    fn look_ahead(
        &mut self,
        at: At<'_, G>,
        round: &Round<'_, G>,
        goal: Goal,
        resumed: Option<Open<G, O>>,
        scratch: &mut G::State,
    ) -> bool {
        let (all, mut came, anew) = match resumed {
            Some(Open::Chance { throws, came, anew, .. }) => (throws, came, anew),
            _ => {
                let anew = match self.thrown_anew(at, round, goal, scratch) {
                    Ok(known) => {
                        self.trail.found = Some(known);
                        return true;
                    }
                    Err(place) => place,
                };
                let Some(all) = throws(round.roll) else { return false };
                let came = Vec::with_capacity(all.len());
                (all, came, anew)
            }
        };
        while let Some((throw, _)) = all.get(came.len()) {
            // Reuses that are due to be explored again are left to a run.
            let due = self.manner.audits && (1..=SOON).any(|more| (*self.reused + more).is_power_of_two());
            let Some(faces) = throw.first().filter(|_| !due) else { break };
            let mut scout = Scout { goal, places: self.places, play: self.play, uses: 0, steps: 0 };
            let found = scout.came_of(at, *faces, round.then, scratch);
            *self.steps += scout.steps;
            let Some(mix) = found else { break };
            *self.reused += scout.uses;
            came.push(mix);
        }
        let Some((throw, _)) = all.get(came.len()) else {
            let mix = weighed(&all, &came);
            match anew.map_or(Ok(()), |place| self.places.learn(place, &mix)) {
                Ok(()) => self.trail.found = Some(mix),
                Err(()) => self.fork = Some(Fork::Forgotten(goal.place)),
            }
            return true;
        };
        let step = Step::Roll(throw.clone());
        let went = self.go_on(step, Open::Chance { throws: all, came, ahead: true, anew });
        // The roll itself takes the step.
        self.next = self.trail.path.len() - 1;
        went.is_none()
    }

    /// What comes of a throw by which what lay there no longer matters, if it was looked at before; else the place that
    /// stands for it, if there is one.
    fn thrown_anew(
        &mut self,
        at: At<'_, G>,
        round: &Round<'_, G>,
        goal: Goal,
        scratch: &mut G::State,
    ) -> Result<Rc<Mix<O>>, Option<usize>> {
        if !round.anew || !in_the_air(at, round.then, scratch) {
            return Err(None);
        }
        // What is in the air is no mark, even if it looks like one.
        let (nth, met) = self.places.find(scratch, goal.place, !goal.digest);
        match self.places.known(nth) {
            Known::Done(mix) => {
                *self.reused += 1;
                *self.alike += 1;
                // The first, second, fourth … are worked out again and compared.
                if self.manner.audits && self.alike.is_power_of_two() {
                    Err(Some(nth))
                } else {
                    Ok(Rc::clone(mix))
                }
            }
            Known::UnderWay { .. } if met => Err(None),
            known => {
                *known = Known::UnderWay { rounds: 1 };
                Err(Some(nth))
            }
        }
    }
}

impl<G: Game, O: Clone + Ord> Host<G> for Guide<'_, G, O> {
    fn roll(&mut self, _at: At<'_, G>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
        self.last = roll.rule;
        match self.trail.path.get(self.next) {
            Some(Step::Roll(faces)) if faces.len() == out.len() => {
                out.copy_from_slice(faces);
                self.next += 1;
                Some(())
            }
            Some(_) => self.stop(Fork::Wayward(roll.rule)),
            None => {
                let Some(throws) = throws(roll) else { return self.stop(Fork::TooMany) };
                if self.manner.looks {
                    return self.stop(Fork::Chance(throws));
                }
                let Some((first, _)) = throws.first() else { return self.stop(Fork::TooMany) };
                let first = first.clone();
                out.copy_from_slice(&first);
                let came = Vec::with_capacity(throws.len());
                self.go_on(Step::Roll(first), Open::Chance { throws, came, ahead: false, anew: None })
            }
        }
    }

    fn ask(&mut self, at: At<'_, G>, party: Party, prompt: &G::Prompt) -> Option<G::Answer> {
        let question = G::question(prompt);
        let side = match question.stance() {
            Stance::For(side) if self.manner.best => side,
            Stance::Own if self.manner.best => match party {
                Party::Creature(who) => G::side(at.state, who),
                Party::Seat(seat) => u8::from(seat.is_gm()),
            },
            _ => return Some(self.by_instinct(at, prompt)),
        };
        match self.trail.path.get(self.next) {
            Some(Step::Answer(answer)) => {
                self.next += 1;
                Some(answer.clone())
            }
            Some(_) => self.stop(Fork::Wayward(question.rule(at))),
            // A question with a single answer is a step of the path like any other: the next
            // question's answer must never be taken for its own.
            None => {
                let answers = match question.choices(at) {
                    Choices::Every(answers) | Choices::Enough(answers) if !answers.is_empty() => answers,
                    Choices::Every(_) | Choices::Enough(_) => vec![question.instinct(at)],
                    Choices::Some(_) => vec![self.by_instinct(at, prompt)],
                };
                if self.manner.looks {
                    return self.stop(Fork::Choice { side, answers, prompt: prompt.clone() });
                }
                let first = answers[0].clone();
                let open = Open::Choice { side, answers, trying: 0, best: None };
                self.go_on(Step::Answer(first.clone()), open)?;
                Some(first)
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

    fn mark(&mut self, at: At<'_, G>, place: RuleId, digest: &dyn Fn() -> u64) -> Option<()> {
        if !self.manner.marks {
            return Some(());
        }
        self.last = place;
        match self.trail.path.get(self.next) {
            Some(Step::Mark) => {
                self.next += 1;
                return Some(());
            }
            Some(_) => return self.stop(Fork::Wayward(place)),
            None if self.manner.looks => return self.stop(Fork::Mark),
            None => {}
        }
        let (nth, met) = self.places.find(at.state, place, digest());
        let mut again = false;
        if met {
            let known = self.places.known(nth);
            match (known, self.manner.cutting) {
                (Known::Done(_), _) | (Known::UnderWay { .. }, None) => return self.stop(Fork::Known(nth)),
                (Known::UnderWay { rounds }, Some(most)) if *rounds >= most => {
                    return self.stop(Fork::CutOff);
                }
                (Known::UnderWay { rounds }, Some(_)) => {
                    *rounds += 1;
                    again = true;
                }
                (known @ Known::Forgotten, _) => *known = Known::UnderWay { rounds: 1 },
            }
        }
        self.trail.passed.push((self.trail.path.len(), nth));
        self.go_on(Step::Mark, Open::Mark { place: nth, again })
    }

    fn leaps(&mut self, place: RuleId, digest: &dyn Fn() -> u64, opening: bool) -> Option<G::State> {
        if !self.manner.leaps {
            return None;
        }
        let ahead = |step: usize| step > self.next || (opening && step == self.next);
        let mut passed = self.trail.passed.iter().rev().take_while(|(step, _)| ahead(*step));
        let named = digest();
        let (step, there) = passed.find_map(|(step, nth)| {
            let there = self.places.at(*nth);
            (there.rule == place && there.digest == named).then_some((*step, there))
        })?;
        self.next = step + 1;
        Some(copied(&there.state, self.scratch))
    }

    fn ahead(&mut self, at: At<'_, G>, round: &Round<'_, G>, digest: &dyn Fn() -> u64) -> bool {
        let Manner { looks, marks, leaps, cutting, .. } = self.manner;
        if looks || !marks || !leaps || cutting.is_some() || self.next < self.trail.path.len() {
            return false;
        }
        self.last = round.roll.rule;
        let goal = Goal { place: round.place, digest: digest() };
        let resumed = if self.trail.resumes { self.trail.open.pop() } else { None };
        self.trail.resumes = false;
        let mut scratch = self.scratch.take().unwrap_or_else(|| at.state.clone());
        let seen = self.look_ahead(at, round, goal, resumed, &mut scratch);
        *self.scratch = Some(scratch);
        seen
    }

    fn spared(&mut self, state: G::State, unchanged: bool) {
        *(if unchanged { &mut *self.spare } else { &mut *self.scratch }) = Some(state);
    }

    fn confused(&mut self) {
        self.fork = Some(Fork::Wayward(self.last));
    }

    fn keeps(&self) -> bool {
        false
    }

    fn explores(&self) -> bool {
        self.manner.marks
    }
}
