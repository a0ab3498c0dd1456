//! Moving things about: between slots at ease, out of the hand, from one to another, on and off the body.

use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Refusal, RuleId, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::slot::{fits, room};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::combat::{able, at_ease, known, takes};
use crate::fact::{GearFact, TableFact};
use crate::rules;
use crate::sight;
use crate::state::{Item, ItemSheet, MOST_THINGS, Place, State, Ware};

/// Puts a thing into another place, at ease.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stow {
    /// Who.
    pub who: Who,
    /// Which thing.
    pub item: u8,
    /// Where: `pack`, `sheath`, `quiver`, `main-hand` and so on.
    pub to: String,
}

/// Lets a thing fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drop {
    /// Who.
    pub who: Who,
    /// Which thing.
    pub item: u8,
}

/// Takes a weapon in one hand, or in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Grip {
    /// Who.
    pub who: Who,
    /// Which.
    pub item: u8,
    /// In both.
    pub both: bool,
}

/// Hands a thing to another, at ease.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Give {
    /// Who.
    pub who: Who,
    /// Which.
    pub item: u8,
    /// To whom.
    pub target: Who,
}

/// Divides a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Split {
    /// Who.
    pub who: Who,
    /// Which.
    pub item: u8,
    /// How many go into a stack of their own.
    pub count: u16,
}

/// Puts armor on, or takes it off, at ease.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wear {
    /// Who.
    pub who: Who,
    /// Which.
    pub item: u8,
    /// Off.
    #[serde(default)]
    pub off: bool,
}

/// A thing somebody carries.
pub(super) fn carried(
    state: &State,
    who: Who,
    item: u8,
    rule: RuleId,
) -> Result<(&ItemSheet, &Item), Refusal> {
    known(state, who)?;
    let one = state.one(who);
    let found = one.sheet.items.get(usize::from(item)).zip(one.live.items.get(usize::from(item)));
    let there = found.filter(|(_, now)| now.place.is_carried() && now.count > 0);
    there.ok_or_else(|| {
        let sentence = format!("{} carries no such thing.", one.sheet.name);
        Refusal::new(rule, "not-carried", sentence)
    })
}

/// Puts a thing somewhere; in a slot it begins anew.
pub(super) fn place(cx: &mut Cx<'_, RollHighOrDie>, who: Who, item: u8, to: Place, rule: RuleId) {
    if to.is_carried() && to != Place::Loose {
        cx.cite(rules::RH_INV_05);
    }
    record(cx, rule, GearFact::Placed { who, item, to }.into());
    let step = cx.state().live(who).items[usize::from(item)].step;
    if step > 0 && !to.is_held() && !matches!(to, Place::Floor(_)) {
        record(cx, rules::RH_EQUIP_02, GearFact::Step { who, item, step: 0 }.into());
    }
    let one = cx.state().one(who);
    let row = one.sheet.items[usize::from(item)].like.and_then(|like| cx.book().gear.get(like.as_str()));
    let lowered = row.filter(|row| row.hook.as_deref() == Some("spyglass") && !to.is_held());
    if let Some(entry) = lowered.filter(|_| one.live.items[usize::from(item)].lit).map(|row| row.id) {
        record(cx, entry, GearFact::Lit { who, item, lit: false }.into());
    }
}

/// Puts a thing into another place, at ease.
pub fn stow(cx: &mut Cx<'_, RollHighOrDie>, stow: &Stow) -> Flow {
    let (who, item, rule) = (stow.who, stow.item, rules::RH_INV_01);
    let (thing, now) = carried(cx.state(), who, item, rule)?;
    able(cx.state(), who)?;
    if cx.state().encounter.is_some() {
        let sentence = "In an Encounter things go from slot to hand and back by Interact Actions.";
        return refuse(Refusal::new(rules::RH_INV_08, "encounter", sentence));
    }
    let to = Place::named(&stow.to).filter(|to| to.is_carried());
    let Some(to) = to else {
        let sentence = "There are main-hand, off-hand, two-hands, armor-worn, headgear, sheath, coinpurse, quiver and pack.";
        return refuse(Refusal::new(rule, "no-such-slot", sentence));
    };
    let body = |place: Place| place == Place::ArmorWorn;
    if body(to) || body(now.place) {
        return wear(cx, Wear { who, item, off: !body(to) });
    }
    fits(cx.state(), cx.book(), who, thing, to, Some(item))?;
    place(cx, who, item, to, rule);
    Ok(())
}

/// Lets a thing fall into one's own space.
pub fn drop_thing(cx: &mut Cx<'_, RollHighOrDie>, drop: Drop) -> Flow {
    let (who, item) = (drop.who, drop.item);
    let (_, now) = carried(cx.state(), who, item, rules::RH_ACT_14)?;
    let held = now.place.is_held();
    takes(cx.state(), cx.book(), who, 0)?;
    let over = super::overloaded(cx.state(), cx.book(), who);
    if cx.state().encounter.is_some() && !held && !over {
        let sentence = "Only what is held can simply be dropped.";
        return refuse(Refusal::new(rules::RH_ACT_14, "not-held", sentence));
    }
    let at = cx.state().live(who).at;
    let rule = if over && !held { rules::RH_INV_06 } else { rules::RH_ACT_14 };
    place(cx, who, item, Place::Floor(at), rule);
    Ok(())
}

