//! Commands of Rests, exploration, armor and what is carried.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::combat::{gm, out_of_fight};
use crate::gear::{self, Heap, Wear};
use crate::rest::{self, Camp, Climb, Craft, Explore, Fall, Find, Forage, LiftCurse, Track, Treat};
use crate::rules;

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
    /// The TS says that somebody falls.
    Fall(Fall),
    /// Somebody climbs or swims.
    Climb(Climb),
    /// Makes something.
    Craft(Craft),
    /// Looks for food.
    Forage(Forage),
    /// Follows a track.
    Track(Track),
    /// The TS lets somebody find something.
    Find(Find),
    /// Somebody wanders by.
    Encounter,
    /// Says that a heap of small things counts.
    Heap(Heap),
}

pub(super) fn address(command: &RestCommand) -> Address {
    let by = match command {
        RestCommand::Treat(treat) => By::Actor(treat.who),
        RestCommand::PutOn(wear) | RestCommand::TakeOff(wear) => By::Actor(wear.who),
        RestCommand::Craft(craft) => By::Actor(craft.who),
        RestCommand::Forage(forage) => By::Actor(forage.who),
        RestCommand::Track(track) => By::Actor(track.who),
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
        RestCommand::Fall(fall) => rest::fall(cx, by, fall),
        RestCommand::Climb(climb) => rest::climb(cx, by, climb),
        RestCommand::Craft(craft) => rest::craft(cx, &craft),
        RestCommand::Forage(forage) => rest::forage(cx, forage),
        RestCommand::Track(track) => rest::track(cx, track),
        RestCommand::Find(find) => rest::find(cx, by, find),
        RestCommand::Encounter => {
            gm(by, rules::DT_CRE_20H, "Only the Trapsetter says who wanders by.")?;
            out_of_fight(cx.state(), rules::DT_CRE_20H)?;
            rest::encounter(cx)
        }
        RestCommand::Heap(heap) => gear::heap(cx, by, heap),
    }
}
