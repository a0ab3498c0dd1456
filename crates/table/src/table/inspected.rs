//! What a test or the game master looks at: the whole state, and who would notice a broken rule.

use super::{Corrupt, TableOf};
use crate::sabotage::Sabotage;
use crate::{At, Awaits, Playable, RuleId};
use serde_json::Value;
use std::sync::Arc;

/// What a test or the game master looks at: the whole state, and who would notice a broken rule.
pub trait Inspected {
    /// Everything, by the paths that stories use. For the game master's eyes.
    fn values(&self) -> Value;
    /// The same, with what the waiting action has done so far.
    fn values_so_far(&self) -> Value;
    /// The state, to compare.
    fn state(&self) -> Result<Value, Corrupt>;
    /// Whose move it is. For the game master's eyes, and for bots.
    fn awaits(&self) -> Awaits;
    /// Rules cited so far by what waits now.
    fn cited(&self) -> Vec<RuleId>;
    /// Breaks a rule on purpose from now on, to see who notices.
    fn sabotage(&mut self, sabotage: Arc<Sabotage>);
}

impl<G: Playable> Inspected for TableOf<G> {
    fn values(&self) -> Value {
        G::values(self.at())
    }

    fn values_so_far(&self) -> Value {
        let provisional = self.now.values().find_map(|now| match now {
            super::Now::Asks { state, .. } => Some(state),
            super::Now::Afresh(_) => None,
        });
        G::values(At { state: provisional.unwrap_or(&self.state), book: &*self.book })
    }

    fn state(&self) -> Result<Value, Corrupt> {
        Ok(serde_json::to_value(&self.state)?)
    }

    fn awaits(&self) -> Awaits {
        G::awaits(self.at())
    }

    fn cited(&self) -> Vec<RuleId> {
        let cited = self.now.values().flat_map(|now| match now {
            super::Now::Asks { cited, .. } => cited.as_slice(),
            super::Now::Afresh(_) => &[],
        });
        cited.copied().collect()
    }

    fn sabotage(&mut self, sabotage: Arc<Sabotage>) {
        self.break_rule(sabotage);
    }
}
