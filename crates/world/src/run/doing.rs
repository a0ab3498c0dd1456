//! What people spend time on: what it is, and how much of it is left.

use boneyard_table::clock::Time;
use boneyard_table::{At, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::world::PlaceKey;
use super::worldly::{DoingKind, Worldly};

/// What somebody spends time on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", bound = "")]
#[schemars(bound = "")]
pub enum Task<G: Worldly> {
    /// Something the place offers, as players read it.
    Try(String),
    /// Something the game's rules offer.
    Own(G::Doing),
}

/// Somebody who spends time on something.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "")]
pub struct Doing<G: Worldly> {
    /// What.
    pub what: Task<G>,
    /// Where they began.
    pub place: PlaceKey,
    /// How much of it is left, in seconds, counted from `since`; without end if nothing is said.
    pub left: Option<u64>,
    /// How much was done before `since`.
    pub spent: u64,
    /// Since when it goes on; declared or paused if nothing is said.
    pub since: Option<Time>,
}

impl<G: Worldly> Task<G> {
    /// What it is called.
    pub fn name(&self) -> String {
        match self {
            Self::Try(what) => what.clone(),
            Self::Own(doing) => doing.name(),
        }
    }
}

impl<G: Worldly> Doing<G> {
    /// When its time is up.
    pub fn ends(&self) -> Option<Time> {
        Some(self.since?.later(self.left?))
    }

    /// It goes on from now.
    #[must_use]
    pub fn going(&self, now: Time) -> Self {
        Self { since: self.since.or(Some(now)), ..self.clone() }
    }

    /// It rests; what is left is kept.
    #[must_use]
    pub fn resting(&self, now: Time) -> Self {
        let done = self.since.map_or(0, |since| now.0.saturating_sub(since.0));
        let left = self.left.map(|left| left.saturating_sub(done));
        Self { left, spent: self.spent.saturating_add(done), since: None, ..self.clone() }
    }
}

/// Somebody is spending time on something of this name.
pub(super) fn is_doing<G: Worldly>(at: At<'_, G>, who: Who, name: &str) -> bool {
    let doing = G::world(at.state).doings.get(&who);
    doing.is_some_and(|doing| doing.since.is_some() && doing.what.name().eq_ignore_ascii_case(name))
}
