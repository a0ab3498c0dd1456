//! Exact odds: rules explored through every roll and every choice.
//!
//! A future cannot be copied, so a branch is taken by running the rules again from their start
//! along a path of rolls and answers already decided. Where the path ends the run stops, and what
//! it asked for there says how to branch. Marks let what is known be used again; cycles of pure
//! chance between marks are solved as linear equations.

mod branch;
mod counsel;
mod guide;
mod mix;

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::rc::Rc;

use boneyard_dice::{Natural, Ratio};
use foldhash::fast::FixedState;
use smallvec::SmallVec;

use crate::{At, Cx, Ended, Flow, Game, Refusal, RuleId, run};
pub use counsel::{Counsel, Then};
pub use guide::{Assumption, Step};
use guide::{Fork, Guide, Passed};
use mix::{Mix, NodeId};

/// What is asked about some rules.
pub struct Query<'a, G: Game, O> {
    /// Where it begins.
    pub start: At<'a, G>,
    /// The rules to explore: one command, a script of commands, or any rule function.
    pub script: &'a dyn Fn(&mut Cx<'_, G>) -> Flow,
    /// What to tell apart at the end.
    pub outcome: &'a dyn Fn(At<'_, G>) -> O,
    /// How choices are made.
    pub play: Play<'a, O>,
}

impl<G: Game, O> std::fmt::Debug for Query<'_, G, O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Query").field("start", &self.start).finish_non_exhaustive()
    }
}

/// How choices are made.
pub enum Play<'a, O> {
    /// Everybody who may choose plays best: this side wants the most worth, all others the least.
    Best {
        /// The side that wants the most.
        side: u8,
        /// What an outcome is worth; several numbers are compared in order.
        worth: &'a dyn Fn(&O) -> Worth,
    },
    /// Everybody goes by instinct.
    Instinct,
}

impl<O> std::fmt::Debug for Play<'_, O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Best { side, .. } => write!(f, "Best for side {side}"),
            Self::Instinct => f.write_str("Instinct"),
        }
    }
}

/// What an outcome is worth: the mean of the first number counts, of the next only among equals.
pub type Worth = SmallVec<[i64; 4]>;

/// How an exploration goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Use marks.
    pub marks: bool,
    /// Explore some reuses again (the first, second, fourth, eighth …) and compare.
    pub audit: bool,
    /// How many runs of the rules at the most.
    pub most_runs: u64,
    /// How often a cycle with choices is gone round before the rest is left unresolved.
    pub rounds: u8,
}

impl Default for Effort {
    fn default() -> Self {
        Self { marks: true, audit: true, most_runs: 2_000_000, rounds: 4 }
    }
}

/// How likely each outcome is.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds<O> {
    /// Outcomes in order, with their exact weights.
    pub outcomes: Vec<(O, Natural)>,
    /// What all weights add up to, the unresolved one included.
    pub total: Natural,
    /// The weight that was left open: cycles with choices are cut off.
    pub unresolved: Natural,
    /// What was taken for granted.
    pub assumptions: BTreeSet<Assumption>,
    /// How often the rules were run.
    pub runs: u64,
    /// How often a mark saved work.
    pub reused: u64,
}

impl<O> Odds<O> {
    /// The chance that an outcome passes a test.
    pub fn chance(&self, test: impl Fn(&O) -> bool) -> Ratio {
        let passing = self.outcomes.iter().filter(|(outcome, _)| test(outcome));
        let weight = passing.map(|(_, weight)| weight).sum::<Natural>();
        Ratio::new(weight, self.total.clone()).unwrap_or(Ratio::ZERO)
    }
}

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OddsError {
    /// The rules do not allow it.
    #[error("{0}")]
    Refused(Refusal),
    /// The game tells players no odds.
    #[error("This game tells its odds to the GM alone")]
    Untold,
    /// More runs than were granted.
    #[error("exact odds would take more than {most} runs of the rules")]
    TooLarge {
        /// How many were granted.
        most: u64,
    },
    /// An audit found that what follows a mark depends on more than it names.
    #[error("the mark at {place} forgets something that matters")]
    Forgotten {
        /// Where the mark stands.
        place: RuleId,
    },
    /// The rules asked differently on the same path.
    #[error("the rules are not deterministic at {place}")]
    Wayward {
        /// The last rule that asked.
        place: RuleId,
    },
}

