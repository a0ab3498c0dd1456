//! Things in play: taken along, put down, handed on, worn, held, taken away, defined, looked at.

use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};

use super::make::{Made, check_name, make, pair_of};
use super::slots::{capacity, capacity_of, filled, filled_of};
use crate::GutsPlus;
use crate::fact::GearFact;
use crate::gm::decide;
use crate::question::{ComesOff, Decide, Matter, PutDown};
use crate::rules;
use crate::state::{Creature, Item, ItemSheet, State};

fn no<T>(rule: boneyard_table::RuleId, code: &str, sentence: impl Into<String>) -> Flow<T> {
    refuse(Refusal::new(rule, code, sentence))
}

/// A thing somebody has, by name; one that is not worn before one that is.
pub(super) fn find(state: &State, who: Who, name: &str) -> Flow<u8> {
    let one = state.one(who);
    let there = |at: &usize| one.live.items.get(*at).is_some_and(|item| !item.gone && item.count > 0);
    let mut named: Vec<usize> = (0..one.sheet.items.len())
        .filter(|at| one.sheet.items[*at].name.eq_ignore_ascii_case(name.trim()))
        .filter(there)
        .collect();
    named.sort_by_key(|at| one.live.items[*at].worn);
    match named.first() {
        Some(at) => Ok(*at as u8),
        None => no(rules::GP_ITEM_12, "not-here", format!("{} has no {}.", state.name(who), name.trim())),
    }
}

fn now(cx: &mut Cx<'_, GutsPlus>, rule: boneyard_table::RuleId, who: Who, item: u8, to: Item) {
    let from = cx.state().live(who).items[usize::from(item)].clone();
    if from != to {
        cx.record(rule, GearFact::Now { who, item, from, to }.into());
    }
}

fn room_for(state: &State, who: Who, name: &str) -> Flow {
    let one = state.one(who);
    let stacks = one.sheet.items.iter().zip(&one.live.items).any(|(sheet, item)| {
        sheet.name.eq_ignore_ascii_case(name) && !item.worn && !item.gone && item.count > 0
    });
    if stacks {
        return Ok(());
    }
    let (has, room) = (filled(state, who), capacity(state, who));
    if has < room {
        return Ok(());
    }
    if one.sheet.pocketless {
        let sentence = format!(
            "{} has no pockets; things can only be carried in hand, if the GM says so.",
            one.sheet.name
        );
        return no(rules::GP_SCN_01, "no-pockets", sentence);
    }
    let rule = if room > super::slots::ROOM { rules::GP_ITEM_09 } else { rules::GP_ITEM_05 };
    let sentence =
        format!("The inventory of {} is full ({has} of {room}): put something down first.", one.sheet.name);
    refuse(Refusal::new(rule, "full", sentence).with("filled", has).with("room", room))
}

fn gains(cx: &mut Cx<'_, GutsPlus>, rule: boneyard_table::RuleId, who: Who, sheet: ItemSheet, count: u8) {
    let one = cx.state().one(who);
    let same = |(own, item): (&ItemSheet, &Item)| {
        own.name.eq_ignore_ascii_case(&sheet.name) && !item.worn && !item.gone && item.count > 0
    };
    match one.sheet.items.iter().zip(&one.live.items).position(same) {
        Some(at) => {
            let item = one.live.items[at].clone();
            let more = Item { count: item.count.saturating_add(count), ..item };
            now(cx, rules::GP_ITEM_08, who, at as u8, more);
        }
        None => cx.record(rule, GearFact::Got { who, sheet, item: Item { count, ..Item::default() } }.into()),
    }
}

/// Takes something along. Where there are no pockets the GM puts it into an empty hand.
pub fn take(cx: &mut Cx<'_, GutsPlus>, by: Seat, who: Who, name: &str, count: u8) -> Flow {
    check_name(name)?;
    if count == 0 {
        return no(rules::GP_ITEM_08, "none", "Take at least one.");
    }
    let hand = free_hand(cx.state(), who).filter(|_| by.is_gm() && count == 1);
    if let (true, Some(hand)) = (cx.state().sheet(who).pocketless, hand) {
        for Made { sheet, .. } in make(cx.at(), who, name, None, false) {
            let item = Item { hand: Some(hand), ..Item::default() };
            cx.record(rules::GP_SCN_01, GearFact::Got { who, sheet, item }.into());
        }
        return Ok(());
    }
    room_for(cx.state(), who, name.trim())?;
    for id in super::make::entries(cx.book(), name, false) {
        cx.cite(id);
    }
    for Made { sheet, .. } in make(cx.at(), who, name, None, false) {
        gains(cx, rules::GP_ITEM_05, who, sheet, count);
    }
    Ok(())
}

