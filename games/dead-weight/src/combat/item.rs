//! Things in a fight: changing what one holds, using a quick item, handing over, throwing, loading,
//! picking up.

use boneyard_table::{At, Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ground::{able, distance};
use super::helpers;
use super::legal::{acting_hero, spend};
use crate::DeadWeight;
use crate::book::Book;
use crate::fact::{FightFact, GearFact};
use crate::gear::{Ready, UseItem, apply_use, check_emptied, check_place, free_place, handed_on, usable};
use crate::roll::{self, Rolling};
use crate::rules;
use crate::state::{Attribute, Awkward, Item, MOST_THINGS, Place, State, Tile};

/// Changing what one holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Equip {
    /// Who.
    pub who: Who,
    /// Which thing.
    pub item: u8,
    /// Where to.
    pub to: Place,
    /// Ready for use in that hand.
    #[serde(default)]
    pub wield: bool,
}

/// A thing used on, given or thrown to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemTo {
    /// Who.
    pub who: Who,
    /// Which thing.
    pub item: u8,
    /// On whom or to whom.
    pub target: Who,
}

/// A thing of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnItem {
    /// Who.
    pub who: Who,
    /// Which thing.
    pub item: u8,
}

/// A thing that lies on one's tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PickUp {
    /// Who.
    pub who: Who,
    /// Whose it was.
    pub of: Who,
    /// Which of their things.
    pub thing: u8,
}

fn own(at: At<'_, DeadWeight>, who: Who, item: u8) -> Result<Item, Refusal> {
    acting_hero(at.state, who, 1)?;
    match at.state.live(who).items.get(usize::from(item)) {
        Some(thing) if thing.place != Place::Gone => Ok(*thing),
        _ => Err(Refusal::new(rules::DW_ACT_09, "no-such-thing", "There is no such thing here.")),
    }
}

/// Changes equipment: what was in those hands goes back where there is room.
pub fn equip(cx: &mut Cx<'_, DeadWeight>, equip: Equip) -> Flow {
    let rule = rules::DW_ACT_09;
    let Equip { who, item, to, wield } = equip;
    let thing = own(cx.at(), who, item)?;
    if to == Place::Gone {
        return refuse(Refusal::new(rule, "nowhere", "Say where it goes."));
    }
    let mut after = cx.state().clone();
    let mut changes: Vec<GearFact> = Vec::new();
    if to.is_hand() {
        for (number, other) in cx.state().live(who).items.iter().enumerate() {
            let number = number as u8;
            let same = other.place == to
                || other.place == Place::Both
                || (to == Place::Both && other.place.is_hand());
            if number == item || !other.place.is_hand() || !same {
                continue;
            }
            let free = free_place(At { state: &after, book: cx.book() }, who, number);
            let free = free.filter(|place| !place.is_hand());
            let Some(place) = free else {
                let name = &cx.state().sheet(who).items[usize::from(number)].name;
                let sentence = format!("There is no room to put the {name} away.");
                return refuse(Refusal::new(rule, "no-room", sentence));
            };
            let fact = GearFact::Placed { who, item: number, from: other.place, to: place, wielded: false };
            crate::fact::apply(&mut after, &fact.clone().into());
            changes.push(fact);
        }
    }
    check_place(At { state: &after, book: cx.book() }, who, item, to, wield)?;
    changes.push(GearFact::Placed { who, item, from: thing.place, to, wielded: wield && to.is_hand() });
    spend(cx, who, 1, rule);
    for fact in changes {
        cx.record(rule, fact.into());
    }
    Ok(())
}

/// Whether a thing may be used on somebody in a fight.
pub fn check_use(at: At<'_, DeadWeight>, used: &UseItem) -> Result<(), Refusal> {
    ready(at.state, at.book, used).map(|_| ())
}

