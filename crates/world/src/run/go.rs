//! Going from place to place: which ways there are, their checks and their time, and coming in.

use boneyard_table::{At, Cx, Flow, Who};

use super::effect::run;
use super::fact::{Told, WorldFact};
use super::fill::{file, file_at, fill, grow, meet};
use super::guard::set_off;
use super::outcome::{checked, has_one, what_came};
use super::scope::{Scope, place};
use super::settle::settle;
use super::test::all_hold;
use super::thing::place_of;
use super::time::seconds;
use super::world::{Hauled, Id, PlaceKey, Where};
use super::worldly::{Stack, Worldly};
use crate::adventure::{SetOff, Way};

/// A way that can be taken from a place.
pub(super) struct Leads<'b, G: Worldly> {
    /// Where it leads.
    pub to: PlaceKey,
    /// The adventure in whose file it is.
    pub key: Id,
    /// Its place in that file.
    pub number: u16,
    /// The way.
    pub way: &'b Way<G>,
}

/// People who stand together go a way together. Those who do not get through stay.
pub(super) fn go<G: Worldly>(cx: &mut Cx<'_, G>, who: &[Who], leads: &Leads<'_, G>) -> Flow {
    let Some(here) = who.first().and_then(|first| place_of(cx.at(), *first)) else { return Ok(()) };
    let Leads { to, key, number, way } = leads;
    let mut through = who.to_vec();
    if let Some(pass) = &way.pass {
        through.clear();
        // Where not everybody rolls, the first does for all.
        let mut for_all = None;
        for one in who {
            let scope = Scope { adventure: Some(key.clone()), here: Some(here.clone()), actor: Some(*one) };
            let free = has_one(cx.at(), *one, &scope, &pass.free_with);
            let passed = match for_all {
                Some(passed) if !pass.each => passed,
                _ if free => true,
                _ => {
                    let came = checked(cx, *one, &scope, &pass.check)?;
                    let none = crate::adventure::Effects::default();
                    let effects = what_came(&came, &pass.outcomes, &none, &pass.failed);
                    run(cx, effects, &scope, &mut 0)?;
                    for_all = Some(came.passed);
                    came.passed
                }
            };
            if passed || pass.through {
                through.push(*one);
            }
        }
    }
    let running = G::world(cx.state()).running(key);
    let changed = running.and_then(|running| running.takes.get(number).copied());
    let joined = way.between.iter().any(|end| end.as_str() == "out");
    let far = running.filter(|_| joined).map_or(0, |running| running.far);
    let takes = match (changed, &way.takes) {
        (Some(seconds), _) => seconds,
        (None, Some(span)) => seconds(cx, span.as_str())?,
        (None, None) => 0,
    };
    let took = takes.saturating_add(far);
    if took > 0 {
        let to = G::world(cx.state()).now.later(took);
        G::passes(cx, to)?;
    }
    // Time, or what happened in it, may have taken some of them elsewhere.
    through.retain(|one| place_of(cx.at(), *one).as_ref() == Some(&here));
    for one in through {
        let world = G::world(cx.state());
        let hero = |who: &Who| world.stands.get(who).is_some_and(|stand| stand.hero);
        let train: Vec<Who> = world.train(one).into_iter().filter(|who| !hero(who)).collect();
        arrive(cx, one, to)?;
        for led in train {
            if place_of(cx.at(), led).as_ref() == Some(&here) {
                arrive(cx, led, to)?;
            }
        }
    }
    settle(cx)
}

/// Somebody is in a place: it is filled, they are in it, those in plain sight are met, its text is read. Whoever is no hero
/// only stands there.
pub fn arrive<G: Worldly>(cx: &mut Cx<'_, G>, who: Who, to: &PlaceKey) -> Flow {
    let hero = G::world(cx.state()).stands.get(&who).is_none_or(|stand| stand.hero);
    let rule = G::CITES.going;
    let before = G::world(cx.state()).stands.get(&who).cloned();
    if !hero {
        cx.record(rule, WorldFact::Went { who, to: to.clone(), hero: false }.into());
        along(cx, who, to);
        return Ok(());
    }
    grow(cx, &to.adventure);
    fill(cx, to)?;
    let visited = G::world(cx.state())
        .running(&to.adventure)
        .and_then(|running| running.places.get(&to.place).map(|now| now.visits))
        .unwrap_or(0);
    // What is set off by leaving by another way than one came is where they still are.
    if let Some(stand) = before
        && stand.from.as_ref().is_some_and(|from| from != to)
    {
        set_off(cx, who, &stand.place, SetOff::Cross, None)?;
    }
    cx.record(rule, WorldFact::Went { who, to: to.clone(), hero: true }.into());
    along(cx, who, to);
    set_off(cx, who, to, SetOff::Enter, None)?;
    let met = meet(cx, to, None)?;
    let row =
        file(cx, &to.adventure).and_then(|file| file.place.iter().find(|row| row.id.as_str() == &*to.place));
    if let Some(row) = row {
        let text = if visited == 0 { Some(&row.text) } else { row.again.as_ref() };
        if let Some(text) = text.filter(|text| !text.as_str().is_empty()) {
            let told = Told { text: text.as_str().to_owned(), at: Some(to.clone()), gm: false };
            cx.record(G::CITES.adventure, WorldFact::Told(told).into());
        }
        super::settle::hazards_on_entering(cx, who, to, row)?;
    }
    if met.is_empty() { Ok(()) } else { G::meets(cx, to, &met) }
}

