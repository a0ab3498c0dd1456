//! Commands of Rests, exploration, armor and what is carried.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::gear::{self, Heap, Wear};
use crate::rest::{self, Camp, Explore, LiftCurse, Treat};

/// A command of Rests and exploration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RestCommand {
    /// The group Rests.
    Rest(Camp),
    /// Ten minutes of exploration.
    Explore(Explore),
    /// Treats wounds.
    Treat(Treat),
    /// Lifts a curse.
    LiftCurse(LiftCurse),
    /// Puts armor or something else on.
    PutOn(Wear),
    /// Takes it off.
    TakeOff(Wear),
    /// Says that a heap of small things counts.
    Heap(Heap),
}

pub(super) fn address(command: &RestCommand) -> Address {
    let by = match command {
        RestCommand::Treat(treat) => By::Actor(treat.who),
        RestCommand::PutOn(wear) | RestCommand::TakeOff(wear) => By::Actor(wear.who),
        RestCommand::LiftCurse(LiftCurse { who: Some(who), .. }) => By::Actor(*who),
        // The rules refuse by name where it is not the TS.
        _ => By::Anyone,
    };
    Address { lane: Lane::Scene, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, DieTrying>, by: Seat, command: RestCommand) -> Flow {
    match command {
        RestCommand::Rest(camp) => rest::rest(cx, &camp),
        RestCommand::Explore(explore) => rest::explore(cx, &explore),
        RestCommand::Treat(treat) => rest::treat(cx, treat),
        RestCommand::LiftCurse(lift) => rest::lift_curse(cx, by, &lift),
        RestCommand::PutOn(wear) => gear::put_on(cx, wear),
        RestCommand::TakeOff(wear) => gear::take_off(cx, wear),
        RestCommand::Heap(heap) => gear::heap(cx, by, heap),
    }
}
