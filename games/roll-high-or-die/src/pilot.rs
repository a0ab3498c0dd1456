//! What creatures do while they play themselves. Which commands they may give is said by each deed.

use boneyard_table::{At, Who};

use crate::RollHighOrDie;
use crate::command::Command;
use crate::instinct;

/// The round of the Encounter under way.
pub fn round(at: At<'_, RollHighOrDie>) -> Option<u16> {
    let encounter = at.state.encounter.as_ref()?;
    Some(u16::try_from(encounter.order.round()).unwrap_or(u16::MAX))
}

/// In an Encounter as instinct says, but nobody speaks for the party.
pub fn by_itself(at: At<'_, RollHighOrDie>, who: Who) -> Option<Command> {
    at.state.encounter.as_ref()?;
    (at.state.acting() == Some(who)).then(|| instinct::fights(at, who))
}
