//! Commands of the week between expeditions that are not yet deeds.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::interlude::{self, Activity, Buy, LevelUp};
use crate::rules;

/// A command of the interlude.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InterludeCommand {
    /// Rises a level.
    LevelUp(LevelUp),
    /// Buys a thing.
    Buy(Buy),
    /// Spends a part of the week.
    Activity(Activity),
}

pub(super) fn address(command: &InterludeCommand) -> Address {
    let (InterludeCommand::LevelUp(LevelUp { who, .. })
    | InterludeCommand::Buy(Buy { who, .. })
    | InterludeCommand::Activity(Activity { who, .. })) = command;
    Address { lane: Lane::Scene, by: By::Actor(*who) }
}

pub(super) fn resolve(cx: &mut Cx<'_, DeadWeight>, _by: Seat, command: InterludeCommand) -> Flow {
    // The source has no chapter on the week between; the whole procedure is ours.
    cx.state().house.allows(rules::DW_HOUSE_35H)?;
    match command {
        InterludeCommand::LevelUp(up) => interlude::level_up(cx, &up),
        InterludeCommand::Buy(buy) => interlude::buy(cx, &buy),
        InterludeCommand::Activity(act) => interlude::activity(cx, &act),
    }
}
