//! A table in play: one game, its seats, its state, its history. Every change is planned into one
//! record, put on disk by the host of the table, and only then followed; so the table in memory
//! is always the fold of the records on disk, and opening it again is the same code.

mod advice;
mod any;
mod asking;
mod back;
mod book;
mod chance;
mod eyes;
mod follow;
mod forecast;
mod given;
mod hand;
mod ids;
mod inspected;
mod itself;
mod journaled;
mod looks;
mod names;
mod number;
mod op;
mod oracle;
mod overrule;
mod own;
mod pack;
mod paper;
mod past;
mod place;
mod plan;
pub mod reading;
mod record;
mod remembered;
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
pub use back::Back;
pub use chance::{OddsTask, ValueOdds, ValuesTold};
pub use forecast::{Bounds, Chance, Forecast, Loss};
pub use given::Given;
pub use inspected::Inspected;
pub use itself::OwnDeed;
pub use journaled::Journaled;
pub use op::{Op, Saying};
pub use oracle::Oracle;
pub use overrule::Overruling;
pub use own::{OWN_PACK, OwnFile};
pub use paper::{Media, Paper, PaperBody, Picture, Shown};
pub use past::{LATELY, Remembers};
pub use place::LinePlace;
pub use plan::Planned;
pub use record::{Act, Opened, PackName, Record};
pub use remembered::Remembered;
pub use seated::Seated;
pub use talk::{Rolled, Said, Talk};
pub use undo::reaches_back;

use ids::Ids;
use past::{Branch, Done, Heard};

use crate::frame::Frame;
use crate::live::{Action, ActionId, Open, RunEnd};
use crate::sabotage::Sabotage;
use crate::{At, Lane, Playable, RuleId, Seat};

/// A table at which `G` is played.
pub struct TableOf<G: Playable> {
    book: Arc<G::Book>,
    opened: Opened<G>,
    state: G::State,
    frame: Frame,
    /// Finished actions that are remembered, oldest first. Their facts alone rebuild the state from the one it opened with.
    acts: Vec<Done<G>>,
    /// Actions taken back, branch by branch, kept to be opened as forks.
    branches: Vec<Branch<G>>,
    /// So many of the last branches were taken back one after the other, with nothing done since: redo goes through them.
    undone: usize,
    /// What was said as far as it is remembered, oldest first.
    said: Vec<Heard>,
    waiting: BTreeMap<ActionId, Action<G::Command, G::Answer>>,
    /// What each waiting action asks now, on the state committed by now.
    now: BTreeMap<ActionId, Now<G>>,
    next_action: ActionId,
    /// The finished actions that each player's seat knows of, as they ended.
    counted: BTreeMap<Seat, Ids>,
    /// Packs that came later than the table began.
    packs: Vec<PackName>,
    /// The table's own pack: what was written at it.
    own: own::OwnPack,
    /// The book of the waiting action that writes in it.
    writing: Option<(ActionId, Arc<G::Book>)>,
    /// Acts up to each have no higher number than this: where lines from an action on begin.
    highest: Vec<ActionId>,
    /// Counts changes of what seats see beside the log.
    looks: u32,
    /// How many records were followed.
    seq: u32,
    /// How much of its past it remembers.
    remembers: Remembers,
    /// So many finished actions are forgotten: the state it opened with is that after them.
    gone: u32,
    /// The last of them.
    last_gone: ActionId,
    /// What is told by this record and later ones is remembered.
    since: u32,
    /// The number that the next action had just before that record.
    bound: ActionId,
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
