//! Useful things in play: what is used up, what is filled, what gives light.

use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Who};

use super::{HOUR, owned};
use crate::DirkRules;
use crate::book::{PoolKind, Power};
use crate::check::Difficulty;
use crate::combat::afflict;
use crate::effect::{self, Deed, Effect, Light, Use};
use crate::fact::Fact;
use crate::gear::wares;
use crate::health::out;
use crate::rules;
use crate::state::{Affliction, Ends, Last, Lasting, Lasts, MOST_THINGS, Place, Wear};

/// One of several is used up; with the last one the thing is gone.
pub(crate) fn use_up(cx: &mut Cx<'_, DirkRules>, who: Who, row: &Power) {
    let Some(item) = owned(cx.at(), cx.book(), who).find(|(_, one)| one.id == row.id).map(|(item, _)| item)
    else {
        return;
    };
    let from = cx.state().live(who).items[usize::from(item)].pool;
    cx.record(row.id, Fact::Pool { who, item, from, to: from - 1 });
    if from == 1 {
        cx.record(row.id, Fact::Placed { who, item, place: Place::Gone, drew: false });
    }
}

/// The weapon of somebody that a pack or a cell fits: where in the list, what is left, how much it holds.
fn fillable(at: At<'_, DirkRules>, who: Who, name: &str, kind: PoolKind) -> Option<(u8, u8, u8)> {
    let things = at.state.sheet(who).items.iter().zip(&at.state.live(who).items);
    (0u8..).zip(things).find_map(|(number, (item, now))| {
        let pool = at.book.weapons.get(item.kind?.as_str())?.pool.filter(|pool| pool.kind == kind)?;
        let fits =
            item.name == name && now.place != Place::Gone && now.wear == Wear::Whole && now.pool < pool.size;
        fits.then_some((number, now.pool, pool.size))
    })
}

/// The gun in hand that has run dry, by name, if this is what fills it.
pub(crate) fn dry<'a>(at: At<'a, DirkRules>, who: Who, row: &Power, way: &Use) -> Option<&'a str> {
    let fills =
        |effect: &Effect| matches!(effect, Effect::Restore(much) if much.is("ammo") || much.is("charges"));
    if !way.effects.iter().any(fills) {
        return None;
    }
    let things = at.state.sheet(who).items.iter().zip(&at.state.live(who).items);
    let mut empty = things.filter(|(_, now)| now.place == Place::Hand && now.pool == 0);
    empty
        .find(|(item, _)| fillable(at, who, &item.name, refills(row)).is_some())
        .map(|(item, _)| item.name.as_str())
}

/// What a pack or a cell refills.
fn refills(row: &Power) -> PoolKind {
    let charges = |effect: &Effect| matches!(effect, Effect::Restore(much) if much.is("charges"));
    let cell = row.uses.iter().flat_map(|way| &way.effects).any(charges);
    if cell { PoolKind::Charges } else { PoolKind::Ammo }
}

/// Refuses to fill what does not take it, or is full.
pub(super) fn may_refill(at: At<'_, DirkRules>, who: Who, row: &Power, name: &str) -> Result<(), Refusal> {
    if fillable(at, who, name, refills(row)).is_some() {
        return Ok(());
    }
    let sentence = format!("The {} fills no {name}: it takes something else, or is full.", row.name);
    Err(Refusal::new(row.id, "no-fit", sentence))
}

/// Fills a weapon, never beyond what it holds.
pub(crate) fn refill(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, amount: u16) {
    let who = deed.by;
    let Some(row) = cx.book().power(deed.rule) else {
        return;
    };
    if let Some((item, from, size)) = fillable(cx.at(), who, deed.say, refills(row)) {
        let to = amount.min(size.into()) as u8;
        cx.cite(rules::DK_WEAR_04);
        cx.cite(rules::DK_FIX_03H);
        cx.record(deed.rule, Fact::Pool { who, item, from, to });
    }
}

/// Refuses to bind somebody who does not hold still.
pub(super) fn may_bind(
    at: At<'_, DirkRules>,
    who: Who,
    row: &Power,
    way: &Use,
    targets: &[Who],
) -> Result<(), Refusal> {
    let binds = way.effects.iter().any(|effect| matches!(effect, Effect::Hold(_)));
    let Some(&target) = targets.first().filter(|_| binds) else {
        return Ok(());
    };
    let live = at.state.live(target);
    if live.held_by == Some(who) || live.surrendered || out(at.state, target) {
        return Ok(());
    }
    let sentence = format!("{} does not hold still: grapple them first.", at.state.sheet(target).name);
    Err(Refusal::new(row.id, "not-held", sentence))
}

/// Puts somebody in something locked.
pub(crate) fn bind(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>) -> Flow {
    let Deed { by, on, rule, .. } = deed;
    let effect = Lasting { by: rule, from: by, what: Lasts::Locked, ends: Ends::At(u32::MAX) };
    cx.record(rule, Fact::Lasts { who: on, effect });
    cx.within((by, on, rule), |cx| afflict(cx, rule, on, Affliction::Entangled, Some(by)))
}

/// What somebody is locked in: the entry, who has the key, how hard it is to escape.
pub(crate) fn lock_of(at: At<'_, DirkRules>, who: Who) -> Option<(RuleId, Who, Difficulty)> {
    let lock = at.state.live(who).lasting.iter().find(|known| known.what == Lasts::Locked)?;
    let effects = at.book.power(lock.by)?.uses.iter().flat_map(|way| &way.effects);
    let escape = effects.into_iter().find_map(|effect| match effect {
        Effect::Hold(hold) => Some(hold.escape),
        _ => None,
    })?;
    Some((lock.by, lock.from, escape))
}

/// The lock is off; whoever opened it with the key has the thing back.
pub(crate) fn unlock(cx: &mut Cx<'_, DirkRules>, who: Who, by: Option<Who>) {
    let lock = cx.state().live(who).lasting.iter().find(|known| known.what == Lasts::Locked);
    let Some(effect) = lock.cloned() else {
        return;
    };
    let rule = effect.by;
    cx.record(rule, Fact::LastsNoMore { who, effect });
    let name = cx.book().power(rule).map_or("", |row| row.name.as_str());
    let back = wares(cx.book(), name).zip(by);
    if let Some(((sheet, item, _), by)) =
        back.filter(|(_, by)| cx.state().sheet(*by).items.len() < MOST_THINGS)
    {
        cx.record(rule, Fact::Got { who: by, sheet, item });
    }
}

/// A light about its bearer, or one that is seen from afar.
pub(crate) fn light(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, light: &Light) -> Flow {
    let hours = match &light.lasts {
        Some(much) => u32::from(effect::size(cx, deed, much)?),
        None => 0,
    };
    if let Some(much) = &light.seen {
        let miles = effect::size(cx, deed, much)?;
        let outcome = format!("seen {miles} miles away");
        cx.record(deed.rule, Fact::Outcome(Last { outcome, dice: Vec::new() }));
    }
    if let Some(much) = &light.radius {
        let feet = effect::size(cx, deed, much)?;
        let until = if hours == 0 { u32::MAX } else { cx.state().clock.saturating_add(hours * HOUR) };
        let effect =
            Lasting { by: deed.rule, from: deed.by, what: Lasts::Light(feet), ends: Ends::At(until) };
        cx.record(deed.rule, Fact::Lasts { who: deed.on, effect });
    }
    Ok(())
}
