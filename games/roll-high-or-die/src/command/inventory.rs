//! Commands of things: where they are kept, small acts with them, loading, trade, making.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RollHighOrDie;
use crate::inventory::{
    self, Appraise, Craft, Drop, Give, Grip, Interact, Mend, Purchase, Recover, Reload, Retag, Sell, Split,
    Stow, Unjam, Wear,
};
use crate::rules;

/// A command of things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InventoryCommand {
    /// Puts a thing into another slot.
    Stow(Stow),
    /// Lets a thing fall.
    Drop(Drop),
    /// One hand or both.
    Grip(Grip),
    /// Hands a thing to another.
    Give(Give),
    /// Divides a stack.
    Split(Split),
    /// Armor on or off.
    Wear(Wear),
    /// One small act.
    Interact(Interact),
    /// Fills a weapon.
    Reload(Reload),
    /// Clears a weapon.
    Unjam(Unjam),
    /// Buys something.
    Purchase(Purchase),
    /// Sells.
    Sell(Sell),
    /// Looks what something is worth.
    Appraise(Appraise),
    /// Makes something.
    Craft(Craft),
    /// Mends armor.
    Mend(Mend),
    /// Changes a Tag.
    Retag(Retag),
    /// Picks up what was shot and thrown.
    Recover(Recover),
}

pub(super) fn address(command: &InventoryCommand) -> Address {
    let who = match command {
        InventoryCommand::Stow(stow) => stow.who,
        InventoryCommand::Drop(drop) => drop.who,
        InventoryCommand::Grip(grip) => grip.who,
        InventoryCommand::Give(give) => give.who,
        InventoryCommand::Split(split) => split.who,
        InventoryCommand::Wear(wear) => wear.who,
        InventoryCommand::Interact(act) => act.who,
        InventoryCommand::Reload(reload) => reload.who,
        InventoryCommand::Unjam(unjam) => unjam.who,
        InventoryCommand::Purchase(purchase) => purchase.who,
        InventoryCommand::Sell(sell) => sell.who,
        InventoryCommand::Appraise(appraise) => appraise.who,
        InventoryCommand::Craft(craft) => craft.who,
        InventoryCommand::Mend(mend) => mend.who,
        InventoryCommand::Retag(retag) => retag.who,
        InventoryCommand::Recover(recover) => recover.who,
    };
    Address { lane: Lane::Scene, by: By::Actor(who) }
}

pub(super) fn resolve(cx: &mut Cx<'_, RollHighOrDie>, _by: Seat, command: InventoryCommand) -> Flow {
    match command {
        InventoryCommand::Stow(stow) => inventory::stow(cx, &stow),
        InventoryCommand::Drop(drop) => inventory::drop_thing(cx, drop),
        InventoryCommand::Grip(grip) => inventory::grip(cx, grip),
        InventoryCommand::Give(give) => inventory::give(cx, give),
        InventoryCommand::Split(split) => inventory::split(cx, split),
        InventoryCommand::Wear(wear) => inventory::wear(cx, wear),
        InventoryCommand::Interact(act) => inventory::interact(cx, &act),
        InventoryCommand::Reload(reload) => inventory::reload(cx, reload, 2, rules::RH_ACT_08),
        InventoryCommand::Unjam(unjam) => inventory::unjam(cx, unjam, 2, rules::RH_ACT_09),
        InventoryCommand::Purchase(purchase) => inventory::purchase(cx, &purchase),
        InventoryCommand::Sell(sell) => inventory::sell(cx, sell),
        InventoryCommand::Appraise(appraise) => inventory::appraise(cx, appraise),
        InventoryCommand::Craft(craft) => inventory::craft(cx, &craft),
        InventoryCommand::Mend(mend) => inventory::mend(cx, mend),
        InventoryCommand::Retag(retag) => inventory::retag(cx, &retag),
        InventoryCommand::Recover(recover) => inventory::recover(cx, recover),
    }
}