/// A use of a thing that may be made now: quick things only.
fn ready<'a>(state: &State, book: &'a Book, wanted: &UseItem) -> Result<Ready<'a>, Refusal> {
    let rule = rules::DW_ACT_09;
    own(At { state, book }, wanted.who, wanted.item)?;
    let sheet = &state.sheet(wanted.who).items[usize::from(wanted.item)];
    let row = sheet.kind.and_then(|kind| book.gear.get(kind.as_str()));
    let bad = |rule, code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    match row.and_then(|row| row.tag.as_deref()) {
        Some("quick") => {}
        // Keepsakes are touched, whatever is going on.
        None if row.is_some_and(|row| !row.uses.is_empty()) => {}
        Some(tag) => {
            let sentence =
                format!("The {} is a {tag} item; in a fight only quick ones are used.", sheet.name);
            return bad(rules::DW_INV_10, "not-quick", sentence);
        }
        None => return bad(rule, "no-use", format!("The {} is nothing to use so.", sheet.name)),
    }
    usable(state, book, wanted)
}

fn same_tile(at: At<'_, DeadWeight>, who: Who, target: Who) -> Result<(), Refusal> {
    let ally = at.state.creature(target).is_some_and(|one| one.sheet.is_hero() && !one.live.dead);
    if !ally || distance(at.state, who, target) != Some(0) {
        let sentence = "That has to be somebody on the same tile.";
        return Err(Refusal::new(rules::DW_ACT_09, "another-tile", sentence));
    }
    Ok(())
}

/// Uses a quick item: on somebody on the same tile, on a thing of one's own, or throws it at an enemy.
pub fn use_item(cx: &mut Cx<'_, DeadWeight>, wanted: &UseItem) -> Flow {
    let book = cx.book();
    let ready = ready(cx.state(), book, wanted)?;
    spend(cx, wanted.who, ready.used.actions.unwrap_or(1), rules::DW_ACT_09);
    apply_use(cx, wanted, &ready)
}

/// Whether somebody has room for a thing, and where.
fn room_with(at: At<'_, DeadWeight>, who: Who, item: u8, to: Who) -> Result<(GearFact, Place), Refusal> {
    let rule = rules::DW_ACT_09;
    let name = at.state.name(to);
    if at.state.sheet(to).items.len() >= MOST_THINGS {
        return Err(Refusal::new(rule, "too-many", format!("{name} keeps track of no more things.")));
    }
    let sheet = handed_on(at, who, item);
    let thing = at.state.live(who).items[usize::from(item)];
    let mut after = at.state.clone();
    let number = after.sheet(to).items.len() as u8;
    let got = GearFact::Got { who: to, sheet, item: Item { place: Place::Gone, wielded: false, ..thing } };
    crate::fact::apply(&mut after, &got.clone().into());
    match free_place(At { state: &after, book: at.book }, to, number) {
        Some(place) => Ok((got, place)),
        None => Err(Refusal::new(rule, "no-room", format!("{name} has no room for it."))),
    }
}

fn hands_over(cx: &mut Cx<'_, DeadWeight>, who: Who, item: u8, got: GearFact, place: Place) {
    let rule = rules::DW_ACT_09;
    let from = cx.state().live(who).items[usize::from(item)].place;
    cx.record(rule, GearFact::Placed { who, item, from, to: Place::Gone, wielded: false }.into());
    if let GearFact::Got { who, sheet, item } = got {
        cx.record(rule, GearFact::Got { who, sheet, item: Item { place, ..item } }.into());
    }
}

/// Gives a thing to somebody on the same tile.
pub fn give(cx: &mut Cx<'_, DeadWeight>, give: ItemTo) -> Flow {
    let ItemTo { who, item, target } = give;
    own(cx.at(), who, item)?;
    check_emptied(cx.at(), who, item)?;
    if who == target {
        return refuse(Refusal::new(rules::DW_ACT_09, "oneself", "It is theirs already."));
    }
    same_tile(cx.at(), who, target)?;
    let (got, place) = room_with(cx.at(), who, item, target)?;
    spend(cx, who, 1, rules::DW_ACT_09);
    hands_over(cx, who, item, got, place);
    Ok(())
}

/// How far a thing is thrown.
const THROW: u16 = 2;

