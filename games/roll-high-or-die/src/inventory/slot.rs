//! Slots: what each holds, how they split, and who carries more than their Strength allows.

use boneyard_table::view::count;
use boneyard_table::{Refusal, Who};

use crate::body;
use crate::book::Book;
use crate::gear::free_hands;
use crate::house::HandsSplit;
use crate::rules;
use crate::state::{ItemSheet, Place, Size, State, Ware};

/// Whether Strength Based slots hold things of these sizes, counted Tiny to Large. Slots split and never join, and
/// each size goes into the one above without a rest, so the largest are placed first.
pub fn pack_holds(slots: [u8; 3], things: [u16; 4]) -> bool {
    let [large, medium, small] = slots.map(u16::from);
    let [tiny_things, small_things, medium_things, large_things] = things;
    let Some(large) = large.checked_sub(large_things) else { return false };
    let Some(medium) = (medium + 3 * large).checked_sub(medium_things) else { return false };
    let Some(small) = (small + 4 * medium).checked_sub(small_things) else { return false };
    3 * small >= tiny_things
}

/// Stacks somebody carries in Strength Based slots, by size; `except` one of them.
fn packed(state: &State, who: Who, except: Option<u8>) -> [u16; 4] {
    let one = state.one(who);
    let mut all = [0; 4];
    for (number, (thing, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
        let counts = now.place == Place::Loose && now.count > 0 && except.map(usize::from) != Some(number);
        if counts {
            all[thing.size as usize] += 1;
        }
    }
    all
}

/// What a divisible Equipment Slot is worth in Tiny ones.
fn worth(place: Place) -> u16 {
    match place {
        Place::Sheath => Size::Medium.units(),
        Place::Coinpurse | Place::Quiver => Size::Small.units(),
        _ => 0,
    }
}

/// Tiny ones already taken in a divisible slot.
fn taken(state: &State, who: Who, place: Place, except: Option<u8>) -> u16 {
    let one = state.one(who);
    let there = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let there = there.filter(|(number, (_, now))| {
        now.place == place && now.count > 0 && except.map(usize::from) != Some(*number)
    });
    there.map(|(_, (thing, _))| thing.size.units()).sum()
}

fn refusal(rule: boneyard_table::RuleId, code: &str, sentence: String) -> Refusal {
    Refusal::new(rule, code, sentence)
}

/// Whether a thing fits into a place of somebody; `except` is the thing itself, where it is carried already.
pub fn fits(
    state: &State,
    book: &Book,
    who: Who,
    thing: &ItemSheet,
    place: Place,
    except: Option<u8>,
) -> Result<(), Refusal> {
    let name = &thing.name;
    match place {
        Place::MainHand | Place::OffHand => {
            if thing.size > Size::Medium {
                let sentence = format!("The {name} is Large: it takes both hands.");
                return Err(refusal(rules::RH_INV_04, "too-large", sentence));
            }
            hand(state, who, thing, place, except)
        }
        Place::TwoHands => hands(state, who, name, except),
        Place::ArmorWorn | Place::Headgear => armor(state, book, who, thing, place, except),
        Place::Sheath | Place::Coinpurse | Place::Quiver => {
            let (units, room) = (thing.size.units(), worth(place));
            if units > room {
                let sentence =
                    format!("The {name} is {}: too large for the {}.", thing.size.name(), place.name());
                return Err(refusal(rules::RH_INV_02, "too-large", sentence));
            }
            let taken = taken(state, who, place, except);
            if taken + units > room {
                let sentence = format!(
                    "The {} is worth {room} Tiny slots; {}, and the {name} takes {units}.",
                    place.name(),
                    count(taken, "is taken", "are taken")
                );
                let refused = refusal(rules::RH_INV_03, "full", sentence);
                return Err(refused.with("room", room).with("taken", taken).with("needs", units));
            }
            Ok(())
        }
        Place::Loose => {
            let mut all = packed(state, who, except);
            all[thing.size as usize] += 1;
            let slots = body::slots(state, book, who);
            if pack_holds(slots, all) {
                return Ok(());
            }
            let [large, medium, small] = slots;
            let sentence = format!(
                "There is no room for the {name} ({}) in {large} Large, {medium} Medium and {}.",
                thing.size.name(),
                count(small, "Small slot", "Small slots")
            );
            Err(refusal(rules::RH_INV_06, "no-room", sentence))
        }
        Place::Floor(_) | Place::Gone => Ok(()),
    }
}

fn hand(state: &State, who: Who, thing: &ItemSheet, place: Place, except: Option<u8>) -> Result<(), Refusal> {
    let one = state.one(who);
    let others = one.live.items.iter().enumerate().filter(|(number, now)| {
        now.count > 0
            && except.map(usize::from) != Some(*number)
            && matches!(now.place, p if p == place || p == Place::TwoHands)
    });
    let held: Vec<usize> = others.map(|(number, _)| number).collect();
    if one.sheet.handless {
        let sentence = format!("{} has no hands.", one.sheet.name);
        return Err(refusal(rules::RH_ACT_13, "no-hands", sentence));
    }
    let Some(first) = held.first() else {
        let own = except.is_some_and(|number| one.live.items[usize::from(number)].place.is_held());
        if free_hands(state, who) == 0 && !own {
            let sentence = format!("{} has no hand free.", one.sheet.name);
            return Err(refusal(rules::RH_INV_08, "no-free-hand", sentence));
        }
        return Ok(());
    };
    if state.house.hands_split == HandsSplit::On {
        let units: u16 = held.iter().map(|number| one.sheet.items[*number].size.units()).sum();
        let whole = one.live.items[*first].place != Place::TwoHands;
        if whole && units + thing.size.units() <= Size::Medium.units() {
            return Ok(());
        }
    }
    let sentence = format!("That hand holds the {} already.", one.sheet.items[*first].name);
    Err(refusal(rules::RH_INV_05, "hand-full", sentence))
}

fn hands(state: &State, who: Who, name: &str, except: Option<u8>) -> Result<(), Refusal> {
    let one = state.one(who);
    let own = except.map_or(0, |number| one.live.items[usize::from(number)].place.hands());
    if one.sheet.handless || free_hands(state, who) + own < 2 {
        let sentence = format!("The {name} takes both hands, and {} has not both free.", one.sheet.name);
        return Err(refusal(rules::RH_INV_08, "no-free-hand", sentence));
    }
    Ok(())
}

/// Only Armor is worn, one piece to a place, and some pieces in one place only.
fn armor(
    state: &State,
    book: &Book,
    who: Who,
    thing: &ItemSheet,
    place: Place,
    except: Option<u8>,
) -> Result<(), Refusal> {
    let (name, told) = (&thing.name, place.name());
    let Ware::Armor(suit) = &thing.ware else {
        let sentence = format!("The {name} is no Armor.");
        return Err(refusal(rules::RH_INV_05, "no-armor", sentence));
    };
    let size = suit.size.map(Size::name);
    let tags = [size, suit.material.as_deref(), suit.style.as_deref()];
    let wrong = if place == Place::Headgear { "body" } else { "head" };
    for tag in tags.into_iter().flatten() {
        let row = book.armor_tags.named(tag).filter(|row| row.only.as_deref() == Some(wrong));
        if let Some(row) = row {
            let sentence = format!("A {} piece does not go there.", row.name);
            return Err(refusal(row.id, "wrong-place", sentence));
        }
    }
    let one = state.one(who);
    let other = one.live.items.iter().enumerate().find(|(number, now)| {
        now.place == place && now.count > 0 && except.map(usize::from) != Some(*number)
    });
    if let Some((number, _)) = other {
        let sentence = format!("In {told} is the {} already.", one.sheet.items[number].name);
        return Err(refusal(rules::RH_INV_01, "slot-full", sentence));
    }
    Ok(())
}

/// Where somebody has room for a thing: in Strength Based slots first.
pub fn room(state: &State, book: &Book, who: Who, thing: &ItemSheet) -> Result<Place, Refusal> {
    let full = fits(state, book, who, thing, Place::Loose, None);
    let Err(refused) = full else { return Ok(Place::Loose) };
    let shot = matches!(thing.ware, Ware::Shot(_));
    let others = if shot { [Place::Quiver, Place::Sheath] } else { [Place::Sheath, Place::Coinpurse] };
    let found = others.into_iter().find(|place| fits(state, book, who, thing, *place, None).is_ok());
    found.ok_or(refused)
}

/// Whether somebody carries more than their Strength allows.
pub fn overloaded(state: &State, book: &Book, who: Who) -> bool {
    let all = packed(state, who, None);
    all.iter().any(|count| *count > 0) && !pack_holds(body::slots(state, book, who), all)
}

/// Nobody acts who carries too much: the rest has to be dropped first.
pub fn unburdened(state: &State, book: &Book, who: Who) -> Result<(), Refusal> {
    if !overloaded(state, book, who) {
        return Ok(());
    }
    let [large, medium, small] = body::slots(state, book, who);
    let sentence = format!(
        "{} carries more than {large} Large, {medium} Medium and {}: drop something first.",
        state.name(who),
        count(small, "Small slot holds", "Small slots hold")
    );
    Err(Refusal::new(rules::RH_INV_06, "overloaded", sentence))
}
