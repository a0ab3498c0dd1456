//! What heroes do with what a file has prepared: tries, looking around, opening holders. The shared commands are built on these.

use boneyard_table::{Cx, Flow, Refusal, Who, refuse};

use super::effect::run;
use super::fact::WorldFact;
use super::fill::file;
use super::scope::{Scope, is_place, listed};
use super::settle::settle;
use super::test::{all_hold, is_called};
use super::thing::place_of;
use super::time::{DAY, advance, seconds};
use super::world::Where;
use super::worldly::{Came, Worldly};
use crate::adventure::{Again, Catches, Lock, SetOff};
use crate::name::{HeldName, kind};
use crate::part::Ref;

/// Somebody tries something the place offers, by its id.
pub fn attempt<G: Worldly>(cx: &mut Cx<'_, G>, who: Who, what: &str) -> Flow {
    let rule = G::RULES.adventure;
    // The same words for what is not there and for what nobody found.
    let no = || refuse(Refusal::new(rule, "no-such-try", "There is nothing like that to try here."));
    let Some(here) = place_of(cx.at(), who) else { return no() };
    let key = here.adventure.clone();
    let Some(file) = file(cx, &key) else { return no() };
    let Some(row) = file.tries.iter().find(|row| row.id.as_str() == what) else { return no() };
    let scope = Scope { adventure: Some(key.clone()), here: Some(here.clone()), actor: Some(who) };
    let world = G::world(cx.state());
    let Some(running) = world.running(&key) else { return no() };
    let is_here =
        row.r#where.is_none() || row.r#where.iter().any(|word| is_place(world, word.as_str(), &here, &scope));
    if !is_here || !all_hold(cx.at(), &row.r#if, &scope) {
        return no();
    }
    let visit = running.places.get(&here.place).map_or(0, |now| now.visits);
    let day = world.now.0 / DAY;
    let may = match running.tried.get(row.id.as_str()) {
        None => true,
        Some(often) => match row.again {
            Again::Once => false,
            Again::Always => true,
            Again::EachHero => !often.by.contains(&who),
            Again::EachVisit => often.visit != visit,
            Again::EachDay => often.day != day,
            Again::Times(most) => often.times < u32::from(most),
        },
    };
    if !may {
        return refuse(Refusal::new(rule, "tried", "That was tried already."));
    }
    if !row.needs.is_empty() && !has_one(cx, who, &scope, &row.needs) {
        let needs: Vec<&str> = row.needs.iter().map(HeldName::as_str).collect();
        return refuse(Refusal::new(rule, "needs", format!("That needs {}.", needs.join(" or "))));
    }
    let came = match &row.check {
        Some(check) => checked(cx, who, &scope, check)?,
        None => Came { passed: true, word: None },
    };
    let fact = WorldFact::Tried { key, what: row.id.shared(), who, day, visit, passed: came.passed };
    cx.record(rule, fact.into());
    if let Some(takes) = &row.takes {
        let to = G::world(cx.state()).now.later(seconds(cx, takes.as_str())?);
        advance(cx, to)?;
    }
    let named = came.word.and_then(|word| row.outcomes.iter().find(|(name, _)| name.as_str() == word));
    let effects = match named {
        Some((_, effects)) => effects,
        None if came.passed => &row.passed,
        None => &row.failed,
    };
    run(cx, effects, &scope, &mut 0)?;
    settle(cx)
}

/// Somebody looks around: what is hidden here is found, by the check it names.
pub fn search<G: Worldly>(cx: &mut Cx<'_, G>, who: Who) -> Flow {
    let rule = G::RULES.adventure;
    let Some(here) = place_of(cx.at(), who) else {
        return refuse(Refusal::new(rule, "nowhere", "They are nowhere."));
    };
    let scope = Scope { adventure: Some(here.adventure.clone()), here: Some(here.clone()), actor: Some(who) };
    cx.record(rule, WorldFact::Searched(here.clone(), who).into());
    if let Some(file) = file(cx, &here.adventure) {
        for (number, way) in (0..).zip(&file.way) {
            let ends = way.between.iter().any(|end| end.as_str() == &*here.place);
            let known = G::world(cx.state())
                .running(&here.adventure)
                .is_some_and(|running| running.ways.contains(&number));
            if let Some(find) = way.hidden.as_ref().and_then(|hidden| hidden.find.as_ref())
                && ends
                && !known
                && checked(cx, who, &scope, find)?.passed
            {
                cx.record(rule, WorldFact::WayFound(here.adventure.clone(), number).into());
            }
        }
        let place = file.place.iter().find(|row| row.id.as_str() == &*here.place);
        let hidden: Vec<u32> = G::world(cx.state())
            .heaps
            .iter()
            .filter(|(_, heap)| !heap.found && heap.at == Where::Place(here.clone()))
            .map(|(number, _)| *number)
            .collect();
        for lies in place.iter().flat_map(|place| &place.lies) {
            let Some(find) = lies.0.hidden.as_ref().and_then(|hidden| hidden.find.as_ref()) else { continue };
            let heap = hidden.iter().copied().find(|number| {
                let heap = G::world(cx.state()).heaps.get(number).filter(|heap| !heap.found);
                let name = lies.0.is.as_ref().map(|is| is.as_str()).or(lies
                    .0
                    .name
                    .as_ref()
                    .map(|name| name.as_str()));
                heap.is_some_and(|heap| {
                    name.is_some_and(|name| is_called::<G>(cx.at(), &scope, &heap.what, name))
                })
            });
            if let Some(heap) = heap
                && checked(cx, who, &scope, find)?.passed
            {
                cx.record(rule, WorldFact::Found(heap).into());
            }
        }
    }
    settle(cx)
}