/// A way of more throws, answers and marks than this is not followed: rules that throw until something falls, without a
/// mark, would lead on until the stack is full.
const DEEPEST: usize = 256;

/// The part of the runs granted to a question that each audit may take at the most: there are a dozen of them.
const AUDITED: u64 = 16;

/// Each answer somebody could give, and the odds if they do.
pub type Advice<G, O> = Vec<(<G as Game>::Answer, Odds<O>)>;

/// Explores one query.
pub struct Explorer<'a, G: Game, O> {
    query: Query<'a, G, O>,
    effort: Effort,
    known: HashMap<(G::State, RuleId, u64), Known<O>, FixedState>,
    solved: Vec<Option<Rc<Mix<O>>>>,
    /// Marks that lie behind on the path being explored.
    passed: Vec<Passed<G>>,
    /// Whether marks can be trusted is being looked at: every step of a path is gone.
    auditing: bool,
    assumptions: BTreeSet<Assumption>,
    runs: u64,
    reused: u64,
    /// Set once a cycle was met in which somebody chooses: then cycles are cut, not solved.
    cutting: bool,
}

impl<G: Game, O> std::fmt::Debug for Explorer<'_, G, O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Explorer")
            .field("runs", &self.runs)
            .field("reused", &self.reused)
            .finish_non_exhaustive()
    }
}

enum Known<O> {
    /// Being explored further up, this often.
    UnderWay {
        node: NodeId,
        rounds: u8,
    },
    Done(Rc<Mix<O>>),
}

/// A choice with a cycle in it cannot be settled by equations.
enum Trouble {
    Error(OddsError),
    ChoiceInCycle,
}

impl From<OddsError> for Trouble {
    fn from(error: OddsError) -> Self {
        Self::Error(error)
    }
}

impl<'a, G: Game, O: Clone + Ord + Hash> Explorer<'a, G, O> {
    /// Prepares an exploration.
    pub fn new(query: Query<'a, G, O>, effort: Effort) -> Self {
        Self {
            query,
            effort,
            known: HashMap::default(),
            solved: Vec::new(),
            passed: Vec::new(),
            auditing: false,
            assumptions: BTreeSet::new(),
            runs: 0,
            reused: 0,
            cutting: false,
        }
    }

    /// The odds of each outcome.
    pub fn odds(&mut self) -> Result<Odds<O>, OddsError> {
        let mix = self.mix_after(&mut Vec::new())?;
        Ok(self.report(&mix))
    }

    /// For the choice that `path` leads to: each answer, and the odds if it is given.
    /// Empty where the path does not lead to a choice; a question with one answer is a choice too.
    pub fn advice(&mut self, path: &mut Vec<Step<G>>) -> Result<Advice<G, O>, OddsError> {
        let Some(Fork::Choice { answers, .. }) = self.follow(path)?.1 else {
            return Ok(Vec::new());
        };
        let mut advice = Vec::with_capacity(answers.len());
        for answer in answers {
            path.push(Step::Answer(answer.clone()));
            let mix = self.mix_after(path)?;
            path.pop();
            advice.push((answer, self.report(&mix)));
        }
        Ok(advice)
    }

    fn mix_after(&mut self, path: &mut Vec<Step<G>>) -> Result<Rc<Mix<O>>, OddsError> {
        let depth = path.len();
        match self.explore(path) {
            Ok(mix) => Ok(mix),
            Err(Trouble::Error(error)) => Err(error),
            Err(Trouble::ChoiceInCycle) => {
                self.cutting = true;
                self.known.clear();
                path.truncate(depth);
                match self.explore(path) {
                    Ok(mix) => Ok(mix),
                    Err(Trouble::Error(error)) => Err(error),
                    Err(Trouble::ChoiceInCycle) => Err(OddsError::TooLarge { most: self.effort.most_runs }),
                }
            }
        }
    }

