//! Going through every roll and every choice. A run of the rules that comes to a fork goes on by its first branch, so
//! that there is one run for each end and none for a fork; what was left open on the way is kept on the trail.

use std::hash::Hash;
use std::rc::Rc;

use super::guide::{Fork, Guide, Manner, Throw};
use super::mix::{Mix, NodeId};
use super::places::Known;
use super::{Explorer, OddsError, Play, Step, Trouble};
use crate::{At, Ended, Game, RuleId, counted};

/// The path that is gone, and what is open along it.
pub(super) struct Trail<G: Game, O> {
    pub(super) path: Vec<Step<G>>,
    pub(super) open: Vec<Open<G, O>>,
    /// Marks that lie behind: where in the path, and which place.
    pub(super) passed: Vec<(usize, usize)>,
    /// The path ends before the roll that is open last: its next throw is to be looked at.
    pub(super) resumes: bool,
    /// What came of the path, where it was found out without going to its end.
    pub(super) found: Option<Rc<Mix<O>>>,
}

/// Something on the way that is not settled yet; its step is the last but those of what is open after it.
pub(super) enum Open<G: Game, O> {
    /// A roll: the throws with their ways, and what came of the first of them; `ahead` where a mark follows so soon
    /// that the next may be known; `anew` is the place that stands for this throw, if others come to the same.
    Chance { throws: Vec<(Throw, u64)>, came: Vec<Rc<Mix<O>>>, ahead: bool, anew: Option<usize> },
    /// A choice: which answer is being tried, and what came of the best so far.
    Choice { side: u8, answers: Vec<G::Answer>, trying: usize, best: Option<Rc<Mix<O>>> },
    /// A mark; `again` where it is passed once more in the middle of itself.
    Mark { place: usize, again: bool },
}

/// The part of the runs granted to a question that each audit may take at the most: there are a dozen of them.
const AUDITED: u64 = 16;

impl<G: Game, O> Trail<G, O> {
    pub(super) fn along(path: Vec<Step<G>>) -> Self {
        Self { path, open: Vec::new(), passed: Vec::new(), resumes: false, found: None }
    }
}

