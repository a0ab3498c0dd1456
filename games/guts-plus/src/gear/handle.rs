//! Things somebody has, by name, and what becomes of them: more of it, less of it, too much of it. What people do with
//! things is in `carry`, `wear` and `hands`, what the GM says of them in `word`.

use boneyard_table::deed::{Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Who};

use super::slots::{capacity, filled};
use crate::GutsPlus;
use crate::fact::GearFact;
use crate::form;
use crate::question::PutDown;
use crate::rules;
use crate::state::{Item, ItemSheet, State};

pub(super) fn nobody(rule: RuleId) -> Refusal {
    Refusal::new(rule, "nobody", "There is nobody like that here.")
}

/// A thing somebody has, by name; one that is not worn before one that is.
pub(super) fn found(state: &State, who: Who, name: &str) -> Option<u8> {
    let one = state.creature(who)?;
    let there = |at: &usize| one.live.items.get(*at).is_some_and(|item| !item.gone && item.count > 0);
    let all = (0..one.sheet.items.len())
        .filter(|at| one.sheet.items[*at].name.eq_ignore_ascii_case(name.trim()))
        .filter(there);
    all.min_by_key(|at| one.live.items[*at].worn).map(|at| at as u8)
}

/// The same, or a refusal.
pub(super) fn find(may: May<'_, GutsPlus>, who: Who, name: &str) -> Lawful<u8> {
    match found(may.state, who, name) {
        Some(item) => Ok(item),
        None => may.no(|| {
            let sentence = format!("{} has no {}.", may.state.name(who), name.trim());
            Refusal::new(rules::GP_ITEM_12, "not-here", sentence)
        }),
    }
}

/// The things somebody has of which this holds, by name.
pub(super) fn things(
    state: &State,
    who: Who,
    among: impl Fn(&ItemSheet, &Item) -> bool,
) -> Vec<(String, String)> {
    let all = state.creature(who).into_iter().flat_map(|one| one.sheet.items.iter().zip(&one.live.items));
    let fit = all.filter(|(sheet, item)| !item.gone && item.count > 0 && among(sheet, item));
    form::names(fit.map(|(sheet, _)| sheet.name.as_str()))
}

/// The field `who`, for those who have such a thing.
pub(super) fn owner(
    form: &mut Filling<'_, GutsPlus>,
    among: impl Fn(&ItemSheet, &Item) -> bool,
) -> Filled<Who> {
    let who = form.actor()?;
    form.only_if(!things(form.state, who, among).is_empty())?;
    Ok(who)
}

/// The field `item`, with those of which this holds; it was called `thing`.
pub(super) fn item(
    form: &mut Filling<'_, GutsPlus>,
    who: Who,
    among: impl Fn(&ItemSheet, &Item) -> bool,
) -> Filled<String> {
    form.was_called("item", "thing");
    form.one_of("item", "What", things(form.state, who, among))
}

/// The field `thing`, with those of which this holds.
pub(super) fn thing(
    form: &mut Filling<'_, GutsPlus>,
    who: Who,
    among: impl Fn(&ItemSheet, &Item) -> bool,
) -> Filled<String> {
    form.one_of("thing", "What", things(form.state, who, among))
}

pub(super) fn now(cx: &mut Cx<'_, GutsPlus>, rule: RuleId, who: Who, item: u8, to: Item) {
    let from = cx.state().live(who).items[usize::from(item)].clone();
    if from != to {
        cx.record(rule, GearFact::Now { who, item, from, to }.into());
    }
}

pub(super) fn gains(cx: &mut Cx<'_, GutsPlus>, rule: RuleId, who: Who, sheet: ItemSheet, count: u8) {
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

pub(super) fn spends(cx: &mut Cx<'_, GutsPlus>, rule: RuleId, who: Who, item: u8, count: u8) {
    let own = cx.state().live(who).items[usize::from(item)].clone();
    let left = own.count.saturating_sub(count);
    let hand = own.hand.filter(|_| left > 0);
    let worn = own.worn && left > 0;
    now(cx, rule, who, item, Item { count: left, gone: left == 0, hand, worn, ..own });
}

/// Puts down what does not fit any more; the player says what.
pub(super) fn sheds(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
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