    fn report(&self, mix: &Mix<O>) -> Odds<O> {
        Odds {
            outcomes: mix.outcomes().to_vec(),
            total: mix.total().clone(),
            unresolved: mix.cut().clone(),
            assumptions: self.assumptions.clone(),
            runs: self.runs,
            reused: self.reused,
        }
    }

    fn explore(&mut self, path: &mut Vec<Step<G>>) -> Result<Rc<Mix<O>>, Trouble> {
        let (state, fork) = self.follow(path)?;
        match fork {
            None => Ok(Rc::new(Mix::sure((self.query.outcome)(At {
                state: &state,
                book: self.query.start.book,
            })))),
            Some(Fork::Chance(throws)) => {
                let mut branches = Vec::with_capacity(throws.len());
                for (throw, ways) in throws {
                    let branch = self.explore_along(path, Step::Roll(throw))?;
                    branches.push((ways, branch));
                }
                Ok(Rc::new(Mix::weighed(&branches)))
            }
            Some(Fork::Choice { side, answers, .. }) => self.choose(path, side, answers),
            Some(Fork::Mark { place, digest }) => self.at_mark(path, (state, place, digest)),
            Some(Fork::TooMany) => Err(OddsError::TooLarge { most: self.effort.most_runs }.into()),
            Some(Fork::Wayward(place)) => Err(OddsError::Wayward { place }.into()),
        }
    }

    fn choose(
        &mut self,
        path: &mut Vec<Step<G>>,
        side: u8,
        answers: Vec<G::Answer>,
    ) -> Result<Rc<Mix<O>>, Trouble> {
        let forced = answers.len() == 1;
        let mut best: Option<(Rc<Mix<O>>, mix::Mean)> = None;
        for answer in answers {
            let branch = self.explore_along(path, Step::Answer(answer))?;
            if forced {
                return Ok(branch);
            }
            if branch.is_open() {
                return Err(Trouble::ChoiceInCycle);
            }
            let Play::Best { side: favoured, worth } = &self.query.play else {
                return Ok(branch);
            };
            let mean = branch.mean(worth);
            let better = match &best {
                None => true,
                Some((_, known)) if *favoured == side => mean > *known,
                Some((_, known)) => mean < *known,
            };
            if better {
                best = Some((branch, mean));
            }
        }
        best.map(|(branch, _)| branch)
            .ok_or_else(|| OddsError::TooLarge { most: self.effort.most_runs }.into())
    }

    fn at_mark(
        &mut self,
        path: &mut Vec<Step<G>>,
        key: (G::State, RuleId, u64),
    ) -> Result<Rc<Mix<O>>, Trouble> {
        let place = key.1;
        match self.known.get_mut(&key) {
            Some(Known::Done(mix)) => {
                let mix = Rc::clone(mix);
                self.reused += 1;
                let mix = self.settle(&mix);
                let due = self.effort.audit && self.reused.is_power_of_two();
                if due && !mix.is_open() && !self.cutting {
                    self.audit(path, place, &mix)?;
                }
                return Ok(mix);
            }
            Some(Known::UnderWay { node, .. }) if !self.cutting => return Ok(Rc::new(Mix::again(*node))),
            Some(Known::UnderWay { rounds, .. }) if *rounds >= self.effort.rounds => {
                return Ok(Rc::new(Mix::cut_off()));
            }
            Some(Known::UnderWay { rounds, .. }) => {
                *rounds += 1;
                let mix = self.past_mark(path, &key)?;
                if let Some(Known::UnderWay { rounds, .. }) = self.known.get_mut(&key) {
                    *rounds -= 1;
                }
                return Ok(mix);
            }
            None => {}
        }
        let node = NodeId(self.solved.len());
        self.solved.push(None);
        self.known.insert(key.clone(), Known::UnderWay { node, rounds: 1 });
        let mix = self.past_mark(path, &key)?;
        let mix = Rc::new(self.settle(&mix).without(node));
        // Where cycles are cut, what was cut depends on how often this place was passed before. Where
        // they are solved, what is cut never ends, and places that lead here must learn of it.
        if self.cutting && !mix.cut().is_zero() {
            self.known.remove(&key);
        } else {
            self.solved[node.0] = Some(Rc::clone(&mix));
            self.known.insert(key, Known::Done(Rc::clone(&mix)));
        }
        Ok(mix)
    }

