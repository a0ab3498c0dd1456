//! How often something must be done on average until it comes to what is wanted: a usage die until it is gone. Exact,
//! for what leads on or stays as it is; what leads back to an earlier state has no answer here.

use std::cell::RefCell;

use boneyard_dice::{Natural, Ratio};

use super::OddsAsk;
use super::chance::{holds, scripted};
use crate::odds::{Effort, Explorer, OddsError, Play, Query};
use crate::sabotage::Sabotage;
use crate::{At, Playable, Refusal};

/// More states than this are no short chain.
const MOST: usize = 500;

/// The exact mean of how often the commands are given until the outcome is true, everybody going by instinct.
pub(super) fn tries_at<G: Playable>(
    start: At<'_, G>,
    ask: &OddsAsk,
    sabotage: Option<&Sabotage>,
) -> Result<Ratio, OddsError> {
    let chain = Chain::<G> { book: start.book, ask, sabotage, states: RefCell::default() };
    let first = chain.number(start.state);
    let mut known = Vec::new();
    chain.tries(first, &mut known)
}

struct Chain<'a, G: Playable> {
    book: &'a G::Book,
    ask: &'a OddsAsk,
    sabotage: Option<&'a Sabotage>,
    states: RefCell<Vec<G::State>>,
}

/// What is known of a state.
#[derive(Clone)]
enum Known {
    /// It is being looked at.
    Open,
    /// So many tries.
    Told(Ratio),
}

impl<G: Playable> Chain<'_, G> {
    /// A state by its number; what the last roll came to makes no difference.
    fn number(&self, state: &G::State) -> usize {
        let mut state = state.clone();
        G::forget(&mut state);
        let mut states = self.states.borrow_mut();
        let known = states.iter().position(|known| *known == state);
        known.unwrap_or_else(|| {
            states.push(state);
            states.len() - 1
        })
    }

    fn tries(&self, nth: usize, known: &mut Vec<Option<Known>>) -> Result<Ratio, OddsError> {
        if known.len() <= nth {
            known.resize(nth + 1, None);
        }
        match &known[nth] {
            Some(Known::Told(tries)) => return Ok(tries.clone()),
            Some(Known::Open) => return Err(no_mean("it leads back to where it was")),
            None if nth >= MOST => return Err(no_mean("it leads to too many states")),
            None => known[nth] = Some(Known::Open),
        }
        let state = self.states.borrow()[nth].clone();
        let at = At::<G> { state: &state, book: self.book };
        let tries = if holds(at, self.ask) { Ratio::ZERO } else { self.from(at, nth, known)? };
        known[nth] = Some(Known::Told(tries.clone()));
        Ok(tries)
    }

    /// One more than where it leads to, over the share that leads on.
    fn from(&self, at: At<'_, G>, nth: usize, known: &mut Vec<Option<Known>>) -> Result<Ratio, OddsError> {
        let script = scripted::<G>(at, self.ask, self.sabotage)?;
        let outcome = |at: At<'_, G>| self.number(at.state);
        let query = Query { start: at, script: &script, outcome: &outcome, play: Play::Instinct };
        let odds = Explorer::new(query, Effort::default()).odds()?;
        let (mut above, mut below) = (odds.total.clone(), Natural::ONE);
        let mut stays = Natural::ZERO;
        for (next, weight) in &odds.outcomes {
            if *next == nth {
                stays += weight;
                continue;
            }
            let tries = self.tries(*next, known)?;
            let more = weight * tries.numerator();
            above = &(&above * tries.denominator()) + &(&more * &below);
            below = &below * tries.denominator();
        }
        let leads = odds.total.checked_sub(&stays).unwrap_or_default();
        Ratio::new(above, &below * &leads).ok_or_else(|| no_mean("it never comes to that"))
    }
}

fn no_mean(why: &str) -> OddsError {
    OddsError::Refused(Refusal::by_table("no-mean", format!("There is no mean to tell: {why}.")))
}
