//! Taking off a container: what is in it needs another place first.

use std::sync::Arc;

use boneyard_table::{At, Refusal, Who};

use super::slots::{capacity, used};
use crate::DeadWeight;
use crate::house::InventoryMode;
use crate::rules;
use crate::state::{Place, State};

/// As it would be if somebody had not this thing.
pub(super) fn without(state: &State, who: Who, number: u8) -> State {
    let mut without = state.clone();
    let one = Arc::make_mut(&mut without.creatures[usize::from(who.0)]);
    if let Some(item) = one.live.items.get_mut(usize::from(number)) {
        item.place = Place::Gone;
    }
    without
}

/// Refuses to part with a container while it holds more than there would be room for without it.
pub fn check_emptied(at: At<'_, DeadWeight>, who: Who, number: u8) -> Result<(), Refusal> {
    let one = at.state.one(who);
    let worn = one.live.items.get(usize::from(number)).is_some_and(|item| item.place == Place::Worn);
    let sheet = one.sheet.items.get(usize::from(number));
    let container = sheet.and_then(|sheet| at.book.containers.get(sheet.kind?.as_str()));
    if !worn || container.is_none() || at.state.house.inventory_mode == InventoryMode::LoadOnly {
        return Ok(());
    }
    let without = without(at.state, who, number);
    let without = At { state: &without, book: at.book };
    let places = [Place::Belt, Place::Flask, Place::Bag, Place::SmallBag, Place::OtherSmallBag];
    if places.into_iter().any(|place| used(without, who, place, None) > capacity(without, who, place)) {
        let name = sheet.map_or("", |sheet| sheet.name.as_str());
        let sentence = format!("First put what is in the {name} somewhere else.");
        return Err(Refusal::new(rules::DW_INV_05, "not-empty", sentence));
    }
    Ok(())
}
