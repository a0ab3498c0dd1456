//! Who plays themselves, and what they do then in a fight. Whether a person has to give a command stands on its card.

use boneyard_table::{At, Who};

use crate::GutsPlus;
use crate::command::Command;
use crate::instinct;

/// The heroes in play.
pub fn party(at: At<'_, GutsPlus>) -> Vec<Who> {
    let plays = |who: &Who| at.state.sheet(*who).draft.is_none() && !at.state.live(*who).dead;
    at.state.heroes().filter(plays).collect()
}

/// In a fight as instinct says, without the help of those whom people play: nobody spends their action but they.
pub fn by_itself(at: At<'_, GutsPlus>, who: Who, led: &[Who]) -> Option<Command> {
    at.state.battle.as_ref()?;
    let mut command = instinct::command(at, who)?;
    if let Command::Attack(attack) = &mut command
        && let Some(named) = &mut attack.quality
    {
        named.help.retain(|helper| !led.contains(helper));
    }
    Some(command)
}
