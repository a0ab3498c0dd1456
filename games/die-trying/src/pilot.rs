//! What creatures do while they play themselves. Which commands they may give stands with each command.

use boneyard_table::{At, Who};

use crate::DieTrying;
use crate::bots;
use crate::command::Command;
use crate::instinct;

type Here<'a> = At<'a, DieTrying>;

/// The round of the fight under way.
pub fn round(at: Here<'_>) -> Option<u16> {
    let battle = at.state.battle.as_ref()?;
    Some(u16::try_from(battle.order.round()).unwrap_or(u16::MAX))
}

/// The heroes in play.
pub fn party(at: Here<'_>) -> Vec<Who> {
    at.state.heroes().filter(|who| at.state.sheet(*who).draft.is_none()).collect()
}

/// In a fight as instinct says; outside somebody gets up, gets free, and keeps up with those whom people play.
pub fn by_itself(at: Here<'_>, who: Who, led: &[Who]) -> Option<Command> {
    match round(at) {
        Some(_) => instinct::command(at, who),
        None => bots::keeps_up(at, who, led),
    }
}
