//! Commands by which the GM says what befalls people.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::hurt::{self, Afflict, Cure, Harm, HealBy, Recover, TireBy};

/// What the GM says befalls people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HurtCommand {
    /// Wounds reach somebody.
    Harm(Harm),
    /// Somebody is tired.
    Tire(TireBy),
    /// Somebody recovers.
    Recover(Recover),
    /// Wounds heal.
    Heal(HealBy),
    /// Something ails somebody.
    Afflict(Afflict),
    /// It does no longer.
    Cure(Cure),
}

pub(super) fn address(_command: &HurtCommand) -> Address {
    Address { lane: Lane::Scene, by: By::Anyone }
}

pub(super) fn resolve(cx: &mut Cx<'_, DeadWeight>, by: Seat, command: HurtCommand) -> Flow {
    match command {
        HurtCommand::Harm(harm) => hurt::harm(cx, by, harm),
        HurtCommand::Tire(tire) => hurt::tire_by(cx, by, tire),
        HurtCommand::Recover(recover) => hurt::recover_by(cx, by, recover),
        HurtCommand::Heal(heal) => hurt::heal_by(cx, by, heal),
        HurtCommand::Afflict(afflict) => hurt::afflict(cx, by, afflict),
        HurtCommand::Cure(cure) => hurt::cure(cx, by, cure),
    }
}