pub(super) fn spends(cx: &mut Cx<'_, GutsPlus>, rule: boneyard_table::RuleId, who: Who, item: u8, count: u8) {
    let own = cx.state().live(who).items[usize::from(item)].clone();
    let left = own.count.saturating_sub(count);
    let hand = own.hand.filter(|_| left > 0);
    let worn = own.worn && left > 0;
    now(cx, rule, who, item, Item { count: left, gone: left == 0, hand, worn, ..own });
}

fn enough(state: &State, who: Who, item: u8, count: u8) -> Flow {
    let has = state.live(who).items[usize::from(item)].count;
    if count == 0 || count > has {
        return no(rules::GP_ITEM_08, "not-so-many", format!("There are {has} of it."));
    }
    Ok(())
}

/// Puts something down.
pub fn put_down(cx: &mut Cx<'_, GutsPlus>, who: Who, name: &str, count: u8) -> Flow {
    let item = find(cx.state(), who, name)?;
    enough(cx.state(), who, item, count)?;
    fits_without(cx.state(), who, item)?;
    spends(cx, rules::GP_ITEM_09, who, item, count);
    Ok(())
}

/// Whether what is carried still fits when this is not worn any more.
fn fits_without(state: &State, who: Who, item: u8) -> Flow {
    let one = state.one(who);
    if !one.live.items[usize::from(item)].worn || one.sheet.pocketless {
        return Ok(());
    }
    let mut things: Vec<(ItemSheet, Item)> =
        one.sheet.items.iter().cloned().zip(one.live.items.iter().cloned()).collect();
    things[usize::from(item)].1.gone = true;
    let (has, room) = (filled_of(&things), capacity_of(state, &things));
    if has > room {
        let name = &one.sheet.items[usize::from(item)].name;
        let sentence = format!(
            "Without the {name} there is room for {room}, and {} carried.",
            count(has, "thing is", "things are")
        );
        return refuse(
            Refusal::new(rules::GP_ITEM_06, "too-much", sentence).with("filled", has).with("room", room),
        );
    }
    Ok(())
}

/// Hands something on.
pub fn give(cx: &mut Cx<'_, GutsPlus>, who: Who, to: Who, name: &str, count: u8) -> Flow {
    let Some(other) = cx.state().creature(to) else {
        return no(rules::GP_ITEM_09, "nobody", "There is nobody like that here.");
    };
    if to == who {
        return no(rules::GP_ITEM_09, "oneself", "That is in the right hands already.");
    }
    if other.live.dead {
        return no(rules::GP_ITEM_09, "dead", format!("{} takes nothing any more.", other.sheet.name));
    }
    let item = find(cx.state(), who, name)?;
    enough(cx.state(), who, item, count)?;
    fits_without(cx.state(), who, item)?;
    let sheet = cx.state().sheet(who).items[usize::from(item)].clone();
    room_for(cx.state(), to, &sheet.name)?;
    let name = sheet.name.clone();
    cx.record(rules::GP_ITEM_09, GearFact::Gave { who, to, name, count }.into());
    spends(cx, rules::GP_ITEM_09, who, item, count);
    gains(cx, rules::GP_ITEM_09, to, sheet, count);
    Ok(())
}

