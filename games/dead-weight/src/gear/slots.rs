//! Room: slots of body and containers, the load limit, and where a thing may go.

use boneyard_table::deed::{Barred, Lawful, May};
use boneyard_table::{At, Refusal, Seat, Who};

use super::emptied::{check_emptied, without};
use crate::DeadWeight;
use crate::book::ContainerRow;
use crate::house::InventoryMode;
use crate::rules;
use crate::state::{Attribute, Awkward, ItemSheet, Place, State};

/// What two hands are busy with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hands {
    /// The left one wields something.
    pub left: bool,
    /// The right one does.
    pub right: bool,
    /// Things carried in the left one.
    pub left_carries: u8,
    /// Things carried in the right one.
    pub right_carries: u8,
}

impl Hands {
    /// What somebody's hands are busy with, one thing left aside.
    pub fn of(state: &State, who: Who, aside: Option<u8>) -> Self {
        let mut hands = Self::default();
        let live = state.live(who);
        for (number, item) in live.items.iter().enumerate() {
            if aside == Some(number as u8) {
                continue;
            }
            let slots = state.sheet(who).items[number].takes(item.count).max(1);
            if matches!(item.place, Place::Left | Place::Both) {
                hands.left |= item.wielded;
                hands.left_carries += if item.wielded { 0 } else { slots };
            }
            if matches!(item.place, Place::Right | Place::Both) {
                hands.right |= item.wielded;
                hands.right_carries += if item.wielded { 0 } else { slots };
            }
        }
        hands
    }
}

