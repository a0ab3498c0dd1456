//! Commands in camp.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::camp::{self, CampItems, Cook, Craft, Mend, Operate, PitchCamp, Ritual, Tend};

/// A command in camp.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CampCommand {
    /// Sets up camp.
    PitchCamp(PitchCamp),
    /// Keeps a lookout.
    Lookout,
    /// Rests.
    Rest,
    /// Sleeps.
    Sleep,
    /// Cooks.
    Cook(Cook),
    /// Uses camp items.
    CampItems(CampItems),
    /// Tends wounds.
    Tend(Tend),
    /// Performs a ritual.
    Ritual(Ritual),
    /// Mends armor.
    Craft(Craft),
    /// Mends a broken thing.
    Mend(Mend),
    /// Operates.
    Operate(Operate),
    /// Breaks camp, if the night lets the party.
    BreakCamp,
}

pub(super) fn address(_command: &CampCommand) -> Address {
    // Points belong to the party: anybody in the camp may propose.
    Address { lane: Lane::Scene, by: By::Anyone }
}

pub(super) fn resolve(cx: &mut Cx<'_, DeadWeight>, by: Seat, command: CampCommand) -> Flow {
    match command {
        CampCommand::PitchCamp(pitch) => camp::pitch_camp(cx, by, &pitch),
        CampCommand::Lookout => camp::lookout(cx, by),
        CampCommand::Rest => camp::rest(cx, by),
        CampCommand::Sleep => camp::sleep(cx, by),
        CampCommand::Cook(cook) => camp::cook(cx, by, &cook),
        CampCommand::CampItems(items) => camp::camp_items(cx, by, &items),
        CampCommand::Tend(tend) => camp::tend(cx, by, &tend),
        CampCommand::Ritual(ritual) => camp::ritual(cx, by, ritual),
        CampCommand::Craft(craft) => camp::craft(cx, by, &craft),
        CampCommand::Mend(mend) => camp::mend(cx, by, mend),
        CampCommand::Operate(operate) => camp::operate(cx, by, operate),
        CampCommand::BreakCamp => camp::break_camp(cx, by),
    }
}
