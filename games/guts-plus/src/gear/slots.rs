//! Room for things: ten slots, what clothes change about it, and what a bag adds.

use boneyard_table::Who;

use crate::house::SecondBagStacks;
use crate::state::{Item, ItemSheet, State};

/// Slots without a bag.
pub const ROOM: i16 = 10;
/// Slots a bag adds.
pub const BAG: i16 = 10;
/// Slots that remain whatever is worn: the hands.
const HANDS: i16 = 2;

/// How many slots there are with these things.
pub fn capacity_of(state: &State, things: &[(ItemSheet, Item)]) -> i16 {
    count(state, things.iter().map(|(sheet, item)| (sheet, item)))
}

/// How many slots these things fill.
pub fn filled_of(things: &[(ItemSheet, Item)]) -> i16 {
    things.iter().filter(|(_, item)| !item.worn && !item.gone && item.count > 0).count() as i16
}

/// How many slots somebody has.
pub fn capacity(state: &State, who: Who) -> i16 {
    let Some(one) = state.creature(who) else { return 0 };
    if one.sheet.pocketless {
        return 0;
    }
    count(state, one.sheet.items.iter().zip(&one.live.items))
}

/// How many slots somebody has filled.
pub fn filled(state: &State, who: Who) -> i16 {
    let Some(one) = state.creature(who) else { return 0 };
    let carried = |item: &&Item| !item.worn && !item.gone && item.count > 0;
    one.live.items.iter().filter(carried).count() as i16
}

fn count<'a>(state: &State, things: impl Iterator<Item = (&'a ItemSheet, &'a Item)>) -> i16 {
    let worn: Vec<&ItemSheet> =
        things.filter(|(_, item)| item.worn && !item.gone).map(|(sheet, _)| sheet).collect();
    let clothes: i16 = worn.iter().filter(|sheet| !sheet.bag).map(|sheet| i16::from(sheet.slots)).sum();
    let bags = worn.iter().filter(|sheet| sheet.bag).count() as i16;
    let counted = if state.house.second_bag_stacks == SecondBagStacks::On { bags } else { bags.min(1) };
    (ROOM + clothes).max(HANDS) + counted * BAG
}
