//! Stories told with a rule broken on purpose, to see whether they notice. How a rule is broken is the
//! kernel's business; here a run that panics is caught, for broken rules may meet what cannot be.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{io, thread};

use boneyard_table::RuleId;
use boneyard_table::sabotage::{Break, Sabotage};
use boneyard_table::story::{Story, run_sabotaged};
use boneyard_table::table::AnyGame;
use serde::Serialize;

use crate::{Failure, games, packs};

/// Broken rules may call each other much deeper than sound ones before they are stopped.
const STACK: usize = 512 << 20;

/// A story that holds, and what could be broken in it.
#[derive(Debug)]
pub(crate) struct Watched {
    pub(crate) file: PathBuf,
    pub(crate) story: Story,
    touched: BTreeSet<Break>,
}

/// One rule broken in one way.
#[derive(Debug, Serialize)]
pub(crate) struct Broken {
    /// How.
    pub(crate) how: Break,
    /// How many stories it changes something in.
    pub(crate) stories: usize,
    /// The first story that notices, and by what.
    pub(crate) noticed: Option<Noticed>,
}

/// By what a story notices.
#[derive(Debug, Serialize)]
pub(crate) struct Noticed {
    pub(crate) file: String,
    pub(crate) why: String,
}

/// Runs a story with nothing broken and watches it; the error says why it does not hold.
pub(crate) fn watch(file: &Path, story: Story) -> Result<Watched, Failure> {
    let sabotage = Arc::new(Sabotage::watching());
    let failures = tell(game(&story)?, file, &story, &sabotage);
    if failures.is_empty() {
        return Ok(Watched { file: file.to_owned(), story, touched: sabotage.seen() });
    }
    Err(Failure::said(format!("{}: {}", file.display(), failures.join("; "))))
}

/// Breaks a rule in every possible way in these stories, each until a story notices.
pub(crate) fn break_rule(rule: RuleId, stories: &[Watched]) -> Result<Vec<Broken>, Failure> {
    let mut ways: BTreeMap<&Break, Vec<&Watched>> = BTreeMap::new();
    // Those that claim to prove it are the likeliest to notice.
    let (first, then): (Vec<_>, Vec<_>) = stories.iter().partition(|one| one.story.proves.contains(&rule));
    for one in first.into_iter().chain(then) {
        for how in one.touched.iter().filter(|how| how.rule == rule) {
            ways.entry(how).or_default().push(one);
        }
    }
    let mut broken = Vec::with_capacity(ways.len());
    for (how, stories) in ways {
        let mut noticed = None;
        for one in &stories {
            noticed = notices(one, how)?;
            if noticed.is_some() {
                break;
            }
        }
        broken.push(Broken { how: how.clone(), stories: stories.len(), noticed });
    }
    Ok(broken)
}

fn notices(watched: &Watched, how: &Break) -> Result<Option<Noticed>, Failure> {
    let Watched { file, story, .. } = watched;
    let game = game(story)?;
    let sabotage = Arc::new(Sabotage::of(how.clone()));
    let failures = panic::catch_unwind(AssertUnwindSafe(|| tell(game, file, story, &sabotage)));
    let why = match failures {
        Ok(failures) => failures.into_iter().next(),
        Err(_) => Some(String::from("the rules meet what cannot be")),
    };
    Ok(why.map(|why| Noticed { file: file.display().to_string(), why }))
}

fn game(story: &Story) -> Result<&'static dyn AnyGame, Failure> {
    games::find(&story.game).map(|entry| entry.game)
}

fn tell(game: &dyn AnyGame, file: &Path, story: &Story, sabotage: &Arc<Sabotage>) -> Vec<String> {
    let beside = file.parent().map_or_else(PathBuf::new, Path::to_owned);
    let pack = |path: &str| packs::read(&beside, path).map_err(|failure| failure.to_string());
    run_sabotaged(game, story, &pack, sabotage).failures
}

/// Runs something that may go wrong: on a deep stack, and without messages about caught panics.
pub(crate) fn with_room<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let spoken = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let done = thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        worker.join().map_err(|_| io::Error::other("it panicked"))
    });
    panic::set_hook(spoken);
    done.map_err(|error| Failure::said(format!("Cannot tell the stories: {error}.")))
}
