//! Commands that move things.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::gear::{self, Carry, Drop, Explain, Give, MarkThing, Spend};

/// A command about things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GearCommand {
    /// Puts a thing somewhere.
    Carry(Carry),
    /// Hands a thing over.
    Give(Give),
    /// Leaves a thing behind.
    Drop(Drop),
    /// Uses one of a stock.
    Spend(Spend),
    /// Says what a notation means.
    Explain(Explain),
    /// The GM says that a thing is awkward.
    MarkThing(MarkThing),
}

pub(super) fn address(command: &GearCommand) -> Address {
    match command {
        GearCommand::Carry(Carry { who, .. })
        | GearCommand::Give(Give { who, .. })
        | GearCommand::Spend(Spend { who, .. })
        | GearCommand::Drop(Drop { who, .. }) => Address { lane: Lane::Scene, by: By::Actor(*who) },
        GearCommand::Explain(_) | GearCommand::MarkThing(_) => Address { lane: Lane::Scene, by: By::Anyone },
    }
}

pub(super) fn resolve(cx: &mut Cx<'_, DeadWeight>, by: Seat, command: GearCommand) -> Flow {
    match command {
        GearCommand::Carry(carry) => gear::carry(cx, carry),
        GearCommand::Give(give) => gear::give(cx, give),
        GearCommand::Drop(drop) => gear::drop(cx, drop),
        GearCommand::Spend(spend) => gear::spend(cx, spend),
        GearCommand::Explain(explain) => gear::explain(cx, &explain),
        GearCommand::MarkThing(mark) => gear::mark_thing(cx, by, &mark),
    }
}
