//! Commands that call for a roll.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::roll::{self, CallTest, EnemyTest, Risk, Test};

/// A command that calls for a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RollCommand {
    /// The GM calls for a test or check.
    CallTest(CallTest),
    /// Somebody tries something, with everything declared.
    Test(Test),
    /// An enemy rolls its level.
    EnemyTest(EnemyTest),
    /// Risk dice, by the GM.
    Risk(Risk),
    /// A coin is flipped.
    Coin,
}

pub(super) fn address(command: &RollCommand) -> Address {
    let by = match command {
        // The rules refuse by name where it is not the GM.
        RollCommand::CallTest(_) | RollCommand::EnemyTest(_) | RollCommand::Risk(_) | RollCommand::Coin => {
            By::Anyone
        }
        RollCommand::Test(test) => By::Actor(test.who),
    };
    Address { lane: Lane::Scene, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, DeadWeight>, by: Seat, command: RollCommand) -> Flow {
    match command {
        RollCommand::CallTest(call) => roll::call_test(cx, by, &call),
        RollCommand::Test(test) => roll::test(cx, by, &test),
        RollCommand::EnemyTest(test) => roll::enemy_test(cx, by, test),
        RollCommand::Risk(risk) => roll::risk_by(cx, by, risk),
        RollCommand::Coin => roll::coin_by(cx, by),
    }
}