/// Puts something on; where something is already, one of the two comes off.
pub fn wear(cx: &mut Cx<'_, GutsPlus>, who: Who, name: &str, place: Option<&str>, over: bool) -> Flow {
    let item = find(cx.state(), who, name)?;
    let one = cx.state().one(who);
    let (sheet, own) =
        (one.sheet.items[usize::from(item)].clone(), one.live.items[usize::from(item)].clone());
    let rule = rules::GP_ITEM_02;
    if own.worn {
        return no(rule, "worn", format!("{} wears it already.", one.sheet.name));
    }
    let Some(belongs) = sheet.place.clone() else {
        return no(
            rule,
            "not-worn",
            format!("{} is nothing to wear, as far as the GM has said.", sheet.name),
        );
    };
    if let Some(place) = place
        && !place.trim().eq_ignore_ascii_case(&belongs)
    {
        let sentence = format!("{} belongs on the {belongs}, and does nothing elsewhere.", sheet.name);
        return refuse(Refusal::new(rule, "wrong-place", sentence).with("place", belongs));
    }
    let there = one.sheet.items.iter().zip(&one.live.items).position(|(other, item)| {
        item.worn
            && !item.gone
            && other.place.as_deref() == Some(belongs.as_str())
            && other.clothes == sheet.clothes
    });
    let covers_same = |at: usize| one.sheet.items[at].covers == sheet.covers;
    let there = there.filter(|at| sheet.covers.is_empty() || covers_same(*at));
    if own.count > 1 {
        return no(rule, "several", "Put the others down first, or hand them on.");
    }
    if let Some(at) = there {
        let old = one.sheet.items[at].name.clone();
        if over {
            let sentence = format!("{old} is on the {belongs} already; a second one gives nothing.");
            return no(rule, "one-of-a-kind", sentence);
        }
        let off = cx.ask(who, ComesOff { old: old.clone(), new: sheet.name.clone() })?;
        if !off.eq_ignore_ascii_case(&old) {
            cx.cite(rule);
            return Ok(());
        }
        let was = cx.state().live(who).items[at].clone();
        now(cx, rule, who, at as u8, Item { worn: false, ..was });
    }
    if pair_of(cx.book(), &sheet.name).is_some() {
        cx.cite(rules::GP_HOUSE_05H);
        now(cx, rules::GP_ITEM_04, who, item, Item { gone: true, hand: None, ..own });
        for Made { sheet, .. } in make(cx.at(), who, &sheet.name, Some(&belongs), sheet.clothes) {
            let item = Item { worn: true, ..Item::default() };
            cx.record(rules::GP_ITEM_04, GearFact::Got { who, sheet, item }.into());
        }
    } else {
        now(cx, rules::GP_ITEM_04, who, item, Item { worn: true, hand: None, ..own });
    }
    sheds(cx, who)
}

/// Takes something off: it is carried from then on.
pub fn take_off(cx: &mut Cx<'_, GutsPlus>, who: Who, name: &str) -> Flow {
    let state = cx.state();
    let one = state.one(who);
    let worn = |(sheet, item): (&ItemSheet, &Item)| {
        sheet.name.eq_ignore_ascii_case(name.trim()) && item.worn && !item.gone
    };
    let Some(item) = one.sheet.items.iter().zip(&one.live.items).position(worn) else {
        return no(rules::GP_ITEM_02, "not-worn", format!("{} does not wear it.", one.sheet.name));
    };
    let mut things: Vec<(ItemSheet, Item)> =
        one.sheet.items.iter().cloned().zip(one.live.items.iter().cloned()).collect();
    things[item].1.worn = false;
    let (has, room) = (filled_of(&things), capacity_of(state, &things));
    if has > room && !one.sheet.pocketless {
        let sentence =
            format!("Then {} would be carried, and there is room for {room}.", count(has, "thing", "things"));
        return refuse(
            Refusal::new(rules::GP_ITEM_06, "too-much", sentence).with("filled", has).with("room", room),
        );
    }
    let own = one.live.items[item].clone();
    now(cx, rules::GP_ITEM_04, who, item as u8, Item { worn: false, ..own });
    Ok(())
}

/// Takes something in hand, one that can hold it.
pub fn hold(cx: &mut Cx<'_, GutsPlus>, who: Who, name: &str) -> Flow {
    let item = find(cx.state(), who, name)?;
    let one = cx.state().one(who);
    let rule = rules::GP_HLTH_04;
    let own = one.live.items[usize::from(item)].clone();
    if own.hand.is_some() {
        return no(rule, "held", "That is in hand already.");
    }
    if own.worn && !one.sheet.items[usize::from(item)].lenient {
        return no(rule, "worn", "That is worn, not held.");
    }
    if usable_hands(one).next().is_none() {
        return no(rule, "no-hand", format!("{} has no hand that could hold it.", one.sheet.name));
    }
    let Some(hand) = free_hand(cx.state(), who) else {
        return no(rule, "hands-full", "Put something away first.");
    };
    now(cx, rules::GP_ITEM_12, who, item, Item { hand: Some(hand), ..own });
    Ok(())
}

/// Hands somebody can use; on a coarse chart hands belong to arms.
fn usable_hands(one: &Creature) -> impl Iterator<Item = u8> + '_ {
    let kind = if one.sheet.chart.iter().any(|part| part.kind == "hand") { "hand" } else { "arm" };
    let hands =
        (0..one.sheet.chart.len() as u8).filter(move |nth| one.sheet.chart[usize::from(*nth)].kind == kind);
    hands.filter(|nth| !one.useless(*nth))
}

/// A hand of somebody that can be used and holds nothing.
pub fn free_hand(state: &State, who: Who) -> Option<u8> {
    let one = state.creature(who)?;
    let taken = |hand: &u8| one.live.items.iter().any(|item| item.hand == Some(*hand) && !item.gone);
    usable_hands(one).filter(|hand| !taken(hand)).last()
}

