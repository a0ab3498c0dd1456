//! Commands that lead to a roll.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::GutsPlus;
use crate::roll::{self, Attempt, CallCheck, CallContest};

/// A command that leads to a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RollCommand {
    /// The GM calls for a check.
    Check(CallCheck),
    /// The GM calls for a contest.
    Contest(CallContest),
    /// Somebody tries something.
    Attempt(Attempt),
}

pub(super) fn address(command: &RollCommand) -> Address {
    let by = match command {
        // The rules refuse by name where it is not the GM.
        RollCommand::Check(_) | RollCommand::Contest(_) => By::Anyone,
        RollCommand::Attempt(attempt) => By::Actor(attempt.who),
    };
    Address { lane: Lane::Scene, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, GutsPlus>, by: Seat, command: RollCommand) -> Flow {
    match command {
        RollCommand::Check(call) => roll::call_check(cx, by, &call),
        RollCommand::Contest(call) => roll::call_contest(cx, by, &call),
        RollCommand::Attempt(attempt) => roll::attempt(cx, &attempt),
    }
}
