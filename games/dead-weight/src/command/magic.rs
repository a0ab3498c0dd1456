//! Commands of spells, prayers, scrolls and sacrifices.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::magic::{self, Invoke, Memorise, Sacrifice};

/// A command of a power.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MagicCommand {
    /// Memorises spells or prayers.
    Memorise(Memorise),
    /// Casts a memorised spell.
    Cast(Invoke),
    /// Speaks a memorised prayer.
    Pray(Invoke),
    /// Reads a scroll.
    ReadScroll(Invoke),
    /// Calms an angry god.
    Sacrifice(Sacrifice),
}

pub(super) fn address(command: &MagicCommand) -> Address {
    let who = match command {
        // Several may memorise at once in camp, and anybody there proposes it.
        MagicCommand::Memorise(_) => return Address { lane: Lane::Scene, by: By::Anyone },
        MagicCommand::Cast(Invoke { who, .. })
        | MagicCommand::Pray(Invoke { who, .. })
        | MagicCommand::ReadScroll(Invoke { who, .. })
        | MagicCommand::Sacrifice(Sacrifice { who, .. }) => *who,
    };
    Address { lane: Lane::Scene, by: By::Actor(who) }
}

pub(super) fn resolve(cx: &mut Cx<'_, DeadWeight>, by: Seat, command: MagicCommand) -> Flow {
    match command {
        MagicCommand::Memorise(wanted) => magic::memorise(cx, by, &wanted),
        MagicCommand::Cast(invoke) => magic::cast(cx, &invoke),
        MagicCommand::Pray(invoke) => magic::pray(cx, &invoke),
        MagicCommand::ReadScroll(invoke) => magic::read_scroll(cx, &invoke),
        MagicCommand::Sacrifice(given) => magic::sacrifice(cx, given),
    }
}
