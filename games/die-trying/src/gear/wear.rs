//! Armor on and off: it takes its minutes, and helps when they are over.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::own_thing;
use crate::DieTrying;
use crate::combat::{may_be_up, may_know};
use crate::fact::GearFact;
use crate::rules;
use crate::state::{Fate, Item, ItemSheet, Place, Size, Ware};
use crate::time;

/// Puts something on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PutOn {
    /// Who.
    pub who: Who,
    /// Which thing.
    pub item: u8,
    /// Minutes after which it is broken off; whole if nothing is said.
    #[serde(default)]
    pub broken_off: Option<u8>,
}

impl Form<DieTrying> for PutOn {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let who = dresser(form)?;
        let unworn = |sheet: &ItemSheet, item: &Item| {
            is_worn(sheet) && item.place.is_carried() && item.place != Place::Worn
        };
        let item = own_thing(form, who, "put_on", |name| format!("Put on the {name}"), unworn)?;
        if form.is_written() {
            return Ok(Self { who, item, broken_off: form.unasked("broken_off")? });
        }
        let sheet = form.state.creature(who).and_then(|one| one.sheet.items.get(usize::from(item)));
        let Some(ItemSheet { name, ware: Ware::Armor(armor), .. }) = sheet else {
            return Ok(Self { who, item, broken_off: None });
        };
        if !form.variant(&[false, true])? {
            return Ok(Self { who, item, broken_off: None });
        }
        form.id(|| format!("put_on-broken-{item}"));
        form.label(|| format!("Break off putting on the {name}").into());
        let most = i32::from(armor.minutes) - 1;
        let broken_off = Some(form.amount("broken_off", "After so many minutes", 0..=most)?);
        Ok(Self { who, item, broken_off })
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

deed! {
    /// Takes something off.
    #[derive(Copy)]
    pub struct TakeOff(form: DieTrying) {
        who: Who = dresser(form)?,
        /// Which thing.
        item: u8 = {
            let worn = |sheet: &ItemSheet, item: &Item| is_worn(sheet) && item.place == Place::Worn;
            own_thing(form, who, "take_off", |name| format!("Take off the {name}"), worn)?
        },
        /// Minutes after which it is broken off; whole if nothing is said.
        #[serde(default)]
        broken_off: Option<u8> = form.unasked("broken_off")?,
    }
}

/// The one who does it, while nobody fights: to others the form is not offered.
fn dresser(form: &mut Filling<'_, DieTrying>) -> Filled<Who> {
    let who = form.actor()?;
    let state = form.state;
    let there = state.creature(who).is_some_and(|one| one.live.fate == Fate::Up && !one.live.away);
    form.only_if(there && state.battle.is_none())?;
    Ok(who)
}

fn is_worn(sheet: &ItemSheet) -> bool {
    matches!(sheet.ware, Ware::Armor(_) | Ware::Artifact)
}

/// A change of clothes.
#[derive(Clone, Copy)]
struct Change {
    who: Who,
    item: u8,
    broken_off: Option<u8>,
    on: bool,
}

/// Whether it can be put on or taken off, in how many minutes, and whether it is armor.
fn may_change(may: May<'_, DieTrying>, change: Change) -> Lawful<(u64, bool)> {
    let (state, Change { who, item, broken_off, on }) = (may.state, change);
    let bad = |code: &str, sentence: String| Refusal::new(rules::DT_ARM_05, code, sentence);
    may_know(may, who)?;
    may_be_up(may, who)?;
    let one = state.one(who);
    let at = usize::from(item);
    let (Some(thing), Some(now)) = (one.sheet.items.get(at), one.live.items.get(at)) else {
        return may.no(|| bad("no-such-thing", format!("{} has no such thing.", state.name(who))));
    };
    let minutes = match (&thing.ware, on) {
        (Ware::Armor(armor), true) => u64::from(armor.minutes),
        (Ware::Armor(_), false) => 1,
        (Ware::Artifact, _) => 0,
        _ => return may.no(|| bad("not-worn", format!("The {} is not worn.", thing.name))),
    };
    let armor = matches!(thing.ware, Ware::Armor(_));
    may.not_if(thing.small && on && one.sheet.size > Size::Small, || {
        let sentence = format!("The {} was made for somebody Small.", thing.name);
        Refusal::new(rules::DT_CRE_08H, "too-small", sentence)
    })?;
    may.not_if(armor && state.battle.is_some(), || {
        bad("fighting", "Armor is not put on or taken off in a fight.".into())
    })?;
    may.not_if(!now.place.is_carried() || (now.place == Place::Worn) == on, || {
        bad("not-there", format!("The {} is {}.", thing.name, now.place.name()))
    })?;
    let mut things = one.sheet.items.iter().zip(&one.live.items);
    let other = things.any(|(thing, item)| matches!(thing.ware, Ware::Armor(_)) && item.place == Place::Worn);
    may.not_if(armor && on && other, || {
        Refusal::new(rules::DT_ARM_01, "two-armors", "Nobody wears two armors.")
    })?;
    may.not_if(broken_off.is_some() && !armor, || bad("at-once", "That takes no time.".into()))?;
    Ok((minutes, armor))
}

impl PutOn {
    fn change(self) -> Change {
        Change { who: self.who, item: self.item, broken_off: self.broken_off, on: true }
    }
}

impl TakeOff {
    fn change(self) -> Change {
        Change { who: self.who, item: self.item, broken_off: self.broken_off, on: false }
    }
}

impl Deed<DieTrying> for PutOn {
    const CARD: Card = Card::acting("Put on", "Things").rule(rules::DT_ARM_05);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_change(may, self.change()).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        changes(cx, by, self.change())
    }
}

impl Deed<DieTrying> for TakeOff {
    const CARD: Card = Card::acting("Take off", "Things").rule(rules::DT_ARM_05);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_change(may, self.change()).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        changes(cx, by, self.change())
    }
}

fn changes(cx: &mut Cx<'_, DieTrying>, by: Seat, change: Change) -> Flow {
    let (minutes, armor) = may_change(May::quiet(cx.at(), by), change)?;
    let (rule, Change { who, item, broken_off, on }) = (rules::DT_ARM_05, change);
    let spent = broken_off.map_or(minutes, |after| u64::from(after).min(minutes));
    cx.cite(rule);
    if armor {
        cx.cite(rules::DT_ARM_01);
        cx.cite(rules::DT_ARM_04);
    }
    if spent >= minutes {
        let to = if on { Place::Worn } else { Place::Pack };
        cx.record(rule, GearFact::Placed { who, item, to }.into());
    }
    let until = cx.state().now.later(spent * 60);
    time::advance(cx, until)
}
