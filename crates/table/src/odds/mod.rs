//! Exact odds: rules explored through every roll and every choice.
//!
//! A future cannot be copied, so a branch is taken by running the rules again from their start
//! along a path of rolls and answers already decided. Where the path ends, what the rules ask for says how to
//! branch, and the run goes on by the first branch. Marks let what is known be used again; cycles of pure
//! chance between marks are solved as linear equations.

mod ahead;
mod branch;
mod counsel;
mod guide;
mod mix;
mod places;
mod walk;

use std::collections::BTreeSet;
use std::hash::Hash;
use std::rc::Rc;

use boneyard_dice::{Natural, Ratio};
use smallvec::SmallVec;

use crate::{At, Cx, Flow, Game, Refusal, RuleId};
pub use counsel::{Counsel, Then};
use guide::Fork;
pub use guide::{Assumption, Step, Throw};
use mix::Mix;
use places::Places;
use walk::Trail;

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
    /// Everyone plays simply.
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
    /// More steps than were granted.
    #[error("exact odds would take more than {most} steps of the rules")]
    TooLong {
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

/// Each answer somebody could give, and the odds if they do.
pub type Advice<G, O> = Vec<(<G as Game>::Answer, Odds<O>)>;

/// Explores one query.
pub struct Explorer<'a, G: Game, O> {
    query: Query<'a, G, O>,
    effort: Effort,
    /// Marks met so far.
    places: Places<G, O>,
    /// The state runs begin with, where the last one had no use for it.
    spare: Option<G::State>,
    /// A state that nobody needs any more, to write the next one on.
    scratch: Option<G::State>,
    /// Whether marks can be trusted is being looked at: every step of a path is gone.
    auditing: bool,
    assumptions: BTreeSet<Assumption>,
    runs: u64,
    reused: u64,
    /// How often a throw was taken for one that was looked at before.
    alike: u64,
    /// How many steps rules took so far, and may take at the most.
    steps: u64,
    most_steps: u64,
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
            places: Places::default(),
            spare: None,
            scratch: None,
            auditing: false,
            assumptions: BTreeSet::new(),
            runs: 0,
            reused: 0,
            alike: 0,
            steps: 0,
            most_steps: u64::MAX,
            cutting: false,
        }
    }

    /// Rules may take so many steps (rolls, questions, marks, facts) and no more: runs differ in length.
    #[must_use]
    pub fn within(mut self, steps: u64) -> Self {
        self.most_steps = steps;
        self
    }

    /// The odds of each outcome.
    pub fn odds(&mut self) -> Result<Odds<O>, OddsError> {
        let mix = self.mix_after(&mut Vec::new())?;
        Ok(self.report(&mix))
    }

    /// For the choice that `path` leads to: each answer, and the odds if it is given.
    /// Empty where the path does not lead to a choice; a question with one answer is a choice too.
    pub fn advice(&mut self, path: &mut Vec<Step<G>>) -> Result<Advice<G, O>, OddsError> {
        let Some(Fork::Choice { answers, .. }) = self.look(path)?.1 else {
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

    /// The rules whose marks were met since the last exploration that came to no end.
    pub fn marks(&self) -> BTreeSet<RuleId> {
        self.places.rules()
    }

    fn mix_after(&mut self, path: &mut Vec<Step<G>>) -> Result<Rc<Mix<O>>, OddsError> {
        let mut mix = self.walk(path);
        if matches!(mix, Err(Trouble::ChoiceInCycle)) {
            self.cutting = true;
            self.places = Places::default();
            mix = self.walk(path);
        }
        mix.map_err(|trouble| {
            // What was under way is not any more.
            self.places = Places::default();
            match trouble {
                Trouble::Error(error) => error,
                Trouble::ChoiceInCycle => OddsError::TooLarge { most: self.effort.most_runs },
            }
        })
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

    /// Looks where `path` leads: the state reached and, unless the rules ended, what they ask for there.
    fn look(&mut self, path: &mut Vec<Step<G>>) -> Result<(G::State, Option<Fork<G>>), OddsError> {
        let mut trail = Trail::along(std::mem::take(path));
        let seen = self.run_along(&mut trail, true);
        *path = trail.path;
        seen
    }
}
