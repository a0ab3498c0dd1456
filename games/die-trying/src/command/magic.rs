//! Commands of magic.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::magic::{self, Cast, Earth, Improvise};

/// A command of magic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MagicCommand {
    /// Casts a spell.
    Cast(Cast),
    /// Casts without one.
    Improvise(Improvise),
    /// Lets instability run off.
    Earth(Earth),
}

pub(super) fn address(command: &MagicCommand) -> Address {
    let who = match command {
        MagicCommand::Cast(cast) => cast.who,
        MagicCommand::Improvise(wish) => wish.who,
        MagicCommand::Earth(earth) => earth.who,
    };
    Address { lane: Lane::Scene, by: By::Actor(who) }
}

pub(super) fn resolve(cx: &mut Cx<'_, DieTrying>, _by: Seat, command: MagicCommand) -> Flow {
    match command {
        MagicCommand::Cast(cast) => magic::cast(cx, &cast),
        MagicCommand::Improvise(wish) => magic::improvise(cx, &wish),
        MagicCommand::Earth(earth) => magic::earth(cx, earth),
    }
}
