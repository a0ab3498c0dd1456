//! Memorising spells and prayers.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::magic::{self, Memorise};

/// A command of those who know powers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MagicCommand {
    /// Memorises spells or prayers.
    Memorise(Memorise),
}

pub(super) fn address(_command: &MagicCommand) -> Address {
    // Several may memorise at once in camp, and anybody there proposes it.
    Address { lane: Lane::Scene, by: By::Anyone }
}

pub(super) fn resolve(cx: &mut Cx<'_, DeadWeight>, by: Seat, command: MagicCommand) -> Flow {
    match command {
        MagicCommand::Memorise(wanted) => magic::memorise(cx, by, &wanted),
    }
}
