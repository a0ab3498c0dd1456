//! Commands that call for a check or a roll.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::check::{self, Attempt, CallCheck, Contest, RollDice};

/// A command that calls for a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckCommand {
    /// The TS calls for a check.
    CallCheck(CallCheck),
    /// Somebody tries something.
    Attempt(Attempt),
    /// One's skill against another's.
    Contest(Contest),
    /// Some dice.
    RollDice(RollDice),
}

pub(super) fn address(command: &CheckCommand) -> Address {
    let by = match command {
        CheckCommand::Attempt(attempt) => By::Actor(attempt.who),
        // The rules refuse by name where it is not the TS.
        CheckCommand::CallCheck(_) | CheckCommand::Contest(_) | CheckCommand::RollDice(_) => By::Anyone,
    };
    Address { lane: Lane::Scene, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, DieTrying>, by: Seat, command: CheckCommand) -> Flow {
    match command {
        CheckCommand::CallCheck(call) => check::call_check(cx, by, &call),
        CheckCommand::Attempt(attempt) => check::attempt(cx, &attempt),
        CheckCommand::Contest(contest) => check::contest(cx, by, contest),
        CheckCommand::RollDice(dice) => check::roll_dice(cx, by, dice),
    }
}
