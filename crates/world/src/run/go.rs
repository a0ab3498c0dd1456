//! Going from place to place: the way's check, its time, and coming in.

use boneyard_table::{Cx, Flow, Refusal, Who, refuse};

use super::effect::run;
use super::fact::{Told, WorldFact};
use super::fill::{file, fill, meet};
use super::scope::Scope;
use super::settle::settle;
use super::test::all_hold;
use super::thing::place_of;
use super::time::{advance, seconds};
use super::world::PlaceKey;
use super::worldly::Worldly;
use crate::adventure::Way;
use crate::part::Ref;

/// Several people who stand together go a way together, by the place it leads to. Those who do not get through stay.
pub fn go<G: Worldly>(cx: &mut Cx<'_, G>, who: &[Who], to: &PlaceKey) -> Flow {
    // The same words for a way that is not there and for one nobody found.
    let no = || refuse(Refusal::new(G::RULES.going, "no-way", "No way leads there from here."));
    let Some(first) = who.first() else { return no() };
    let Some(here) = place_of(cx.at(), *first) else { return no() };
    if who.iter().any(|one| place_of(cx.at(), *one).as_ref() != Some(&here)) {
        let sentence = "They do not stand together.";
        return refuse(Refusal::new(G::RULES.going, "apart", sentence));
    }
    let Some((_, way)) = ways::<G>(cx, &here).into_iter().find(|(leads, _)| leads == to) else { return no() };
    let mut through = who.to_vec();
    let mut took = 0;
    if let Some((number, way)) = way {
        if let Some(pass) = &way.pass {
            through.retain(|_| false);
            for one in who {
                let scope = Scope {
                    adventure: Some(here.adventure.clone()),
                    here: Some(here.clone()),
                    actor: Some(*one),
                };
                let free = pass.free_with.iter().any(|key| {
                    let carried = G::carried(cx.at(), *one);
                    carried
                        .iter()
                        .any(|thing| super::test::is_called::<G>(cx.at(), &scope, thing, key.as_str()))
                });
                let check = match &pass.check {
                    Ref::Written(check) => Some(check),
                    Ref::Named(word) => file(cx, &here.adventure)
                        .and_then(|file| file.cast.own.as_ref()?.checks.get(word.as_str())),
                };
                let passed = match check {
                    Some(check) if !free => G::check(cx, *one, check)?.passed,
                    _ => true,
                };
                if !passed {
                    run(cx, &pass.failed, &scope, &mut 0)?;
                }
                if passed || pass.through {
                    through.push(*one);
                }
            }
        }
        let changed = G::world(cx.state())
            .running(&here.adventure)
            .and_then(|running| running.takes.get(&number).copied());
        took = match (changed, &way.takes) {
            (Some(seconds), _) => seconds,
            (None, Some(span)) => seconds(cx, span.as_str())?,
            (None, None) => 0,
        };
    }
    if took > 0 {
        let to = G::world(cx.state()).now.later(took);
        advance(cx, to)?;
    }
    // Time, or what happened in it, may have taken some of them elsewhere.
    through.retain(|one| place_of(cx.at(), *one).as_ref() == Some(&here));
    for one in through {
        arrive(cx, one, to)?;
    }
    settle(cx)
}

/// Somebody is in a place: it is filled, they are in it, those in plain sight are met, its text is read.
pub fn arrive<G: Worldly>(cx: &mut Cx<'_, G>, who: Who, to: &PlaceKey) -> Flow {
    fill(cx, to)?;
    let visited = G::world(cx.state())
        .running(&to.adventure)
        .and_then(|running| running.places.get(&to.place).map(|now| now.visits))
        .unwrap_or(0);
    cx.record(G::RULES.going, WorldFact::Went { who, to: to.clone(), hero: true }.into());
    follow(cx, who, to);
    let met = meet(cx, to, None)?;
    let row =
        file(cx, &to.adventure).and_then(|file| file.place.iter().find(|row| row.id.as_str() == &*to.place));
    if let Some(row) = row {
        let text = if visited == 0 { Some(&row.text) } else { row.again.as_ref() };
        if let Some(text) = text.filter(|text| !text.as_str().is_empty()) {
            let told = Told { text: text.as_str().to_owned(), at: Some(to.clone()), gm: false };
            cx.record(G::RULES.adventure, WorldFact::Told(told).into());
        }
    }
    if met.is_empty() { Ok(()) } else { G::meets(cx, to, &met) }
}

/// Who follows somebody comes along.
fn follow<G: Worldly>(cx: &mut Cx<'_, G>, who: Who, to: &PlaceKey) {
    let world = G::world(cx.state());
    let waits = world.open.values().flat_map(|running| running.waits.values());
    let after = waits.filter(|waiting| waiting.follows == Some(who)).flat_map(|waiting| waiting.who.clone());
    let after: Vec<Who> =
        after.filter(|one| world.stands.get(one).is_some_and(|stand| stand.place != *to)).collect();
    for one in after {
        cx.record(G::RULES.going, WorldFact::Went { who: one, to: to.clone(), hero: false }.into());
    }
}

/// A way, by its place in the file.
type Numbered<'a, G> = (u16, &'a Way<G>);

/// Where ways lead from a place, as far as heroes can take them.
pub(super) fn ways<'a, G: Worldly>(
    cx: &Cx<'a, G>,
    here: &PlaceKey,
) -> Vec<(PlaceKey, Option<Numbered<'a, G>>)> {
    let world = G::world(cx.state());
    let mut all = Vec::new();
    let scope = Scope { adventure: Some(here.adventure.clone()), here: Some(here.clone()), actor: None };
    if let (Some(running), Some(file)) = (world.running(&here.adventure), file(cx, &here.adventure)) {
        for (number, way) in (0..).zip(&file.way) {
            let [one, other] = [way.between[0].as_str(), way.between[1].as_str()];
            let leads = if one == &*here.place {
                other
            } else if other == &*here.place && !way.one_way {
                one
            } else {
                continue;
            };
            let seen = way.hidden.is_none() || running.ways.contains(&number);
            if !seen || !way.only.is_empty() || !all_hold(cx.at(), &way.r#if, &scope) {
                continue;
            }
            let to = if leads == "out" {
                running.out.clone()
            } else {
                Some(PlaceKey::new(&here.adventure, leads))
            };
            all.extend(to.map(|to| (to, Some((number, way)))));
        }
    }
    // From where other adventures are joined to, ways lead into them.
    for key in &world.order {
        let Some(running) = world.running(key).filter(|running| running.out.as_ref() == Some(here)) else {
            continue;
        };
        let Some(file) = G::adventure(cx.book(), &running.file) else { continue };
        for (number, way) in (0..).zip(&file.way) {
            let [one, other] = [way.between[0].as_str(), way.between[1].as_str()];
            let leads = match (one, other) {
                ("out", other) => other,
                (one, "out") if !way.one_way => one,
                _ => continue,
            };
            let scope = Scope { adventure: Some(key.clone()), ..Scope::default() };
            let seen = way.hidden.is_none() || running.ways.contains(&number);
            if seen && way.only.is_empty() && all_hold(cx.at(), &way.r#if, &scope) {
                // The way's check and time are its own adventure's; on the way in it costs its time alone.
                all.push((PlaceKey::new(key, leads), None));
            }
        }
    }
    all
}
