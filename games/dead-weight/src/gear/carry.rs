//! Commands that move things: put away, take in hand, hand over, drop.

use boneyard_table::{At, Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::emptied::check_emptied;
use super::slots::check_place;
use super::stow::stowed;
use crate::DeadWeight;
use crate::book::UseRow;
use crate::fact::GearFact;
use crate::roll::acting_hero;
use crate::rules;
use crate::state::{Doing, Item, ItemSheet, MOST_THINGS, Place};

/// Puts a thing somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Carry {
    /// Whose.
    pub who: Who,
    /// Which thing.
    pub item: u8,
    /// Where to.
    pub to: Place,
    /// Ready for use in that hand.
    #[serde(default)]
    pub wield: bool,
}

/// Hands a thing over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Give {
    /// Whose.
    pub who: Who,
    /// Which thing.
    pub item: u8,
    /// To whom.
    pub to: Who,
}

/// Leaves a thing behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drop {
    /// Whose.
    pub who: Who,
    /// Which thing.
    pub item: u8,
}

fn own(cx: &Cx<'_, DeadWeight>, who: Who, item: u8) -> Flow<Item> {
    acting_hero(cx.state(), who)?;
    match cx.state().live(who).items.get(usize::from(item)) {
        Some(thing) if thing.place != Place::Gone => Ok(*thing),
        _ => refuse(Refusal::new(rules::DW_INV_11, "no-such-thing", "There is no such thing here.")),
    }
}

fn free(cx: &Cx<'_, DeadWeight>) -> Flow {
    if cx.state().doing() == Doing::Combat {
        let sentence = "In a fight, changing equipment is an action.";
        return refuse(Refusal::new(rules::DW_INV_11, "in-battle", sentence));
    }
    Ok(())
}

/// Puts a thing somewhere, outside a fight for nothing.
pub fn carry(cx: &mut Cx<'_, DeadWeight>, carry: Carry) -> Flow {
    free(cx)?;
    let Carry { who, item, to, wield } = carry;
    let thing = own(cx, who, item)?;
    if to == Place::Gone {
        return refuse(Refusal::new(rules::DW_INV_11, "drop", "To leave a thing behind, drop it."));
    }
    check_place(cx.at(), who, item, to, wield)?;
    for rule in [rules::DW_INV_01, rules::DW_INV_03, rules::DW_INV_04, rules::DW_INV_05] {
        cx.cite(rule);
    }
    if cx.state().sheet(who).items[usize::from(item)].stack > 1 {
        cx.cite(rules::DW_INV_08);
    }
    let fact = GearFact::Placed { who, item, from: thing.place, to, wielded: wield && to.is_hand() };
    cx.record(rules::DW_INV_11, fact.into());
    Ok(())
}

/// A thing as it is handed on: what means something to one person remembers whom.
pub fn handed_on(at: At<'_, DeadWeight>, who: Who, item: u8) -> ItemSheet {
    let mut sheet = at.state.sheet(who).items[usize::from(item)].clone();
    let row = sheet.kind.and_then(|kind| at.book.gear.get(kind.as_str()));
    let kept = |used: &UseRow| used.once.as_deref() == Some("owner-expedition");
    if row.is_some_and(|row| row.uses.iter().any(kept)) {
        sheet.of.get_or_insert(who);
    }
    sheet
}

/// Hands a thing to somebody in the same place who has room for it.
pub fn give(cx: &mut Cx<'_, DeadWeight>, give: Give) -> Flow {
    free(cx)?;
    let Give { who, item, to } = give;
    let thing = own(cx, who, item)?;
    check_emptied(cx.at(), who, item)?;
    acting_hero(cx.state(), to)?;
    if who == to {
        return refuse(Refusal::new(rules::DW_INV_11, "oneself", "It is theirs already."));
    }
    if cx.state().sheet(to).items.len() >= MOST_THINGS {
        let sentence = format!("Nobody keeps track of more than {MOST_THINGS} things.");
        return refuse(Refusal::new(rules::DW_INV_05, "too-many", sentence));
    }
    let sheet = handed_on(cx.at(), who, item);
    let bare = Item { place: Place::Bag, wielded: false, ..thing };
    let Some(stowed) = stowed(cx.at(), to, &sheet, bare, false) else {
        let sentence = format!("{} has no room for it.", cx.state().name(to));
        return refuse(Refusal::new(rules::DW_INV_05, "no-room", sentence));
    };
    let rule = rules::DW_INV_11;
    let gone = GearFact::Placed { who, item, from: thing.place, to: Place::Gone, wielded: false };
    cx.record(rule, gone.into());
    cx.record(rule, GearFact::Got { who: to, sheet, item: stowed }.into());
    Ok(())
}

/// Leaves a thing behind.
pub fn drop(cx: &mut Cx<'_, DeadWeight>, drop: Drop) -> Flow {
    free(cx)?;
    let Drop { who, item } = drop;
    let thing = own(cx, who, item)?;
    check_emptied(cx.at(), who, item)?;
    let fact = GearFact::Placed { who, item, from: thing.place, to: Place::Gone, wielded: false };
    cx.record(rules::DW_INV_11, fact.into());
    Ok(())
}
