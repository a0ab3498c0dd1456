//! Odds with marks are the odds without them: whatever a mark forgets would show here.

use std::fmt::Debug;

use boneyard_table::odds::{Effort, Explorer, Odds, Play, Query, Worth};
use boneyard_table::{At, Cx, Flow, Game, Playable, Seat};
use serde_json::Value;

use crate::TestTable;

const MARKED: Effort = Effort { marks: true, audit: true, most_runs: 3_000_000, rounds: 4 };
const PLAIN: Effort = Effort { marks: false, audit: false, ..MARKED };

/// A scene, commands in a row, and everything they may leave behind.
pub struct Yard<G: Game> {
    state: G::State,
    book: G::Book,
    commands: Vec<G::Command>,
    outcome: fn(At<'_, G>) -> Vec<String>,
    worth: fn(&Vec<String>) -> Worth,
}

impl<G: Game> Debug for Yard<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Yard").field("commands", &self.commands.len()).finish_non_exhaustive()
    }
}

impl<G: Playable + 'static> Yard<G> {
    /// A scene and commands as they are written, all that is to be told apart afterwards, and what it is worth: any
    /// worth will do, as long as choices change it.
    pub fn new(
        stage: Value,
        commands: Value,
        outcome: fn(At<'_, G>) -> Vec<String>,
        worth: fn(&Vec<String>) -> Worth,
    ) -> Self {
        let state = TestTable::<G>::scene(stage, 1).state();
        let commands = serde_json::from_value(commands).expect("these are commands");
        let book = G::book(&[]).expect("our own content can be read");
        Self { state, book, commands, outcome, worth }
    }

    /// The same with marks and without, by instinct (`None`) and at the best of a side.
    pub fn agrees(&self, plays: &[Option<u8>]) {
        for &best in plays {
            let (with, without) = (self.explored(MARKED, best), self.explored(PLAIN, best));
            assert!(with.outcomes.len() > 1, "nothing hangs on the dice");
            let shares = |odds: &Odds<Vec<String>>| -> Vec<_> {
                let all = odds.outcomes.iter();
                all.map(|(known, _)| (known.clone(), odds.chance(|told| told == known))).collect()
            };
            assert_eq!(shares(&with), shares(&without), "best: {best:?}");
        }
    }

    /// What may come of it, with marks, by instinct (`None`) or at the best of a side.
    pub fn odds(&self, best: Option<u8>) -> Odds<Vec<String>> {
        self.explored(MARKED, best)
    }

    /// Our own content.
    pub fn book(&self) -> &G::Book {
        &self.book
    }

    fn explored(&self, effort: Effort, best: Option<u8>) -> Odds<Vec<String>> {
        let script = |cx: &mut Cx<'_, G>| -> Flow {
            let mut commands = self.commands.iter().enumerate();
            // A mark speaks of what is left of one command; which one it is must be said.
            commands
                .try_for_each(|(nth, command)| cx.within(nth, |cx| G::resolve(cx, Seat::GM, command.clone())))
        };
        let play = match best {
            Some(side) => Play::Best { side, worth: &self.worth },
            None => Play::Instinct,
        };
        let start = At { state: &self.state, book: &self.book };
        let query = Query { start, script: &script, outcome: &self.outcome, play };
        Explorer::new(query, effort).odds().expect("small enough to explore")
    }
}
