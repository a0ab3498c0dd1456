//! What heroes do with what a file has prepared: tries, looking around, opening holders and doors. The shared commands are built
//! on these; whether they may is looked at there.

use boneyard_table::{Cx, Flow, Who};

use super::effect::run;
use super::fact::WorldFact;
use super::fill::{file, holder_at};
use super::go::Leads;
use super::guard::set_off;
use super::outcome::{checked, has_one, what_came};
use super::scope::Scope;
use super::seen::is_try_here;
use super::settle::settle;
use super::test::is_called;
use super::thing::{place_of, things_of};
use super::time::{DAY, seconds};
use super::world::{Id, PlaceKey, Where};
use super::worldly::{Came, Stack, Worldly};
use crate::adventure::{Holder, Lock, SetOff, Try};

/// Somebody tries something the place offers.
pub(super) fn attempt<G: Worldly>(cx: &mut Cx<'_, G>, who: Who, here: &PlaceKey, row: &Try<G>) -> Flow {
    if let Some(takes) = &row.takes {
        let to = G::world(cx.state()).now.later(seconds(cx, takes.as_str())?);
        G::passes(cx, to)?;
    }
    resolve_try(cx, who, here, row)?;
    settle(cx)
}

/// What comes of trying something, once its time has passed.
pub(super) fn resolve_try<G: Worldly>(cx: &mut Cx<'_, G>, who: Who, here: &PlaceKey, row: &Try<G>) -> Flow {
    let (rule, key) = (G::CITES.adventure, here.adventure.clone());
    let scope = Scope { adventure: Some(key.clone()), here: Some(here.clone()), actor: Some(who) };
    // What happened meanwhile may have taken them elsewhere, or taken it away.
    if place_of(cx.at(), who).as_ref() != Some(here) || !is_try_here(cx.at(), here, Some(who), row) {
        return Ok(());
    }
    let came = match &row.check {
        Some(check) => checked(cx, who, &scope, check)?,
        None => Came::of(true),
    };
    let world = G::world(cx.state());
    let visit = visits(cx, here);
    let fact = WorldFact::Tried {
        key,
        what: row.id.shared(),
        who,
        day: world.now.0 / DAY,
        visit,
        passed: came.passed,
        word: came.word.map(Id::from),
    };
    cx.record(rule, fact.into());
    let effects = what_came(&came, &row.outcomes, &row.passed, &row.failed);
    run(cx, effects, &scope, &mut 0)
}

/// How often heroes came into a place.
fn visits<G: Worldly>(cx: &Cx<'_, G>, here: &PlaceKey) -> u32 {
    let running = G::world(cx.state()).running(&here.adventure);
    running.and_then(|running| running.places.get(&here.place)).map_or(0, |now| now.visits)
}

/// Somebody looks around: what is hidden here is found, by the check it names or by the game's own rule.
pub(super) fn search<G: Worldly>(cx: &mut Cx<'_, G>, who: Who, here: &PlaceKey) -> Flow {
    let rule = G::CITES.adventure;
    let key = here.adventure.clone();
    let scope = Scope { adventure: Some(key.clone()), here: Some(here.clone()), actor: Some(who) };
    cx.record(rule, WorldFact::Searched(here.clone(), who).into());
    let Some(file) = file(cx, &key) else { return settle(cx) };
    for (number, way) in (0..).zip(&file.way) {
        let ends = way.between.iter().any(|end| end.as_str() == &*here.place);
        let known = G::world(cx.state()).running(&key).is_some_and(|running| running.ways.contains(&number));
        if let Some(hidden) = way.hidden.as_ref().filter(|_| ends && !known)
            && found(cx, who, &scope, hidden)?
        {
            cx.record(rule, WorldFact::WayFound(key.clone(), number).into());
        }
    }
    for holder in &file.holder {
        let there = G::world(cx.state()).running(&key).is_some_and(|running| {
            !running.noticed.contains(holder.id.as_str()) && holder_at(running, &key, holder) == *here
        });
        if let Some(hidden) = holder.hidden.as_ref().filter(|_| there)
            && found(cx, who, &scope, hidden)?
        {
            cx.record(rule, WorldFact::Noticed(key.clone(), holder.id.shared()).into());
        }
    }
    for trap in file.trap.iter().filter(|trap| trap.r#where.as_str() == &*here.place) {
        let known = G::world(cx.state()).running(&key).is_none_or(|running| {
            running.noticed.contains(trap.id.as_str()) || running.sprung.contains(trap.id.as_str())
        });
        if let Some(find) = trap.find.as_ref().filter(|_| !known)
            && checked(cx, who, &scope, find)?.passed
        {
            cx.record(rule, WorldFact::Noticed(key.clone(), trap.id.shared()).into());
        }
    }
    let place = file.place.iter().find(|row| row.id.as_str() == &*here.place);
    let lies_hidden: Vec<u32> = G::world(cx.state())
        .heaps
        .iter()
        .filter(|(_, heap)| heap.found.is_none() && heap.at.lies_at() == Some(here))
        .map(|(number, _)| *number)
        .collect();
    for lies in place.iter().flat_map(|place| &place.lies) {
        let Some(hidden) = &lies.0.hidden else { continue };
        let heap = lies_hidden.iter().copied().find(|number| {
            let heap = G::world(cx.state()).heaps.get(number).filter(|heap| heap.found.is_none());
            let id = lies.0.id.as_ref().map(|id| id.as_str());
            let is = lies.0.is.as_ref().map(|is| is.as_str());
            let name = id.or(is).or(lies.0.name.as_ref().map(|name| name.as_str()));
            let coins = lies.0.coins.is_some();
            heap.is_some_and(|heap| match name {
                Some(name) => is_called::<G>(cx.at(), &scope, &heap.what, name),
                None => coins && heap.what.coin().is_some(),
            })
        });
        if let Some(heap) = heap
            && found(cx, who, &scope, hidden)?
        {
            cx.record(rule, WorldFact::Found(heap).into());
        }
    }
    G::searched(cx, who, here)?;
    settle(cx)
}