/// Somebody opens a holder that stands here: its lock, its trap, what is in it.
pub fn open_holder<G: Worldly>(cx: &mut Cx<'_, G>, who: Who, holder: &str) -> Flow {
    let rule = G::RULES.adventure;
    let no = || refuse(Refusal::new(rule, "no-such-holder", "There is nothing like that to open here."));
    let Some(here) = place_of(cx.at(), who) else { return no() };
    let key = here.adventure.clone();
    let Some(file) = file(cx, &key) else { return no() };
    let is = |row: &&crate::adventure::Holder<G>| {
        row.id.as_str() == holder && row.r#where.as_str() == &*here.place
    };
    let Some(row) = file.holder.iter().find(is).filter(|row| row.hidden.is_none()) else { return no() };
    let Some(running) = G::world(cx.state()).running(&key) else { return no() };
    if running.opened.contains(holder) {
        return refuse(Refusal::new(rule, "open", "It is open already."));
    }
    let scope = Scope { adventure: Some(key.clone()), here: Some(here.clone()), actor: Some(who) };
    if let Some(lock) = &row.lock
        && !unlocked(cx, who, &scope, lock)?
    {
        return settle(cx);
    }
    for trap in file.trap.iter().filter(|trap| trap.on.as_ref().is_some_and(|on| on.as_str() == holder)) {
        let armed = G::world(cx.state())
            .running(&key)
            .is_some_and(|running| !running.sprung.contains(trap.id.as_str()));
        if !trap.set_off.contains(&SetOff::Open) || !(armed || trap.resets) {
            continue;
        }
        cx.record(rule, WorldFact::Sprung(key.clone(), trap.id.shared(), who).into());
        let caught = match trap.catches {
            Catches::Everyone => listed(cx.at(), "@everyone", &scope),
            _ => vec![who],
        };
        let harm = match &trap.does {
            Some(Ref::Written(harm)) => Some(harm),
            Some(Ref::Named(word)) => file.cast.own.as_ref().and_then(|cast| cast.harms.get(word.as_str())),
            None => None,
        };
        if let Some(harm) = harm {
            G::harm(cx, &caught, harm)?;
        }
        run(cx, &trap.then, &scope, &mut 0)?;
    }
    cx.record(rule, WorldFact::HolderOpened(key.clone(), row.id.shared(), who).into());
    let inside = Where::In { adventure: key, holder: row.id.shared() };
    let lies: Vec<u32> =
        super::thing::things_of(G::world(cx.state()), &inside).map(|(number, _)| number).collect();
    for heap in lies {
        cx.record(rule, WorldFact::Found(heap).into());
    }
    settle(cx)
}

/// Whether a lock opens: by a key, or by picking it.
fn unlocked<G: Worldly>(cx: &mut Cx<'_, G>, who: Who, scope: &Scope, lock: &Lock<G>) -> Flow<bool> {
    if has_one(cx, who, scope, &lock.keys) {
        return Ok(true);
    }
    match &lock.pick {
        Some(pick) => Ok(checked(cx, who, scope, pick)?.passed),
        None => refuse(Refusal::new(G::RULES.adventure, "locked", "It is locked.")),
    }
}

fn has_one<G: Worldly>(cx: &Cx<'_, G>, who: Who, scope: &Scope, names: &[HeldName]) -> bool {
    let carried = G::carried(cx.at(), who);
    names.iter().any(|name| carried.iter().any(|thing| is_called::<G>(cx.at(), scope, thing, name.as_str())))
}

/// Rolls a check that is written out or a word of the cast.
fn checked<G: Worldly>(
    cx: &mut Cx<'_, G>,
    who: Who,
    scope: &Scope,
    check: &Ref<G::Check, kind::Checks>,
) -> Flow<Came> {
    let check = match check {
        Ref::Written(check) => Some(check),
        Ref::Named(word) => {
            let own = scope.adventure.as_ref().and_then(|own| file(cx, own));
            own.and_then(|file| file.cast.own.as_ref()?.checks.get(word.as_str()))
        }
    };
    match check {
        Some(check) => G::check(cx, who, check),
        None => Ok(Came { passed: true, word: None }),
    }
}
