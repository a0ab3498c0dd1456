//! What a notation means, for anybody.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::gear::{self, Explain};

/// A command about things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GearCommand {
    /// Says what a notation means.
    Explain(Explain),
}

pub(super) fn address(_command: &GearCommand) -> Address {
    Address { lane: Lane::Scene, by: By::Anyone }
}

pub(super) fn resolve(cx: &mut Cx<'_, DeadWeight>, _by: Seat, command: GearCommand) -> Flow {
    match command {
        GearCommand::Explain(explain) => gear::explain(cx, &explain),
    }
}