/// Whether somebody finds what is hidden so.
fn found<G: Worldly>(
    cx: &mut Cx<'_, G>,
    who: Who,
    scope: &Scope,
    hidden: &crate::adventure::Hidden<G>,
) -> Flow<bool> {
    match (&hidden.find, hidden.level) {
        (Some(find), _) => Ok(checked(cx, who, scope, find)?.passed),
        (None, Some(level)) => G::finds(cx, who, level),
        (None, None) => Ok(false),
    }
}

/// Somebody opens a holder that stands here: its lock, its trap, what is in it.
pub(super) fn open_holder<G: Worldly>(
    cx: &mut Cx<'_, G>,
    who: Who,
    here: &PlaceKey,
    key: &Id,
    row: &Holder<G>,
) -> Flow {
    let rule = G::CITES.adventure;
    if let Some(lock) = &row.lock {
        let open =
            G::world(cx.state()).running(key).is_some_and(|now| now.unlocked.contains(row.id.as_str()));
        if !open && !unlock(cx, who, here, key, lock)? {
            return settle(cx);
        }
        if !open {
            cx.record(rule, WorldFact::Unlocked(key.clone(), row.id.shared(), who).into());
        }
    }
    set_off(cx, who, here, SetOff::Open, Some(row.id.as_str()))?;
    cx.record(rule, WorldFact::HolderOpened(key.clone(), row.id.shared(), who).into());
    let inside = Where::In { adventure: key.clone(), holder: row.id.shared() };
    let lies: Vec<u32> = things_of(G::world(cx.state()), &inside).map(|(number, _)| number).collect();
    for heap in lies {
        cx.record(rule, WorldFact::Found(heap).into());
    }
    settle(cx)
}

/// Somebody opens the door of a way, with its lock.
pub(super) fn open_way<G: Worldly>(
    cx: &mut Cx<'_, G>,
    who: Who,
    here: &PlaceKey,
    leads: &Leads<'_, G>,
) -> Flow {
    let rule = G::CITES.adventure;
    let door = |open, locked| WorldFact::Door { key: leads.key.clone(), way: leads.number, open, locked };
    if leads.is_locked(cx.at()) {
        if let Some(lock) = &leads.way.lock
            && !unlock(cx, who, here, &leads.key, lock)?
        {
            return settle(cx);
        }
        cx.record(rule, door(None, Some(false)).into());
    }
    if let Some(id) = &leads.way.id {
        set_off(cx, who, here, SetOff::Open, Some(id.as_str()))?;
        cx.record(rule, WorldFact::WayOpened(leads.key.clone(), id.shared(), who).into());
    }
    cx.record(rule, door(Some(true), None).into());
    settle(cx)
}

/// Whether somebody gets a lock open: with a key, by the check that is written for it, or by the game's own rule.
pub(super) fn unlock<G: Worldly>(
    cx: &mut Cx<'_, G>,
    who: Who,
    here: &PlaceKey,
    key: &Id,
    lock: &Lock<G>,
) -> Flow<bool> {
    let scope = Scope { adventure: Some(key.clone()), here: Some(here.clone()), actor: Some(who) };
    if has_one(cx.at(), who, &scope, &lock.keys) {
        return Ok(true);
    }
    match (&lock.pick, lock.level) {
        (Some(pick), _) => Ok(checked(cx, who, &scope, pick)?.passed),
        (None, Some(level)) => G::picks(cx, who, level),
        (None, None) => Ok(false),
    }
}

/// Whether there is any way for somebody to get a lock open.
pub(super) fn can_try_lock<G: Worldly>(
    at: boneyard_table::At<'_, G>,
    who: Who,
    here: &PlaceKey,
    key: &Id,
    lock: &Lock<G>,
) -> bool {
    let scope = Scope { adventure: Some(key.clone()), here: Some(here.clone()), actor: Some(who) };
    lock.pick.is_some() || lock.level.is_some() || has_one(at, who, &scope, &lock.keys)
}
