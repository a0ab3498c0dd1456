//! Things people carry: hands, armor, lamps. What a thing can do in a fight is with the fight.

mod bulk;
mod fire;
mod lamp;
mod make;
mod wear;

pub use bulk::{Heap, bulk_limit, can_carry, carried, overloaded};
pub use fire::SetAlight;
pub use lamp::{AimLamp, LightUp, PutOut, Refill, SetHood, burn_out, burns_until, goes_out};
pub use make::{Made, creature_like, found, hero_like, in_hand, object_like, thing, tradition};
pub use wear::{PutOn, TakeOff};

use boneyard_board::Footprint;
use boneyard_table::Who;
use boneyard_table::deed::{Filled, Filling};

use crate::DieTrying;
use crate::house::LightArmorBonus;
use crate::state::{Armor, Arms, Item, ItemSheet, Place, State, Ware};

/// Where somebody is on the map.
#[inline]
pub fn place_of(state: &State, who: Who) -> Option<Footprint> {
    let one = state.creature(who)?;
    one.live.at.map(|spot| spot.footprint(one.sheet.size.squares()))
}

/// The armor somebody wears, and whether it is Light.
pub fn worn_armor(state: &State, who: Who) -> Option<(Armor, bool)> {
    let one = state.one(who);
    let mut things = one.sheet.items.iter().zip(&one.live.items);
    things.find_map(|(sheet, item)| match (&sheet.ware, item.place) {
        (Ware::Armor(armor), Place::Worn) => Some((*armor, !armor.heavy)),
        _ => None,
    })
}

/// What Light Armor adds at this table.
pub fn light_armor(state: &State) -> i8 {
    i8::from(state.house.light_armor_bonus == LightArmorBonus::One)
}

/// Weapons somebody holds, by their numbers.
pub fn held_weapons(state: &State, who: Who) -> impl Iterator<Item = (u8, &Arms)> {
    let one = state.one(who);
    let things = one.sheet.items.iter().zip(&one.live.items).enumerate();
    things.filter_map(|(number, (sheet, item))| match &sheet.ware {
        Ware::Weapon(arms) if item.place.is_held() => Some((number as u8, arms)),
        _ => None,
    })
}

/// A thing of this ware that somebody has, held first.
pub fn owned(state: &State, who: Who, fits: impl Fn(&Ware) -> bool) -> Option<u8> {
    let one = state.one(who);
    let things = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let fitting =
        things.filter(|(_, (sheet, item))| fits(&sheet.ware) && item.place.is_carried() && item.count > 0);
    fitting.min_by_key(|(number, (_, item))| (item.place, *number)).map(|(number, _)| number as u8)
}

/// The field `item`: each thing of somebody's for which this holds has a card.
pub fn own_thing(
    form: &mut Filling<'_, DieTrying>,
    who: Who,
    deed: &'static str,
    label: impl Fn(&str) -> String,
    fits: impl Fn(&ItemSheet, &Item) -> bool,
) -> Filled<u8> {
    let state = form.state;
    let one = state.creature(who);
    let things = one.into_iter().flat_map(|one| one.sheet.items.iter().zip(&one.live.items)).zip(0u8..);
    let fitting = things.filter(|((sheet, item), _)| item.count > 0 && fits(sheet, item));
    let named = fitting.map(|((sheet, _), nth)| (nth, sheet.name.as_str()));
    let item = form.each_named("item", named, |name| crate::values::item_named(state, who, name))?;
    let sheet = one.and_then(|one| one.sheet.items.get(usize::from(item)));
    form.id(|| format!("{deed}-{item}"));
    form.label(|| label(sheet.map_or("thing", |sheet| &sheet.name)).into());
    Ok(item)
}