/// Throws a thing to somebody: both test DEX, or it falls on the catcher's tile.
pub fn throw(cx: &mut Cx<'_, DeadWeight>, throw: ItemTo) -> Flow {
    let rule = rules::DW_ACT_10;
    let ItemTo { who, item, target } = throw;
    own(cx.at(), who, item)?;
    check_emptied(cx.at(), who, item)?;
    let state = cx.state();
    let ally = state.creature(target).is_some_and(|one| one.sheet.is_hero()) && able(state, target);
    if !ally || who == target {
        return refuse(Refusal::new(
            rule,
            "nobody",
            "One throws a thing to another adventurer in the fight.",
        ));
    }
    if distance(state, who, target).is_none_or(|far| far > THROW) {
        let sentence = format!("{} is more than {THROW} tiles away.", state.name(target));
        return refuse(Refusal::new(rule, "too-far", sentence));
    }
    let (got, place) = room_with(cx.at(), who, item, target)?;
    spend(cx, who, 1, rule);
    let rest = (who, item, target, place);
    let test = helpers::helped(cx.at(), Rolling::test(who, Attribute::Dex, rule));
    let thrown = cx.within(rest, |cx| roll::make(cx, &test))?.succeeded();
    let catch = Rolling { helpable: false, ..Rolling::test(target, Attribute::Dex, rule) };
    let caught = cx.within((rest, thrown), |cx| roll::make(cx, &catch))?.succeeded();
    if thrown && caught {
        hands_over(cx, who, item, got, place);
        return Ok(());
    }
    if cx.state().sheet(who).items[usize::from(item)].awkward.contains(&Awkward::Fragile) {
        cx.record(rule, GearFact::Broken { who, item, broken: true }.into());
    }
    let at = cx.state().battle.as_ref().and_then(|battle| battle.tile(target));
    if let Some(at) = at {
        cx.record(rule, FightFact::Fell { who, item, at }.into());
    }
    Ok(())
}

/// An action towards loading a weapon.
pub fn load(cx: &mut Cx<'_, DeadWeight>, load: OwnItem) -> Flow {
    let rule = rules::DW_WEAP_19;
    let thing = own(cx.at(), load.who, load.item)?;
    if thing.unready == 0 {
        return refuse(Refusal::new(rule, "loaded", "It is ready."));
    }
    spend(cx, load.who, 1, rule);
    let fact = GearFact::Unready { who: load.who, item: load.item, actions: thing.unready - 1 };
    cx.record(rule, fact.into());
    Ok(())
}

/// A thing that lies on somebody's tile.
pub fn lying(at: At<'_, DeadWeight>, tile: Tile) -> impl Iterator<Item = (Who, u8)> + '_ {
    let all = at.state.battle.iter().flat_map(|battle| &battle.lying);
    all.filter(move |(.., there)| *there == tile).map(|(who, item, _)| (*who, *item))
}

/// Picks up what lies on one's tile.
pub fn pick_up(cx: &mut Cx<'_, DeadWeight>, pick: PickUp) -> Flow {
    let rule = rules::DW_ACT_09;
    acting_hero(cx.state(), pick.who, 1)?;
    let here = cx.state().battle.as_ref().and_then(|battle| battle.tile(pick.who));
    let there = here.is_some_and(|here| lying(cx.at(), here).any(|known| known == (pick.of, pick.thing)));
    if !there {
        return refuse(Refusal::new(rule, "no-such-thing", "No such thing lies here."));
    }
    if pick.of == pick.who {
        let Some(to) = free_place(cx.at(), pick.who, pick.thing) else {
            return refuse(Refusal::new(rule, "no-room", "There is no room for it."));
        };
        spend(cx, pick.who, 1, rule);
        let fact =
            GearFact::Placed { who: pick.who, item: pick.thing, from: Place::Gone, to, wielded: false };
        cx.record(rule, fact.into());
    } else {
        let (got, place) = room_with(cx.at(), pick.of, pick.thing, pick.who)?;
        spend(cx, pick.who, 1, rule);
        if let GearFact::Got { who, sheet, item } = got {
            cx.record(rule, GearFact::Got { who, sheet, item: Item { place, ..item } }.into());
        }
    }
    cx.record(rule, FightFact::PickedUp { who: pick.of, item: pick.thing }.into());
    Ok(())
}
