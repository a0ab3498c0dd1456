//! Commands of checks.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RollHighOrDie;
use crate::check::{self, CallCheck, Contest, Improvise, Measure, Request, RollDice};

/// A command about checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckCommand {
    /// The Referee calls for a check.
    CallCheck(CallCheck),
    /// The Referee calls for a contest.
    Contest(Contest),
    /// Tries what the rules do not know.
    Improvise(Improvise),
    /// Rolls some dice.
    RollDice(RollDice),
    /// Asks somebody for something.
    Request(Request),
    /// Measures a line on the map.
    Measure(Measure),
}

pub(super) fn address(command: &CheckCommand) -> Address {
    let by = match command {
        CheckCommand::Improvise(deed) => By::Actor(deed.who),
        CheckCommand::Request(request) => By::Actor(request.who),
        // The rules refuse by name where it is not the Referee.
        _ => By::Anyone,
    };
    Address { lane: Lane::Scene, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, command: CheckCommand) -> Flow {
    match command {
        CheckCommand::CallCheck(call) => check::call_check(cx, by, &call),
        CheckCommand::Contest(contest) => check::contest(cx, by, contest),
        CheckCommand::Improvise(deed) => check::improvise(cx, &deed),
        CheckCommand::RollDice(dice) => check::roll_dice(cx, by, dice),
        CheckCommand::Request(request) => check::request(cx, &request),
        CheckCommand::Measure(line) => check::measure(cx, by, line),
    }
}