/// What somebody leads along is where they are.
fn along<G: Worldly>(cx: &mut Cx<'_, G>, who: Who, to: &PlaceKey) {
    let led: Vec<(Id, Id)> = G::world(cx.state())
        .open
        .iter()
        .flat_map(|(key, running)| {
            let led = running.hauled.iter().filter(|(_, hauled)| hauled.by == Some(who));
            led.map(|(holder, _)| (key.clone(), holder.clone())).collect::<Vec<_>>()
        })
        .collect();
    for (key, holder) in led {
        let hauled = Hauled { at: to.clone(), by: Some(who) };
        cx.record(G::CITES.things, WorldFact::Hauled(key, holder, hauled).into());
    }
}

/// Ways from a place, as far as heroes can see them.
pub(super) fn ways<'b, G: Worldly>(
    state: &G::State,
    book: &'b G::Book,
    here: &PlaceKey,
) -> Vec<Leads<'b, G>> {
    let (at, world) = (At::<G> { state, book }, G::world(state));
    let mut all = Vec::new();
    for key in &world.order {
        let Some(running) = world.running(key) else { continue };
        // Other adventures are looked at only where they could lead to.
        let own = *key == here.adventure;
        let joined = running.out.as_ref() == Some(here);
        let Some(file) = G::adventure(book, &running.file) else { continue };
        if !own && !joined && !file.way.iter().any(|way| leads_out(way)) {
            continue;
        }
        let scope = Scope { here: Some(here.clone()), ..Scope::of(key) };
        let is_here = |end: &str| match end {
            "out" => joined,
            end if own && end == &*here.place => true,
            end => end.split_once('/').is_some_and(|(of, end)| of == &*here.adventure && end == &*here.place),
        };
        for (number, way) in (0..).zip(&file.way) {
            let [one, other] = [way.between[0].as_str(), way.between[1].as_str()];
            let leads = if is_here(one) {
                other
            } else if is_here(other) && !way.one_way {
                one
            } else {
                continue;
            };
            let seen = way.hidden.is_none() || running.ways.contains(&number);
            if !seen || !way.only.is_empty() || !all_hold(at, &way.r#if, &scope) {
                continue;
            }
            if let Some(to) = place(world, leads, &scope).filter(|to| is_place(at, to)) {
                all.push(Leads { to, key: key.clone(), number, way });
            }
        }
    }
    all
}

fn leads_out<G: Worldly>(way: &Way<G>) -> bool {
    way.between.iter().any(|end| end.as_str().contains('/'))
}

/// Whether there is such a place.
pub(super) fn is_place<G: Worldly>(at: At<'_, G>, place: &PlaceKey) -> bool {
    let file = file_at(at, &place.adventure);
    file.is_some_and(|file| file.place.iter().any(|row| row.id.as_str() == &*place.place))
}

impl<G: Worldly> Leads<'_, G> {
    /// Whether it is locked.
    pub fn is_locked(&self, at: At<'_, G>) -> bool {
        let door = self.door(at);
        door.locked.unwrap_or(self.way.lock.is_some())
    }

    /// Whether something has shut it that is no door, such as a bridge that fell.
    pub fn is_shut(&self, at: At<'_, G>) -> bool {
        self.way.door.is_none() && self.door(at).open == Some(false)
    }

    /// Whether there is a door that stands open, if there is one.
    pub fn is_open(&self, at: At<'_, G>) -> Option<bool> {
        let door = self.way.door.as_ref()?;
        Some(self.door(at).open.unwrap_or(door.open))
    }

    fn door(&self, at: At<'_, G>) -> super::world::DoorNow {
        let running = G::world(at.state).running(&self.key);
        running.and_then(|running| running.doors.get(&self.number).copied()).unwrap_or_default()
    }
}

/// What is where somebody can reach it, in the order of the numbers players know it by.
pub fn within_reach<'a, G: Worldly>(
    at: At<'a, G>,
    who: Who,
) -> impl Iterator<Item = (u32, u32, &'a super::world::Heap<G>)> + 'a {
    let here = place_of(at, who);
    let world = G::world(at.state);
    let reached = move |is: &Where| match (is, &here) {
        (Where::Square { place, square }, Some(here)) => place == here && G::reaches(at, who, square.0),
        (is, Some(here)) => super::thing::is_within(at, is, here),
        (_, None) => false,
    };
    let mut all: Vec<_> = world
        .heaps
        .iter()
        .filter_map(|(number, heap)| Some((heap.found?, *number, heap)))
        .filter(|(_, _, heap)| reached(&heap.at) && heap.what.number() > 0)
        .collect();
    all.sort_by_key(|(found, _, _)| *found);
    all.into_iter()
}