/// Containers somebody wears that still hold something.
pub fn worn_containers<'a>(
    at: At<'a, DeadWeight>,
    who: Who,
) -> impl Iterator<Item = (u8, &'a ContainerRow)> + 'a {
    let things = at.state.sheet(who).items.iter().zip(&at.state.live(who).items).enumerate();
    let worn = things.filter(|(_, (_, now))| now.place == Place::Worn && !now.broken);
    worn.filter_map(move |(number, (item, _))| {
        let row = at.book.containers.get(item.kind?.as_str())?;
        Some((number as u8, row))
    })
}

/// Slots of a place.
pub fn capacity(at: At<'_, DeadWeight>, who: Who, place: Place) -> u8 {
    let pair = |word: &str| {
        let mut worn = worn_containers(at, who).filter(|(_, row)| row.pair.as_deref() == Some(word));
        worn.next().map_or(0, |(_, row)| row.holds)
    };
    let small = |number: usize| {
        let mut worn = worn_containers(at, who).filter(|(_, row)| row.most.is_some());
        worn.nth(number).map_or(0, |(_, row)| row.holds)
    };
    match place {
        Place::Worn | Place::Torso => 4,
        Place::Left | Place::Right => 2,
        Place::Both => 4,
        Place::Belt => pair("belt"),
        Place::Flask => pair("drink"),
        Place::Bag => pair("bag"),
        Place::SmallBag => small(0),
        Place::OtherSmallBag => small(1),
        Place::Notes | Place::Gone => u8::MAX,
    }
}

/// Slots a thing takes where it is: worn containers and clothes take none.
fn takes(at: At<'_, DeadWeight>, who: Who, number: usize) -> u8 {
    let (sheet, item) = (&at.state.sheet(who).items[number], &at.state.live(who).items[number]);
    let container = || sheet.kind.is_some_and(|kind| at.book.containers.get(kind.as_str()).is_some());
    match item.place {
        Place::Notes | Place::Gone => 0,
        Place::Worn if container() => 0,
        _ => sheet.takes(item.count),
    }
}

/// Slots used in a place, one thing left aside. What is worn and what is on the torso share room.
pub fn used(at: At<'_, DeadWeight>, who: Who, place: Place, aside: Option<u8>) -> u8 {
    let torso = |place: Place| matches!(place, Place::Worn | Place::Torso);
    let items = at.state.live(who).items.iter().enumerate();
    let there = items.filter(|(number, item)| {
        aside != Some(*number as u8) && (item.place == place || (torso(place) && torso(item.place)))
    });
    there.map(|(number, _)| takes(at, who, number)).fold(0, u8::saturating_add)
}

/// What somebody carries, in slots.
pub fn load(at: At<'_, DeadWeight>, who: Who) -> u8 {
    let all = at.state.live(who).items.iter().enumerate();
    let elsewhere = all.clone().filter(|(_, item)| item.place != Place::Bag);
    let bag = all.filter(|(_, item)| item.place == Place::Bag);
    let sum = |things: &mut dyn Iterator<Item = usize>| {
        things.map(|number| takes(at, who, number)).fold(0, u8::saturating_add)
    };
    let in_bag = sum(&mut bag.map(|(number, _)| number));
    let light = worn_containers(at, who).find_map(|(_, row)| row.load);
    let in_bag = light.map_or(in_bag, |most| in_bag.min(most));
    in_bag.saturating_add(sum(&mut elsewhere.map(|(number, _)| number)))
}

/// What somebody carries at the most, in slots, whatever the containers are like.
fn most_load(state: &State, who: Who) -> u8 {
    let one = state.one(who);
    let things = one.sheet.items.iter().zip(&one.live.items);
    let carried = things.filter(|(_, now)| !matches!(now.place, Place::Notes | Place::Gone));
    carried.map(|(sheet, now)| sheet.takes(now.count)).fold(0, u8::saturating_add)
}

/// What somebody carries without trouble: 3 and 2 for each point of STR.
pub fn load_limit(state: &State, who: Who) -> u8 {
    3 + 2 * state.sheet(who).hero.score[Attribute::Str]
}

/// Whether somebody carries too much.
pub fn encumbered(at: At<'_, DeadWeight>, who: Who) -> bool {
    let limit = load_limit(at.state, who);
    // Worn containers and light backpacks only make it less: most need not be looked at so closely.
    at.state.house.inventory_mode != InventoryMode::SlotsOnly
        && most_load(at.state, who) > limit
        && load(at, who) > limit
}

/// Whether a thing may go to a place.
pub fn check_place(
    at: At<'_, DeadWeight>,
    who: Who,
    number: u8,
    to: Place,
    wield: bool,
) -> Result<(), Refusal> {
    may_place(May::told(at, Seat::GM), who, number, to, wield).map_err(Barred::refusal)
}

/// The same, for those who read no words as well.
pub fn may_place(may: May<'_, DeadWeight>, who: Who, number: u8, to: Place, wield: bool) -> Lawful {
    let Some(sheet) = may.state.sheet(who).items.get(usize::from(number)) else {
        return may.no(|| Refusal::new(rules::DW_INV_05, "no-such-thing", "There is no such thing here."));
    };
    if to.is_hand() {
        check_emptied(may.at(), who, number)?;
        return may_hold(may, who, number, to, wield);
    }
    may_place_as(may, who, number, sheet, to)
}

/// Whether a thing that is like this may be anywhere but in a hand.
pub fn may_place_as(may: May<'_, DeadWeight>, who: Who, number: u8, sheet: &ItemSheet, to: Place) -> Lawful {
    let at = may.at();
    let item = at.state.live(who).items[usize::from(number)];
    let name = &sheet.name;
    let container = sheet.kind.and_then(|kind| at.book.containers.get(kind.as_str()));
    if to != Place::Worn {
        check_emptied(at, who, number)?;
    }
    let slots = if to == Place::Worn && container.is_some() { 0 } else { sheet.takes(item.count) };
    may.not_if(to == Place::Notes && slots > 0, || {
        let sentence = format!("The {name} takes {slots} slots: only tiny things go into the notes.");
        Refusal::new(rules::DW_INV_07, "not-tiny", sentence)
    })?;
    let small = matches!(to, Place::Belt | Place::SmallBag | Place::OtherSmallBag);
    may.not_if(small && sheet.awkward.contains(&Awkward::Oversized), || {
        let sentence = format!("The {name} is oversized: never in belt, pouch or small bag.");
        Refusal::new(rules::DW_INV_06, "oversized", sentence)
    })?;
    may.not_if(to == Place::Flask && !sheet.liquid, || {
        let sentence = format!("Only liquids go into canteen or skin, not the {name}.");
        Refusal::new(rules::DW_INV_04, "solid", sentence)
    })?;
    if to == Place::Worn {
        may_wear(may, who, number)?;
    }
    // No container holds itself.
    let off = (container.is_some() && to != Place::Worn).then(|| without(at.state, who, number));
    let holds = capacity(At { state: off.as_ref().unwrap_or(at.state), book: at.book }, who, to);
    let room = holds.saturating_sub(used(at, who, to, Some(number)));
    may.not_if(slots > room && at.state.house.inventory_mode != InventoryMode::LoadOnly, || {
        let sentence = format!("The {name} takes {slots} slots; {} has {room} free.", to.name());
        Refusal::new(rules::DW_INV_05, "no-room", sentence).with("slots", slots).with("room", room)
    })
}

fn may_hold(may: May<'_, DeadWeight>, who: Who, number: u8, to: Place, wield: bool) -> Lawful {
    let at = may.at();
    let sheet = &at.state.sheet(who).items[usize::from(number)];
    let name = &sheet.name;
    let weapon = sheet.kind.and_then(|kind| at.book.weapons.get(kind.as_str()));
    let hands = Hands::of(at.state, who, Some(number));
    let (left, right) = (matches!(to, Place::Left | Place::Both), matches!(to, Place::Right | Place::Both));
    let needs_both = weapon.is_some_and(|row| row.hands == 2 && row.id != rules::DW_WEAP_15);
    may.not_if(wield && needs_both && to != Place::Both, || {
        Refusal::new(rules::DW_WEAP_10, "two-handed", format!("The {name} takes both hands."))
    })?;
    may.not_if((left && hands.left) || (right && hands.right), || {
        let sentence = "A hand that wields something carries nothing else.";
        let refusal = Refusal::new(rules::DW_INV_03, "hand-busy", sentence);
        let sentence = "There are two hands' worth of things to use.";
        let hands = Refusal::new(rules::DW_INV_09, "no-hand", sentence);
        if wield { refusal.and(hands) } else { refusal }
    })?;
    let carries = |hand: bool, there: u8| hand && there > 0;
    let full = carries(left, hands.left_carries) || carries(right, hands.right_carries);
    may.not_if(wield && full, || {
        Refusal::new(rules::DW_INV_03, "hand-full", format!("The {name} needs an empty hand."))
    })?;
    let slots = sheet.takes(at.state.live(who).items[usize::from(number)].count).max(1);
    let most = if to == Place::Both { 4 } else { 2 };
    let there = u8::from(left) * hands.left_carries + u8::from(right) * hands.right_carries;
    may.not_if(!wield && there + slots > most, || {
        let sentence = format!("A hand holds 2 slots; {there} are taken and the {name} needs {slots}.");
        Refusal::new(rules::DW_INV_03, "hand-full", sentence)
    })
}

/// One container of a pair, two small bags, one armor of a kind.
fn may_wear(may: May<'_, DeadWeight>, who: Who, number: u8) -> Lawful {
    let at = may.at();
    let sheet = &at.state.sheet(who).items[usize::from(number)];
    let name = &sheet.name;
    let Some(kind) = sheet.kind else { return Ok(()) };
    if let Some(row) = at.book.containers.get(kind.as_str()) {
        let others = || worn_containers(at, who).filter(|(other, _)| *other != number).map(|(_, row)| row);
        let twin = others().find(|other| other.pair.is_some() && other.pair == row.pair);
        if let Some(twin) = twin {
            return may.no(|| {
                let sentence = format!("A {name} is worn instead of a {}, not beside it.", twin.name);
                Refusal::new(rules::DW_INV_04, "pair", sentence)
            });
        }
        let worn = || others().filter(|other| other.id == row.id).count();
        may.not_if(row.most.is_some_and(|most| worn() >= usize::from(most)), || {
            Refusal::new(rules::DW_INV_04, "too-many", "Two small bags are all one can wear.")
        })?;
    }
    if let Some(row) = at.book.armor.get(kind.as_str()) {
        let things = at.state.sheet(who).items.iter().zip(&at.state.live(who).items).enumerate();
        let worn =
            things.filter(|(other, (_, now))| *other != usize::from(number) && now.place == Place::Worn);
        let mut rows = worn.filter_map(|(_, (item, _))| at.book.armor.get(item.kind?.as_str()));
        if let Some(other) = rows.find(|other| other.worn.is_some() && other.worn == row.worn) {
            return may.no(|| {
                let sentence = format!("The {name} cannot be worn with the {}.", other.name);
                Refusal::new(rules::DW_HOUSE_26H, "two-armors", sentence)
            });
        }
    }
    Ok(())
}

/// The first place a thing fits into.
pub fn free_place(at: At<'_, DeadWeight>, who: Who, number: u8) -> Option<Place> {
    let places = [
        Place::Notes,
        Place::Flask,
        Place::Bag,
        Place::Torso,
        Place::Belt,
        Place::SmallBag,
        Place::OtherSmallBag,
        Place::Left,
        Place::Right,
    ];
    let may = May::quiet(at, Seat::GM);
    places.into_iter().find(|place| may_place(may, who, number, *place, false).is_ok())
}
