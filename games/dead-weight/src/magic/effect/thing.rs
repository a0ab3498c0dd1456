//! Effects on things: gained, mended, filled up, gone.

use boneyard_content::Amount;
use boneyard_table::{Cx, RuleId, Who};

use super::Source;
use crate::DeadWeight;
use crate::book::{Gain, Refill, formula};
use crate::fact::{GearFact, HurtFact};
use crate::gear::{stowed, ware};
use crate::state::{Item, ItemSheet, Place};

/// A thing is there for the one who has room for it.
pub(super) fn got(cx: &mut Cx<'_, DeadWeight>, source: Source<'_>, who: Who, gain: &Gain) {
    let Some((mut sheet, mut item)) = ware(cx.book(), &gain.item) else { return };
    if let Some(called) = &gain.called {
        sheet.name.clone_from(called);
    }
    let die = gain.left.as_deref().and_then(|left| left.strip_prefix("Ud")?.parse().ok());
    // Enough for one use is a thing without a die.
    item.die = die.unwrap_or(if gain.left.is_some() { 0 } else { item.die });
    item.count = gain.count;
    give(cx, who, sheet, item, source.rule);
}

/// Gives somebody a thing: on a stack of the same, or where there is room; otherwise it is lost.
pub fn give(cx: &mut Cx<'_, DeadWeight>, who: Who, sheet: ItemSheet, item: Item, rule: RuleId) {
    match stowed(cx.at(), who, &sheet, item, false) {
        Some(item) => cx.record(rule, GearFact::Got { who, sheet, item }.into()),
        None => {
            let why = format!("there is no room for the {}", sheet.name);
            cx.record(rule, HurtFact::Nothing { who, why: why.into() }.into());
        }
    }
}

/// Mends what was named: a broken thing, or AP up to what it had when new.
pub(super) fn repair(cx: &mut Cx<'_, DeadWeight>, source: Source<'_>, amount: &Amount<String>) {
    let Source { by: who, rule, .. } = source;
    let Some(item) = source.item else { return };
    let Some(now) = cx.state().live(who).items.get(usize::from(item)).copied() else { return };
    if !amount.is("AP") {
        if now.broken {
            cx.record(rule, GearFact::Broken { who, item, broken: false }.into());
        }
        return;
    }
    let kind = cx.state().sheet(who).items[usize::from(item)].kind;
    let full = kind.and_then(|kind| cx.book().armor.get(kind.as_str())).map_or(0, |row| row.ap);
    let more = formula(&amount.dice).map_or(1, |read| u8::try_from(read.plus).unwrap_or(1));
    let to = now.ap.saturating_add(more).min(full);
    if to > now.ap {
        cx.record(rule, HurtFact::Ap { who, item, from: now.ap, to }.into());
    }
}

/// A lantern of the same owner burns on a full die again.
pub(super) fn refill(cx: &mut Cx<'_, DeadWeight>, who: Who, refill: &Refill, rule: RuleId) {
    let one = cx.state().one(who);
    let mut things = one.sheet.items.iter().zip(&one.live.items);
    let lamp = things.position(|(sheet, now)| sheet.name == refill.item && now.place != Place::Gone);
    if let Some(item) = lamp {
        let (from, to) = (cx.state().live(who).items[item].die, refill.up_to.0);
        let item = item as u8;
        if from < to {
            cx.record(rule, GearFact::Die { who, item, from, to }.into());
        }
    }
}

/// All that is in slots and notes is gone, coins too; clothes stay.
pub(super) fn void(cx: &mut Cx<'_, DeadWeight>, who: Who, rule: RuleId) {
    let book = cx.book();
    let clothes = |kind: Option<RuleId>| {
        let row = kind.and_then(|kind| book.gear.get(kind.as_str()));
        row.is_some_and(|row| row.roles.iter().any(|role| role == "clothing"))
    };
    let things: Vec<(u8, Place)> = {
        let one = cx.state().one(who);
        let all = one.sheet.items.iter().zip(&one.live.items).enumerate();
        let kept = all.filter(|(_, (sheet, now))| now.place != Place::Gone && !clothes(sheet.kind));
        kept.map(|(number, (_, now))| (number as u8, now.place)).collect()
    };
    for (item, from) in things {
        cx.record(rule, GearFact::Placed { who, item, from, to: Place::Gone, wielded: false }.into());
    }
    cx.record(rule, GearFact::Coins { who, silver: 0, gold: 0, counterfeit: 0 }.into());
}