    /// Explores what lies behind a mark. Runs along longer paths leap here, since nothing before matters any more.
    fn past_mark(
        &mut self,
        path: &mut Vec<Step<G>>,
        (state, place, digest): &(G::State, RuleId, u64),
    ) -> Result<Rc<Mix<O>>, Trouble> {
        let (step, place, digest, state) = (path.len(), *place, *digest, state.clone());
        self.passed.push(Passed { step, place, digest, state });
        let mix = self.explore_along(path, Step::Mark);
        self.passed.pop();
        mix
    }

    /// Puts what is solved by now in the place of what was still open.
    fn settle(&self, mix: &Rc<Mix<O>>) -> Rc<Mix<O>> {
        let mut mix = Rc::clone(mix);
        loop {
            let solved = mix.open().find_map(|node| self.solved[node.0].clone().map(|solved| (node, solved)));
            match solved {
                Some((node, solved)) => mix = Rc::new(mix.with(node, &solved)),
                None => return mix,
            }
        }
    }

    /// Explores the same place again with nothing known, along this path, and compares.
    fn audit(&mut self, path: &mut Vec<Step<G>>, place: RuleId, told: &Mix<O>) -> Result<(), Trouble> {
        let known = std::mem::take(&mut self.known);
        let (runs, reused, most_runs) = (self.runs, self.reused, self.effort.most_runs);
        // An audit must not make a question too large that is not, nor take longer than the question itself.
        self.runs = 0;
        self.effort.most_runs = most_runs / AUDITED;
        self.effort.audit = false;
        self.auditing = true;
        let afresh = self.explore_along(path, Step::Mark);
        self.known = known;
        self.effort.most_runs = most_runs;
        self.effort.audit = true;
        self.auditing = false;
        (self.runs, self.reused) = (runs, reused);
        match afresh {
            Ok(afresh) if *told == *afresh => Ok(()),
            Ok(_) => Err(OddsError::Forgotten { place }.into()),
            Err(Trouble::Error(OddsError::TooLarge { .. })) => Ok(()),
            Err(trouble) => Err(trouble),
        }
    }

    fn explore_along(&mut self, path: &mut Vec<Step<G>>, step: Step<G>) -> Result<Rc<Mix<O>>, Trouble> {
        if path.len() >= DEEPEST {
            return Err(OddsError::TooLarge { most: self.effort.most_runs }.into());
        }
        path.push(step);
        let mix = self.explore(path);
        path.pop();
        mix
    }

    /// Runs the rules along `path`; gives the state reached and, unless they ended, where they fork.
    fn follow(&mut self, path: &[Step<G>]) -> Result<(G::State, Option<Fork<G>>), OddsError> {
        self.runs += 1;
        if self.runs > self.effort.most_runs {
            return Err(OddsError::TooLarge { most: self.effort.most_runs });
        }
        let mut state = self.query.start.state.clone();
        let best = matches!(self.query.play, Play::Best { .. });
        let passed = if self.auditing { &[] } else { self.passed.as_slice() };
        let mut guide = Guide::new(path, passed, self.effort.marks, best, &mut self.assumptions);
        match run(&mut state, self.query.start.book, &mut guide, self.query.script) {
            Ended::Refused(refusal) | Ended::RefusedLate(refusal) => Err(OddsError::Refused(*refusal)),
            Ended::Done | Ended::Stopped => Ok((state, guide.into_fork())),
        }
    }
}