/// Puts away what is in hand.
pub fn stow(cx: &mut Cx<'_, GutsPlus>, who: Who, name: &str) -> Flow {
    let item = find(cx.state(), who, name)?;
    let own = cx.state().live(who).items[usize::from(item)].clone();
    if own.hand.is_none() {
        return no(rules::GP_ITEM_12, "not-held", "That is not in hand.");
    }
    now(cx, rules::GP_ITEM_05, who, item, Item { hand: None, ..own });
    Ok(())
}

/// The GM takes something from somebody; what does not fit any more is put down at once.
pub fn take_away(cx: &mut Cx<'_, GutsPlus>, who: Who, name: &str) -> Flow {
    if cx.state().creature(who).is_none() {
        return no(rules::GP_ITEM_06, "nobody", "There is nobody like that here.");
    }
    let item = find(cx.state(), who, name)?;
    let name = cx.state().sheet(who).items[usize::from(item)].name.clone();
    cx.record(rules::GP_ITEM_06, GearFact::Lost { who, name }.into());
    let own = cx.state().live(who).items[usize::from(item)].clone();
    now(cx, rules::GP_ITEM_06, who, item, Item { gone: true, worn: false, hand: None, ..own });
    sheds(cx, who)
}

/// Puts down what does not fit any more; the player says what.
fn sheds(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    if cx.state().sheet(who).pocketless {
        return Ok(());
    }
    let over = filled(cx.state(), who) - capacity(cx.state(), who);
    if over <= 0 {
        return Ok(());
    }
    let names = cx.ask(who, PutDown { who, count: over as u8 })?;
    for name in names {
        let one = cx.state().one(who);
        let carried = |(sheet, item): (&ItemSheet, &Item)| {
            sheet.name.eq_ignore_ascii_case(&name) && !item.worn && !item.gone && item.count > 0
        };
        if let Some(at) = one.sheet.items.iter().zip(&one.live.items).position(carried) {
            let count = one.live.items[at].count;
            spends(cx, rules::GP_ITEM_09, who, at as u8, count);
        }
    }
    Ok(())
}

/// The GM says what a thing does.
pub fn define(
    cx: &mut Cx<'_, GutsPlus>,
    who: Who,
    name: &str,
    text: Option<String>,
    slots: Option<i8>,
) -> Flow {
    if cx.state().creature(who).is_none() {
        return no(rules::GP_ITEM_10, "nobody", "There is nobody like that here.");
    }
    let item = find(cx.state(), who, name)?;
    let mut sheet = cx.state().sheet(who).items[usize::from(item)].clone();
    if let Some(slots) = slots {
        if slots < -10 {
            return no(rules::GP_ITEM_10, "below-nothing", "There is no room below none: at least -10.");
        }
        sheet.slots = slots;
    }
    if let Some(text) = text {
        if text.chars().count() > 400 {
            return no(rules::GP_ITEM_03, "too-long", "Say it in at most 400 letters.");
        }
        sheet.about = text;
    }
    let rule = if slots.is_some() { rules::GP_ITEM_10 } else { rules::GP_ITEM_03 };
    cx.record(rule, GearFact::Defined { who, item, sheet }.into());
    sheds(cx, who)
}

/// Somebody new looks at a character.
pub fn meet(cx: &mut Cx<'_, GutsPlus>, who: Who, npc: Who) -> Flow {
    let state = cx.state();
    let (Some(one), Some(_)) = (state.creature(who), state.creature(npc)) else {
        return no(rules::GP_ITEM_11, "nobody", "There is nobody like that here.");
    };
    let worn = one.sheet.items.iter().zip(&one.live.items).filter(|(_, item)| item.worn && !item.gone);
    let worn: Vec<String> = worn.map(|(sheet, _)| sheet.name.clone()).collect();
    let question = format!("{} meets {}. What of it?", state.name(npc), one.sheet.name);
    let matter = Decide::new(Matter::Looks, state.name(npc), question)
        .option("nothing", "Nothing of note")
        .option("liked", "Well received: an advantage")
        .option("disliked", "Ill received: a disadvantage")
        .who(who)
        .about(if worn.is_empty() {
            "Wears nothing.".to_owned()
        } else {
            format!("Wears {}.", worn.join(", "))
        });
    let said = decide(cx, matter)?;
    let words = if said.words.is_empty() { said.choice } else { said.words };
    cx.record_for(
        boneyard_table::Audience::GM,
        rules::GP_ITEM_11,
        GearFact::Looked { who: npc, at: who, words }.into(),
    );
    Ok(())
}
