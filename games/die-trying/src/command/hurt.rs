//! Commands about bodies.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::hurt::{self, Harm, Heal, Inflict, Rounds, Stabilise};

/// A command about bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HurtCommand {
    /// The TS deals damage.
    Harm(Harm),
    /// The TS heals somebody.
    Heal(Heal),
    /// The TS lays a condition on somebody, or ends it.
    Inflict(Inflict),
    /// Rounds go by outside a fight.
    RoundsPass(Rounds),
    /// The dying throw until it is settled.
    SettleDying,
    /// Stabilising with a Medicine Kit.
    Stabilise(Stabilise),
}

pub(super) fn address(command: &HurtCommand) -> Address {
    let by = match command {
        HurtCommand::Stabilise(deed) => By::Actor(deed.who),
        _ => By::Anyone,
    };
    Address { lane: Lane::Scene, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, DieTrying>, by: Seat, command: HurtCommand) -> Flow {
    match command {
        HurtCommand::Harm(harm) => hurt::harm(cx, by, harm),
        HurtCommand::Heal(heal) => hurt::heal_by(cx, by, heal),
        HurtCommand::Inflict(inflict) => hurt::inflict(cx, by, inflict),
        HurtCommand::RoundsPass(rounds) => hurt::rounds_pass(cx, by, rounds),
        HurtCommand::SettleDying => hurt::settle_dying(cx, by),
        HurtCommand::Stabilise(deed) => hurt::stabilise(cx, deed),
    }
}
