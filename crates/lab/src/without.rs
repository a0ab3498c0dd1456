//! What mattered most: the same fights again with one thing changed. The same seeds are fought in both, so that most
//! of the luck is the same and small differences show.

use boneyard_table::encounter::AnyEncounter;
use serde::Serialize;

use crate::{Go, Plan, Share, Tally, run};

/// What a change did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Without {
    /// What was changed: "without the ogre".
    pub what: String,
    /// Victories then.
    pub won: Share,
    /// Fights in which the whole party fell then.
    pub wiped: Share,
    /// Fights in which somebody of it died then.
    pub death: Share,
}

/// Fights the changed encounter with the same dice. `None` where `go` said stop.
pub fn without(
    what: impl Into<String>,
    changed: &dyn AnyEncounter,
    plan: Plan,
    go: &mut dyn FnMut() -> Go,
) -> Option<Without> {
    let ran = run(changed, Plan { sure: None, ..plan }, &mut |_| go());
    let Tally { won, wiped, death, .. } = ran.tally;
    let share = |count| ran.tally.share(count);
    let told = Without { what: what.into(), won: share(won), wiped: share(wiped), death: share(death) };
    (!ran.cancelled).then_some(told)
}
