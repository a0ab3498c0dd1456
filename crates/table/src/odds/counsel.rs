//! What to answer: the odds of each answer to the first question of a query, the best of them, and what comes after it.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::rc::Rc;

use super::guide::Fork;
use super::mix::Mix;
use super::{Explorer, Odds, OddsError, Play, Step};
use crate::Game;

/// What to answer to a question.
#[derive(Debug)]
pub struct Counsel<G: Game, O> {
    /// The state in which it is asked.
    pub state: G::State,
    /// What is asked.
    pub prompt: G::Prompt,
    /// Each answer, and the odds if it is given.
    pub answers: Vec<(G::Answer, Odds<O>)>,
    /// The best of them, by its place; the first among equals.
    pub best: usize,
    /// What is best at the next question to the same side if the best is given: each in so many ways of the dice in
    /// between, in order. Empty where nothing more is asked.
    pub then: Vec<Then<G>>,
}

/// What is best at a question that may come next.
#[derive(Debug)]
pub struct Then<G: Game> {
    /// The state in which it is asked.
    pub state: G::State,
    /// What is asked.
    pub prompt: G::Prompt,
    /// The best answer.
    pub answer: G::Answer,
    /// In how many ways of the dice in between it comes to this.
    pub ways: u64,
}

/// More throws than this are not looked at one by one for what comes after.
const MOST_THEN: usize = 60;
/// Nor further ahead than so many rolls, questions and marks.
const FURTHEST: usize = 8;

impl<G: Game, O: Clone + Ord + Hash> Explorer<'_, G, O> {
    /// What to answer to the first question, if one is asked before any dice fall and it has more than one answer.
    pub fn counsel(&mut self) -> Result<Option<Counsel<G, O>>, OddsError> {
        let mut path = Vec::new();
        let (state, side, answers, prompt) = loop {
            match self.look(&mut path)? {
                (_, Some(Fork::Mark)) => path.push(Step::Mark),
                (state, Some(Fork::Choice { side, answers, prompt })) => {
                    let first = answers.first().cloned();
                    match (answers.len(), first) {
                        (1, Some(only)) => path.push(Step::Answer(only)),
                        _ => break (state, side, answers, prompt),
                    }
                }
                (_, Some(Fork::Forgotten(place))) => return Err(OddsError::Forgotten { place }),
                (_, Some(Fork::Wayward(place))) => return Err(OddsError::Wayward { place }),
                (_, Some(Fork::TooMany)) => {
                    return Err(OddsError::TooLarge { most: self.effort.most_runs });
                }
                (_, Some(Fork::Chance(_) | Fork::Known(_) | Fork::CutOff) | None) => return Ok(None),
            }
        };
        let (odds, best) = self.compared(&mut path, side, &answers)?;
        path.push(Step::Answer(answers[best].clone()));
        let mut then = Vec::new();
        match self.look_on(&mut path, side, 1, 0, &mut then) {
            Ok(()) => {}
            // What cannot be said of later does not spoil what can be said now.
            Err(OddsError::TooLarge { .. } | OddsError::TooLong { .. }) => then.clear(),
            Err(error) => return Err(error),
        }
        Ok(Some(Counsel { state, prompt, answers: answers.into_iter().zip(odds).collect(), best, then }))
    }

    /// The odds of each answer, and which is best for the side that is asked.
    fn compared(
        &mut self,
        path: &mut Vec<Step<G>>,
        side: u8,
        answers: &[G::Answer],
    ) -> Result<(Vec<Odds<O>>, usize), OddsError> {
        let mut odds = Vec::with_capacity(answers.len());
        let mut best: Option<(usize, Rc<Mix<O>>)> = None;
        for (nth, answer) in answers.iter().enumerate() {
            path.push(Step::Answer(answer.clone()));
            let mix = self.mix_after(path);
            path.pop();
            let mix = mix?;
            odds.push(self.report(&mix));
            let Play::Best { side: favoured, worth } = &self.query.play else { continue };
            let wanted = if *favoured == side { Ordering::Greater } else { Ordering::Less };
            let better = best
                .as_ref()
                .is_none_or(|(_, known)| mix.mean(worth).partial_cmp(known.mean(worth)) == Some(wanted));
            if better {
                best = Some((nth, mix));
            }
        }
        Ok((odds, best.map_or(0, |(nth, _)| nth)))
    }

    fn look_on(
        &mut self,
        path: &mut Vec<Step<G>>,
        side: u8,
        ways: u64,
        depth: usize,
        then: &mut Vec<Then<G>>,
    ) -> Result<(), OddsError> {
        if depth > FURTHEST {
            return Ok(());
        }
        let (state, fork) = self.look(path)?;
        let mut go = |this: &mut Self, path: &mut Vec<Step<G>>, step, ways| {
            path.push(step);
            let went = this.look_on(path, side, ways, depth + 1, then);
            path.pop();
            went
        };
        match fork {
            Some(Fork::Mark) => go(self, path, Step::Mark, ways),
            Some(Fork::Chance(throws)) if throws.len() <= MOST_THEN => {
                for (throw, more) in throws {
                    go(self, path, Step::Roll(throw), ways.saturating_mul(more))?;
                }
                Ok(())
            }
            Some(Fork::Choice { side: asked, answers, prompt }) => {
                let (_, best) = match answers.len() {
                    1 => (Vec::new(), 0),
                    _ => self.compared(path, asked, &answers)?,
                };
                let answer = answers[best].clone();
                if asked == side && answers.len() > 1 {
                    then.push(Then { state, prompt, answer, ways });
                    return Ok(());
                }
                go(self, path, Step::Answer(answer), ways)
            }
            _ => Ok(()),
        }
    }
}

impl<G: Game> Then<G> {
    /// What may come next, told by `words`: each with its ways, the likeliest first.
    pub fn told(then: &[Self], words: impl Fn(&Self) -> String) -> Vec<(String, u64)> {
        let mut all: BTreeMap<String, u64> = BTreeMap::new();
        for one in then {
            let ways = all.entry(words(one)).or_default();
            *ways = ways.saturating_add(one.ways);
        }
        let mut all: Vec<(String, u64)> = all.into_iter().collect();
        all.sort_by_key(|(_, ways)| std::cmp::Reverse(*ways));
        all
    }
}
