//! Looting: what lies in a place and is taken, and what strikes the looters first.

use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::meet::wake;
use super::party::{self, agreed, dark, foes_of};
use super::trackers::advance_omens;
use super::trap::{armed, room_is, springs};
use super::turns::pass;
use crate::DeadWeight;
use crate::fact::{ExpeditionFact, GearFact, InterludeFact};
use crate::gear::{get, stowed, ware};
use crate::question::{Choose, Topic};
use crate::rules;
use crate::state::{Item, ItemSheet, Lying, Room, TrapState, Trigger};

/// A group loots a location.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Loot {
    /// Who; everybody there if nobody is named. The first of them opens things.
    pub who: Vec<Who>,
    /// What is left lying.
    pub leave: Vec<String>,
}

/// What a thing that lies there is called.
pub fn lying_name(lying: &Lying) -> String {
    let name = lying.called.as_ref().unwrap_or(&lying.item);
    match (lying.silver, lying.count) {
        (0, 0 | 1) => name.clone(),
        (0, count) => format!("{count} {name}"),
        (silver, _) => format!("{silver} silver"),
    }
}

/// A thing that lies there, as it is carried.
pub fn picked_up(book: &crate::book::Book, lying: &Lying) -> (ItemSheet, Item) {
    let plain = || {
        let name = lying.item.clone();
        let sheet = ItemSheet {
            name,
            kind: None,
            slots: 1,
            awkward: Vec::new(),
            stack: 1,
            liquid: false,
            of: None,
            goes_off: None,
        };
        (sheet, Item::default())
    };
    let (mut sheet, mut item) = ware(book, &lying.item).unwrap_or_else(plain);
    if let Some(called) = &lying.called {
        sheet.name.clone_from(called);
    }
    if lying.left > 0 {
        item.die = lying.left;
    }
    item.count = lying.count.max(1);
    (sheet, item)
}

/// Whether a place can be looted.
fn lootable(cx: &Cx<'_, DeadWeight>, room: &Room, place: &str) -> Flow {
    let rule = rules::DW_EXPL_04;
    let asleep = room.unaware && room.wakes.iter().any(|what| what == "loot");
    if !room.peace && !asleep && !foes_of(cx.state(), room).is_empty() {
        return refuse(Refusal::new(rule, "enemies", "Nobody loots with enemies present."));
    }
    if let Some(trap) = room.traps.iter().find(|trap| trap.state == TrapState::Known) {
        let sentence = format!("{} is armed: disarm it first, or try something Freeform.", trap.name);
        return refuse(Refusal::new(rule, "known-trap", sentence));
    }
    if dark(cx.state(), place) {
        let sentence = "In the dark there is nothing to be found: light something.";
        return refuse(Refusal::new(rules::DW_HOUSE_07H, "dark", sentence));
    }
    Ok(())
}

/// The group takes what lies in a place. Traps and sleepers come first.
pub fn loot(cx: &mut Cx<'_, DeadWeight>, by: Seat, loot: &Loot) -> Flow {
    let rule = rules::DW_EXPL_04;
    let (group, place) = party::group(cx.state(), by, &loot.who)?;
    let room = cx.state().expedition.room(&place).cloned().unwrap_or_default();
    lootable(cx, &room, &place)?;
    if !agreed(cx, by, &group, "loot this place", rule)? {
        return Ok(());
    }
    let looter = group[0];
    if let Some(trap) = armed(&room, Trigger::Loot).or_else(|| armed(&room, Trigger::Open)) {
        let question = format!("{} is hidden here. Does it strike the looters?", trap.name);
        if cx.ask(Seat::GM, Choose::yes_no(Topic::TrapStrikes, question, true))? == "yes" {
            cx.within(&place, |cx| springs(cx, &place, &trap, looter, &group))?;
        }
    }
    if room.flags.iter().any(|flag| flag == "grave") {
        let question = "Is the grave consecrated, so that robbing it is an ill omen?";
        if cx.ask(Seat::GM, Choose::yes_no(Topic::Consecrated, question, true))? == "yes" {
            cx.within(&place, |cx| advance_omens(cx, 1, rules::DW_HOUSE_21H))?;
        }
    }
    if cx.within(&place, |cx| wake(cx, &place, "loot"))? {
        return pass(cx, 1);
    }
    let mut room = cx.state().expedition.room(&place).cloned().unwrap_or_default();
    let stays = |lying: &Lying| loot.leave.iter().any(|name| lying.item.eq_ignore_ascii_case(name));
    let (left, taken): (Vec<Lying>, Vec<Lying>) = std::mem::take(&mut room.loot).into_iter().partition(stays);
    room.loot = left;
    let names: Vec<String> = taken.iter().map(lying_name).collect();
    let what = match names.is_empty() {
        true => "There is nothing to be found.".to_owned(),
        false => format!("The party finds: {}.", names.join(", ")),
    };
    room_is(cx, &place, room, rule);
    cx.record(rule, ExpeditionFact::Noticed { what }.into());
    for lying in taken {
        takes(cx, &group, &lying);
    }
    pass(cx, 1)
}

/// The one who has room first takes it; where nobody has, the first notes it down.
pub(super) fn takes(cx: &mut Cx<'_, DeadWeight>, group: &[Who], lying: &Lying) {
    let rule = rules::DW_EXPL_04;
    let fit: Vec<Who> = group.iter().copied().filter(|who| !cx.state().live(*who).dead).collect();
    let Some(&first) = fit.first() else { return };
    if lying.silver > 0 {
        let own = &cx.state().sheet(first).hero;
        let silver = own.silver.saturating_add(lying.silver.into());
        let (gold, counterfeit) = (own.gold, own.counterfeit);
        cx.record(rule, GearFact::Coins { who: first, silver, gold, counterfeit }.into());
        cx.record(rule, InterludeFact::Found { silver: lying.silver.into() }.into());
        return;
    }
    let (sheet, item) = picked_up(cx.book(), lying);
    let roomy = fit.iter().copied().find(|who| stowed(cx.at(), *who, &sheet, item, false).is_some());
    get(cx, roomy.unwrap_or(first), sheet, item, rule);
}
