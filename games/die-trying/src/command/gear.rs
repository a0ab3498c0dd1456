//! Commands about things in hand and lights.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::combat::{self, Draw, DropItem, PickUp};
use crate::gear::{self, AimLamp, LampItem, LightUp, SetAlight, SetHood};

/// A command about things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GearCommand {
    /// Takes a thing into the hand.
    Draw(Draw),
    /// Puts a thing away.
    Stow(DropItem),
    /// Lets go of a thing.
    DropItem(DropItem),
    /// Picks up what lies there.
    PickUp(PickUp),
    /// Lights a lamp or torch.
    LightUp(LightUp),
    /// Sets something alight that is no lamp.
    SetAlight(SetAlight),
    /// Puts a light out.
    PutOut(LampItem),
    /// Raises or lowers a hood.
    Hood(SetHood),
    /// Points a cone of light.
    AimLamp(AimLamp),
    /// Refills a lantern.
    Refill(LampItem),
}

pub(super) fn address(command: &GearCommand) -> Address {
    let who = match command {
        GearCommand::Draw(draw) => draw.who,
        GearCommand::Stow(drop) | GearCommand::DropItem(drop) => drop.who,
        GearCommand::PickUp(pick) => pick.who,
        GearCommand::LightUp(light) => light.who,
        GearCommand::SetAlight(fire) => fire.who,
        GearCommand::PutOut(light) | GearCommand::Refill(light) => light.who,
        GearCommand::Hood(hood) => hood.who,
        GearCommand::AimLamp(aim) => aim.who,
    };
    Address { lane: Lane::Scene, by: By::Actor(who) }
}

pub(super) fn resolve(cx: &mut Cx<'_, DieTrying>, _by: Seat, command: GearCommand) -> Flow {
    match command {
        GearCommand::Draw(draw) => combat::draw(cx, draw),
        GearCommand::Stow(stow) => combat::stow(cx, stow),
        GearCommand::DropItem(drop) => combat::drop_item(cx, drop),
        GearCommand::PickUp(pick) => combat::pick_up(cx, pick),
        GearCommand::LightUp(light) => gear::light_up(cx, light),
        GearCommand::SetAlight(fire) => gear::set_alight(cx, &fire),
        GearCommand::PutOut(light) => gear::put_out(cx, light),
        GearCommand::Hood(hood) => gear::hood(cx, hood),
        GearCommand::AimLamp(aim) => gear::aim_lamp(cx, aim),
        GearCommand::Refill(light) => gear::refill(cx, light),
    }
}
