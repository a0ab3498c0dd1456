//! Commands about bodies.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RollHighOrDie;
use crate::hurt::{self, Air, Fall, Harm, Inflict, RestoreVitality, SpendHitDie};

/// A command about bodies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HurtCommand {
    /// The Referee deals damage.
    Harm(Harm),
    /// The Referee gives Vitality back.
    Restore(RestoreVitality),
    /// The Referee imposes or ends a Condition.
    Inflict(Inflict),
    /// The Referee says whether there is air.
    Air(Air),
    /// The Referee lets somebody fall.
    Fall(Fall),
    /// Spends a Hit Die at ease.
    SpendHitDie(SpendHitDie),
}

pub(super) fn address(command: &HurtCommand) -> Address {
    let by = match command {
        HurtCommand::SpendHitDie(spend) => By::Actor(spend.who),
        // The rules refuse by name where it is not the Referee.
        _ => By::Anyone,
    };
    Address { lane: Lane::Scene, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, command: HurtCommand) -> Flow {
    match command {
        HurtCommand::Harm(harm) => hurt::harm(cx, by, &harm),
        HurtCommand::Restore(restore) => hurt::restore(cx, by, restore),
        HurtCommand::Inflict(inflict) => hurt::inflict(cx, by, inflict),
        HurtCommand::Air(air) => hurt::air(cx, by, air),
        HurtCommand::Fall(fall) => hurt::fall(cx, by, fall),
        HurtCommand::SpendHitDie(spend) => hurt::spend_hit_die(cx, spend),
    }
}
