//! A table in play: one game, its seats, its state, its history. Every change is planned into one
//! record, put on disk by the host of the table, and only then followed; so the table in memory
//! is always the fold of the records on disk, and opening it again is the same code.

mod advice;
mod any;
mod asking;
mod book;
mod chance;
mod eyes;
mod follow;
mod forecast;
mod given;
mod hand;
mod inspected;
mod itself;
mod journaled;
mod looks;
mod names;
mod number;
mod op;
mod oracle;
mod overrule;
mod pack;
mod paper;
mod plan;
pub mod reading;
mod record;
mod review;
mod seated;
mod sight;
mod talk;
mod tries;
mod undo;
mod unknown;
pub mod versions;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use advice::{Advice, Choice};
pub use any::{AnyGame, AnyTable, Corrupt, GameOf, OddsAsk, OddsTold};
pub use chance::{OddsTask, ValueOdds, ValuesTold};
pub use forecast::{Bounds, Chance, Forecast, Loss};
pub use given::Given;
pub use inspected::Inspected;
pub use itself::OwnDeed;
pub use journaled::Journaled;
pub use op::{Op, Saying};
pub use oracle::Oracle;
pub use overrule::Overruling;
pub use paper::{Media, Paper, PaperBody, Picture, Shown};
pub use plan::Planned;
pub use record::{Act, Opened, PackName, Record};
pub use seated::Seated;
pub use talk::{Rolled, Said, Talk};

use serde::{Deserialize, Serialize};

use crate::frame::Frame;
use crate::live::{Action, ActionId, Open, RunEnd};
use crate::sabotage::Sabotage;
use crate::{At, Lane, Playable, RuleId, Seat, Stored};

/// A table at which `G` is played.
pub struct TableOf<G: Playable> {
    book: Arc<G::Book>,
    opened: Opened<G>,
    state: G::State,
    frame: Frame,
    /// Finished actions, oldest first. Their facts alone rebuild the state.
    acts: Vec<Act<G>>,
    /// Actions taken back, branch by branch, kept to be opened as forks.
    branches: Vec<Branch<G>>,
    /// So many of the last branches were taken back one after the other, with nothing done since: redo goes through them.
    undone: usize,
    /// What was said, oldest first.
    said: Vec<Said>,
    waiting: BTreeMap<ActionId, Action<G::Command, G::Answer>>,
    /// What each waiting action asks now, on the state committed by now.
    now: BTreeMap<ActionId, Now<G>>,
    next_action: ActionId,
    /// The finished actions that each player's seat knows of, as they ended.
    counted: BTreeMap<Seat, Vec<ActionId>>,
    /// Packs that came later than the table began.
    packs: Vec<PackName>,
    /// Acts up to each have no higher number than this: where lines from an action on begin.
    highest: Vec<ActionId>,
    /// Counts changes of what seats see beside the log.
    looks: u32,
    /// How many records were followed.
    seq: u32,
    /// What is broken on purpose, in stories that are to notice.
    sabotage: Option<Arc<Sabotage>>,
}

impl<G: Playable> std::fmt::Debug for TableOf<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableOf")
            .field("title", &self.frame.title)
            .field("seq", &self.seq)
            .finish_non_exhaustive()
    }
}

/// Actions taken back together, or one dropped while it waited.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
struct Branch<G: Stored> {
    by: Seat,
    reason: Option<String>,
    /// Never done: it was dropped while it waited.
    #[serde(default)]
    dropped: bool,
    acts: Vec<Act<G>>,
}

/// Where a waiting action stands.
#[derive(Debug)]
enum Now<G: Playable> {
    /// It asks these, on this provisional state.
    Asks { state: G::State, open: Vec<Open<G>>, log: Vec<crate::Entry<G::Fact>>, cited: Vec<RuleId> },
    /// It no longer fits and can be started afresh.
    Afresh(Stale),
}

/// Why a waiting action cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stale {
    /// The rules have changed since it began.
    Rules,
    /// What it asked has changed since.
    Asked,
}

impl<G: Playable> TableOf<G> {
    fn at(&self) -> At<'_, G> {
        At { state: &self.state, book: &*self.book }
    }

    fn in_lane(&self, lane: Lane) -> Option<&Action<G::Command, G::Answer>> {
        self.waiting.values().find(|action| G::address(&action.command).lane == lane)
    }

    /// Runs a waiting action again on what is committed by now, drawing nothing new.
    fn look(&self, action: &Action<G::Command, G::Answer>) -> Now<G> {
        if action.rules != G::RULES {
            return Now::Afresh(Stale::Rules);
        }
        let run = self.run_on(&mut action.clone(), None);
        match run.end {
            RunEnd::Waiting(open) => Now::Asks { state: run.state, open, log: run.log, cited: run.cited },
            _ => Now::Afresh(Stale::Asked),
        }
    }
}
