//! Commands in camp that are not yet deeds.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::camp::{self, CampItems, Cook, PitchCamp, Tend};

/// A command in camp.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CampCommand {
    /// Sets up camp.
    PitchCamp(PitchCamp),
    /// Cooks.
    Cook(Cook),
    /// Uses camp items.
    CampItems(CampItems),
    /// Tends wounds.
    Tend(Tend),
}

pub(super) fn address(_command: &CampCommand) -> Address {
    // Points belong to the party: anybody in the camp may propose.
    Address { lane: Lane::Scene, by: By::Anyone }
}

pub(super) fn resolve(cx: &mut Cx<'_, DeadWeight>, by: Seat, command: CampCommand) -> Flow {
    match command {
        CampCommand::PitchCamp(pitch) => camp::pitch_camp(cx, by, &pitch),
        CampCommand::Cook(cook) => camp::cook(cx, by, &cook),
        CampCommand::CampItems(items) => camp::camp_items(cx, by, &items),
        CampCommand::Tend(tend) => camp::tend(cx, by, &tend),
    }
}
