//! What comes of one throw on the short way to the next mark, found out without another run where that mark is known.
//! Nothing but questions may lie on such a way; anything else is left to a run along the path.

use std::rc::Rc;

use smallvec::SmallVec;

use super::Play;
use super::mix::Mix;
use super::places::Places;
use super::walk::better;
use crate::{
    Ahead, At, Audience, Choices, Ended, Faces, Game, Host, Judgement, Party, Roll, RuleId, Ruling, Stance,
    counted, run,
};

/// The mark at the end of the way.
#[derive(Clone, Copy)]
pub(super) struct Goal {
    pub(super) place: RuleId,
    pub(super) digest: u64,
}

/// Looks where a throw leads.
pub(super) struct Scout<'a, G: Game, O> {
    pub(super) goal: Goal,
    pub(super) places: &'a Places<G, O>,
    pub(super) play: &'a Play<'a, O>,
    /// How many marks it made use of.
    pub(super) uses: u64,
    /// How many steps rules took.
    pub(super) steps: u64,
}

impl<G: Game, O: Clone + Ord> Scout<'_, G, O> {
    /// What comes of a throw, if everything it may lead to is known; `scratch` is a state to write on.
    pub(super) fn came_of(
        &mut self,
        at: At<'_, G>,
        thrown: Faces,
        then: Ahead<'_, G>,
        scratch: &mut G::State,
    ) -> Option<Rc<Mix<O>>> {
        let mut asked: Vec<Asked<G, O>> = Vec::new();
        loop {
            scratch.clone_from(at.state);
            let best = matches!(self.play, Play::Best { .. });
            let mut host = OnlyAsks { asked: &mut asked, next: 0, best };
            let (ended, steps) = counted(scratch, at.book, &mut host, |cx| then(cx, thrown));
            self.steps += steps;
            if !matches!(ended, Ended::Done) || host.next != asked.len() {
                return None;
            }
            let mut mix = Rc::clone(self.places.look_up(scratch, self.goal.place, self.goal.digest)?);
            if mix.is_open() {
                return None;
            }
            self.uses += 1;
            loop {
                let Some(question) = asked.last_mut() else { return Some(mix) };
                mix = better(question.best.take(), mix, question.side, self.play);
                question.trying += 1;
                if question.trying < question.answers.len() {
                    question.best = Some(mix);
                    break;
                }
                asked.pop();
            }
        }
    }
}

/// Leaves in `scratch` what a throw comes to that shows nothing yet; false where that cannot be told.
pub(super) fn in_the_air<G: Game>(at: At<'_, G>, then: Ahead<'_, G>, scratch: &mut G::State) -> bool {
    scratch.clone_from(at.state);
    let mut asked: Vec<Asked<G, ()>> = Vec::new();
    let mut host = OnlyAsks { asked: &mut asked, next: 0, best: false };
    matches!(run(scratch, at.book, &mut host, |cx| then(cx, Faces::one(0))), Ended::Done)
}

/// A question on the way: which answer is being tried, and what came of the best so far.
struct Asked<G: Game, O> {
    side: u8,
    answers: Vec<G::Answer>,
    trying: usize,
    best: Option<Rc<Mix<O>>>,
}

/// Knows nothing but answers.
struct OnlyAsks<'a, G: Game, O> {
    asked: &'a mut Vec<Asked<G, O>>,
    next: usize,
    best: bool,
}

impl<G: Game, O> Host<G> for OnlyAsks<'_, G, O> {
    fn roll(&mut self, _at: At<'_, G>, _roll: &Roll<'_>, _out: &mut [Faces]) -> Option<()> {
        None
    }

    fn ask(&mut self, at: At<'_, G>, party: Party, prompt: &G::Prompt) -> Option<G::Answer> {
        if self.next == self.asked.len() {
            let question = G::question(prompt);
            let side = match question.stance() {
                Stance::For(side) if self.best => side,
                Stance::Own if self.best => match party {
                    Party::Creature(who) => G::side(at.state, who),
                    Party::Seat(seat) => u8::from(seat.is_gm()),
                },
                _ => return None,
            };
            let answers = match question.choices(at) {
                Choices::Every(answers) | Choices::Enough(answers) if !answers.is_empty() => answers,
                _ => return None,
            };
            self.asked.push(Asked { side, answers, trying: 0, best: None });
        }
        let question = self.asked.get(self.next)?;
        self.next += 1;
        question.answers.get(question.trying).cloned()
    }

    fn ask_each(
        &mut self,
        _at: At<'_, G>,
        _asked: &[(Party, G::Prompt)],
    ) -> Option<SmallVec<[G::Answer; 4]>> {
        None
    }

    fn judge(
        &mut self,
        _at: At<'_, G>,
        _audience: Audience,
        _rule: RuleId,
        _proposal: u8,
        _judgement: &dyn Fn() -> Judgement,
    ) -> Option<Ruling> {
        None
    }

    fn mark(&mut self, _at: At<'_, G>, _place: RuleId, _digest: &dyn Fn() -> u64) -> Option<()> {
        None
    }

    fn keeps(&self) -> bool {
        false
    }

    fn explores(&self) -> bool {
        true
    }
}
