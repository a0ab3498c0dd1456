//! Where a new thing goes: in hand, on the body, or wherever there is room.

use boneyard_table::{At, Cx, RuleId, Who};

use super::slots::{check_place, free_place};
use crate::DeadWeight;
use crate::fact::GearFact;
use crate::state::{Item, ItemSheet, MOST_THINGS, Place};

/// A thing as somebody with room for it would carry it; nothing if there is no room.
pub fn stowed(at: At<'_, DeadWeight>, who: Who, sheet: &ItemSheet, item: Item, ready: bool) -> Option<Item> {
    let number = at.state.sheet(who).items.len();
    if number >= MOST_THINGS {
        return None;
    }
    // Laid beside the rest, so that room is reckoned by the same rules as everywhere.
    let mut after = at.state.clone();
    let beside = Item { place: Place::Gone, wielded: false, ..item };
    let got = GearFact::Got { who, sheet: sheet.clone(), item: beside };
    crate::fact::apply(&mut after, &got.into());
    let there = At { state: &after, book: at.book };
    let number = number as u8;
    let fits = |place: Place, wield: bool| check_place(there, who, number, place, wield).is_ok();
    if item.place == Place::Worn && fits(Place::Worn, false) {
        return Some(item);
    }
    let kind = sheet.kind.map_or("", |kind| kind.as_str());
    let weapon = at.book.weapons.get(kind);
    let shield = at.book.shields.get(kind).is_some();
    let hands: &[Place] = match weapon {
        Some(row) if row.hands == 2 => &[Place::Both],
        Some(_) => &[Place::Right, Place::Left],
        None if shield => &[Place::Left, Place::Right],
        None => &[],
    };
    if let Some(&place) = hands.iter().find(|place| ready && fits(**place, true)) {
        return Some(Item { place, wielded: true, ..item });
    }
    free_place(there, who, number).map(|place| Item { place, wielded: false, ..item })
}

/// Gives somebody a new thing, in the notes where there is no room: nothing vanishes.
pub fn get(cx: &mut Cx<'_, DeadWeight>, who: Who, sheet: ItemSheet, item: Item, rule: RuleId) {
    let stowed = stowed(cx.at(), who, &sheet, item, true);
    let item = stowed.unwrap_or(Item { place: Place::Notes, ..item });
    if let Some(kind) = sheet.kind {
        cx.cite(kind);
    }
    cx.record(rule, GearFact::Got { who, sheet, item }.into());
}