impl<G: Game, O: Clone + Ord + Hash> Explorer<'_, G, O> {
    /// What comes of the rules once they have gone along `path`.
    pub(super) fn walk(&mut self, path: &mut Vec<Step<G>>) -> Result<Rc<Mix<O>>, Trouble> {
        let depth = path.len();
        let mut trail = Trail::along(std::mem::take(path));
        let came = loop {
            let end = self.run_on(&mut trail);
            match end.and_then(|mix| self.back(&mut trail, mix)) {
                Ok(None) => {}
                Ok(Some(mix)) => break Ok(mix),
                Err(trouble) => break Err(trouble),
            }
        };
        *path = trail.path;
        path.truncate(depth);
        came
    }

    /// Runs the rules along the path and on to an end, or to a place that was met before.
    fn run_on(&mut self, trail: &mut Trail<G, O>) -> Result<Rc<Mix<O>>, Trouble> {
        let (state, fork) = self.run_along(trail, false)?;
        if trail.resumes {
            return Err(OddsError::Wayward { place: RuleId::of("?") }.into());
        }
        let found = trail.found.take().or_else(|| {
            let end = At { state: &state, book: self.query.start.book };
            fork.is_none().then(|| Rc::new(Mix::sure((self.query.outcome)(end))))
        });
        self.scratch = Some(state);
        if let Some(mix) = found {
            return Ok(mix);
        }
        match fork {
            Some(Fork::Known(place)) => self.reuse(trail, place),
            Some(Fork::CutOff) => Ok(Rc::new(Mix::cut_off())),
            Some(Fork::Forgotten(place)) => Err(OddsError::Forgotten { place }.into()),
            Some(Fork::Wayward(place)) => Err(OddsError::Wayward { place }.into()),
            None | Some(Fork::TooMany | Fork::Chance(_) | Fork::Choice { .. } | Fork::Mark) => {
                Err(OddsError::TooLarge { most: self.effort.most_runs }.into())
            }
        }
    }

    /// Runs the rules along the path; gives the state reached and, unless they ended, what stopped them. Who only
    /// looks stops at the first fork.
    pub(super) fn run_along(
        &mut self,
        trail: &mut Trail<G, O>,
        looks: bool,
    ) -> Result<(G::State, Option<Fork<G>>), OddsError> {
        self.runs += 1;
        if self.runs > self.effort.most_runs {
            return Err(OddsError::TooLarge { most: self.effort.most_runs });
        }
        if self.steps > self.most_steps {
            return Err(OddsError::TooLong { most: self.most_steps });
        }
        let mut state = self.spare.take().unwrap_or_else(|| self.query.start.state.clone());
        let manner = Manner {
            looks,
            marks: self.effort.marks,
            best: matches!(self.query.play, Play::Best { .. }),
            leaps: !self.auditing,
            cutting: self.cutting.then_some(self.effort.rounds),
            audits: self.effort.audit,
        };
        let mut guide = Guide {
            trail,
            places: &mut self.places,
            play: &self.query.play,
            manner,
            next: 0,
            fork: None,
            last: RuleId::of("?"),
            reused: &mut self.reused,
            alike: &mut self.alike,
            spare: &mut self.spare,
            scratch: &mut self.scratch,
            steps: &mut self.steps,
            assumptions: &mut self.assumptions,
        };
        let (ended, steps) = counted(&mut state, self.query.start.book, &mut guide, self.query.script);
        *guide.steps += steps;
        match ended {
            Ended::Refused(refusal) | Ended::RefusedLate(refusal) => Err(OddsError::Refused(*refusal)),
            Ended::Done | Ended::Stopped => Ok((state, guide.into_fork())),
        }
    }

    /// Takes in what came of the path, and goes back to where another branch is left to take; gives what came of
    /// everything where there is none.
    fn back(&mut self, trail: &mut Trail<G, O>, mut mix: Rc<Mix<O>>) -> Result<Option<Rc<Mix<O>>>, Trouble> {
        while let Some(mut open) = trail.open.pop() {
            trail.path.pop();
            match &mut open {
                Open::Chance { throws, came, ahead, anew } => {
                    came.push(mix);
                    if let Some((throw, _)) = throws.get(came.len()) {
                        trail.resumes = *ahead;
                        if !*ahead {
                            trail.path.push(Step::Roll(throw.clone()));
                        }
                        trail.open.push(open);
                        return Ok(None);
                    }
                    mix = weighed(throws, came);
                    if let Some(place) = *anew {
                        let rule = self.places.at(place).rule;
                        self.places.learn(place, &mix).map_err(|()| OddsError::Forgotten { place: rule })?;
                    }
                }
                Open::Choice { answers, .. } if answers.len() == 1 => {}
                Open::Choice { side, answers, trying, best } => {
                    if mix.is_open() {
                        return Err(Trouble::ChoiceInCycle);
                    }
                    let better = better(best.take(), mix, *side, &self.query.play);
                    *trying += 1;
                    if let Some(answer) = answers.get(*trying) {
                        trail.path.push(Step::Answer(answer.clone()));
                        *best = Some(better);
                        trail.open.push(open);
                        return Ok(None);
                    }
                    mix = better;
                }
                Open::Mark { place, again } => {
                    trail.passed.pop();
                    mix = self.leave(*place, *again, mix);
                }
            }
        }
        Ok(Some(mix))
    }

    /// What came of a mark is known now.
    fn leave(&mut self, place: usize, again: bool, mix: Rc<Mix<O>>) -> Rc<Mix<O>> {
        if again {
            if let Known::UnderWay { rounds } = self.places.known(place) {
                *rounds -= 1;
            }
            return mix;
        }
        let mut mix = self.settle(&mix);
        if mix.is_open() {
            mix = Rc::new(mix.without(NodeId(place)));
        }
        // Where cycles are cut, what was cut depends on how often this place was passed before. Where
        // they are solved, what is cut never ends, and places that lead here must learn of it.
        *self.places.known(place) = if self.cutting && !mix.cut().is_zero() {
            Known::Forgotten
        } else {
            Known::Done(Rc::clone(&mix))
        };
        mix
    }

    /// What is known of a place that was met before.
    fn reuse(&mut self, trail: &mut Trail<G, O>, place: usize) -> Result<Rc<Mix<O>>, Trouble> {
        let Some(mix) = self.places.solved(NodeId(place)).map(Rc::clone) else {
            return Ok(Rc::new(Mix::again(NodeId(place))));
        };
        self.reused += 1;
        let mix = self.settle(&mix);
        let due = self.effort.audit && self.reused.is_power_of_two();
        if due && !mix.is_open() && !self.cutting {
            self.audit(trail, place, &mix)?;
        }
        Ok(mix)
    }

    /// Puts what is solved by now in the place of what was still open.
    fn settle(&self, mix: &Rc<Mix<O>>) -> Rc<Mix<O>> {
        let mut mix = Rc::clone(mix);
        loop {
            let solved = mix.open().find_map(|node| self.places.solved(node).map(|solved| (node, solved)));
            match solved {
                Some((node, solved)) => mix = Rc::new(mix.with(node, solved)),
                None => return mix,
            }
        }
    }

    /// Explores the same place again with nothing known, along this path, and compares.
    fn audit(&mut self, trail: &mut Trail<G, O>, place: usize, told: &Mix<O>) -> Result<(), Trouble> {
        let rule = self.places.at(place).rule;
        let places = std::mem::take(&mut self.places);
        let (runs, reused, most_runs) = (self.runs, self.reused, self.effort.most_runs);
        let (steps, most_steps) = (self.steps, self.most_steps);
        // An audit must not make a question too large that is not, nor take longer than the question itself.
        (self.runs, self.steps) = (0, 0);
        (self.effort.most_runs, self.most_steps) = (most_runs / AUDITED, most_steps / AUDITED);
        self.effort.audit = false;
        self.auditing = true;
        trail.path.push(Step::Mark);
        let afresh = self.walk(&mut trail.path);
        trail.path.pop();
        self.places = places;
        self.effort.most_runs = most_runs;
        self.effort.audit = true;
        self.auditing = false;
        (self.runs, self.reused) = (runs, reused);
        (self.steps, self.most_steps) = (steps, most_steps);
        match afresh {
            Ok(afresh) if *told == *afresh => Ok(()),
            Ok(_) => Err(OddsError::Forgotten { place: rule }.into()),
            Err(Trouble::Error(OddsError::TooLarge { .. } | OddsError::TooLong { .. })) => Ok(()),
            Err(trouble) => Err(trouble),
        }
    }
}

/// What comes of a roll whose every throw is known.
pub(super) fn weighed<O: Clone + Ord>(throws: &[(Throw, u64)], came: &[Rc<Mix<O>>]) -> Rc<Mix<O>> {
    let ways = throws.iter().map(|(_, ways)| *ways);
    Rc::new(Mix::weighed(ways.zip(came)))
}

/// What came of the better answer for the one who chooses; the first among equals.
pub(super) fn better<O: Clone + Ord>(
    best: Option<Rc<Mix<O>>>,
    mix: Rc<Mix<O>>,
    side: u8,
    play: &Play<'_, O>,
) -> Rc<Mix<O>> {
    let (Some(best), Play::Best { side: favoured, worth }) = (best, play) else { return mix };
    if Rc::ptr_eq(&best, &mix) {
        return best;
    }
    let (new, old) = (mix.mean(worth), best.mean(worth));
    let wins = if *favoured == side { new > old } else { new < old };
    if wins { mix } else { best }
}