/// Takes a held weapon in one hand, or in both.
pub fn grip(cx: &mut Cx<'_, RollHighOrDie>, grip: Grip) -> Flow {
    let (who, item, rule) = (grip.who, grip.item, rules::RH_ACT_14);
    let (thing, now) = carried(cx.state(), who, item, rule)?;
    takes(cx.state(), cx.book(), who, 0)?;
    if !now.place.is_held() {
        let sentence = format!("The {} is not in hand.", thing.name);
        return refuse(Refusal::new(rule, "not-held", sentence));
    }
    let to = if grip.both { Place::TwoHands } else { Place::MainHand };
    if now.place == to {
        let sentence = format!("The {} is held like that already.", thing.name);
        return refuse(Refusal::new(rule, "held-so", sentence));
    }
    if fits(cx.state(), cx.book(), who, thing, to, Some(item)).is_err() {
        let sentence = format!("The other hand is not free, or the {} too large for one.", thing.name);
        return refuse(Refusal::new(rule, "other-hand", sentence));
    }
    place(cx, who, item, to, rule);
    Ok(())
}

/// Somebody gets so many of a thing, put where there is room; more than a stack holds go into stacks of their own.
pub(super) fn receive(
    cx: &mut Cx<'_, RollHighOrDie>,
    who: Who,
    thing: &ItemSheet,
    like: &Item,
    count: u16,
    rule: RuleId,
) -> Flow {
    let mut left = count;
    cx.cite(rules::RH_INV_07);
    if let Some(entry) = thing.like {
        cx.cite(entry);
    }
    while left > 0 {
        let now = left.min(thing.stack.max(1));
        let place = room(cx.state(), cx.book(), who, thing)?;
        if cx.state().sheet(who).items.len() >= MOST_THINGS {
            let sentence = format!("{} keeps track of too many things.", cx.state().name(who));
            return refuse(Refusal::new(rules::RH_INV_01, "so-many-things", sentence));
        }
        let item = Item { place, count: now, step: 0, ..like.clone() };
        record(cx, rule, GearFact::Got { who, thing: thing.clone(), item }.into());
        left -= now;
    }
    Ok(())
}

/// Hands a thing to another, at ease.
pub fn give(cx: &mut Cx<'_, RollHighOrDie>, give: Give) -> Flow {
    let (who, target, item, rule) = (give.who, give.target, give.item, rules::RH_INV_01);
    let (thing, now) = carried(cx.state(), who, item, rule)?;
    known(cx.state(), target)?;
    able(cx.state(), who)?;
    at_ease(cx.state(), rules::RH_INV_08)?;
    if who == target || sight::distance(cx.state(), who, target) > 5 {
        let sentence = "A thing is handed to somebody else, in reach.";
        return refuse(Refusal::new(rule, "out-of-reach", sentence));
    }
    if matches!(now.place, Place::ArmorWorn | Place::Headgear) {
        let sentence = format!("The {} is worn: take it off first.", thing.name);
        return refuse(Refusal::new(rule, "worn", sentence));
    }
    let (thing, now) = (thing.clone(), now.clone());
    room(cx.state(), cx.book(), target, &thing)?;
    record(cx, rule, GearFact::Count { who, item, count: 0 }.into());
    receive(cx, target, &thing, &now, now.count, rule)
}

/// Divides a stack.
pub fn split(cx: &mut Cx<'_, RollHighOrDie>, split: Split) -> Flow {
    let (who, item, rule) = (split.who, split.item, rules::RH_INV_07);
    let (thing, now) = carried(cx.state(), who, item, rule)?;
    at_ease(cx.state(), rules::RH_INV_08)?;
    if split.count == 0 || split.count >= now.count {
        let sentence = format!(
            "Of {}, from 1 to {} can be set apart.",
            count(now.count, "piece", "pieces"),
            now.count.saturating_sub(1)
        );
        return refuse(Refusal::new(rule, "no-such-part", sentence));
    }
    let (thing, now) = (thing.clone(), now.clone());
    room(cx.state(), cx.book(), who, &thing)?;
    record(cx, rule, GearFact::Count { who, item, count: now.count - split.count }.into());
    receive(cx, who, &thing, &now, split.count, rule)
}

/// Puts armor on, or takes it off, at ease; body armor takes its minutes.
pub fn wear(cx: &mut Cx<'_, RollHighOrDie>, wear: Wear) -> Flow {
    let (who, item, rule) = (wear.who, wear.item, rules::RH_HOUSE_04H);
    let (thing, now) = carried(cx.state(), who, item, rule)?;
    able(cx.state(), who)?;
    let Ware::Armor(suit) = &thing.ware else {
        let sentence = format!("The {} is no Armor.", thing.name);
        return refuse(Refusal::new(rules::RH_INV_05, "no-armor", sentence));
    };
    if cx.state().encounter.is_some() {
        let (rule, sentence) = if suit.head {
            (rule, "In an Encounter headgear goes on by UNPACK and APPLY.")
        } else {
            (rules::RH_ARMOR_03, "Body armor is not changed in an Encounter.")
        };
        return refuse(Refusal::new(rule, "encounter", sentence));
    }
    let worn = matches!(now.place, Place::ArmorWorn | Place::Headgear);
    if worn != wear.off {
        let sentence = format!("The {} is {} already.", thing.name, if worn { "worn" } else { "off" });
        return refuse(Refusal::new(rule, "so-already", sentence));
    }
    let to = match (wear.off, suit.head) {
        (true, _) => Place::Loose,
        (false, true) => Place::Headgear,
        (false, false) => Place::ArmorWorn,
    };
    fits(cx.state(), cx.book(), who, thing, to, Some(item))?;
    let minutes = thing.like.and_then(|like| cx.book().armors.get(like.as_str())).and_then(|row| row.minutes);
    place(cx, who, item, to, rule);
    if let Some(minutes) = minutes {
        let to = cx.state().now.later(u64::from(minutes) * 60);
        record(cx, rule, TableFact::Time { to }.into());
    }
    cx.cite(rules::RH_ARMOR_03);
    Ok(())
}
