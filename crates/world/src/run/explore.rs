//! What people do next who explore an adventure with a purpose and without a game master: what a place offers and they have not done
//! yet, then on to where they have not been, and home with those who go along. It chooses among what is legal by a number it is
//! given, and remembers nothing: what was done stands in the world. When to fight, rest and turn back is for the game to say.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use boneyard_table::{At, Seat, Who};
use serde_json::Value;

use super::deed::Inhabited;
use super::fill::file_at;
use super::seen::{person_of, told_by, tries_of, ways_of};
use super::thing::place_of;
use super::world::{Id, PlaceKey};
use super::worldly::Worldly;
use crate::adventure::Then;

/// How somebody explores.
#[derive(Clone, Copy, Debug)]
pub struct Explorer<'a> {
    /// Who may do something, in the order of their numbers.
    pub up: &'a [Who],
    /// The deeds by which they do what a place offers, by name.
    pub deeds: &'a [&'a str],
    /// The deed by which they go.
    pub go: &'a str,
    /// Places they would rather not go to.
    pub shuns: &'a BTreeSet<PlaceKey>,
    /// They have had enough: they go back to where it began, and try what ends it.
    pub gives_up: bool,
}

/// Numbers that follow from one.
#[derive(Clone, Copy, Debug)]
pub struct Lot(pub u64);

impl Lot {
    /// From 0 up to, not including, `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % end.max(1)
    }

    /// One of several, each as likely as its weight; nothing where none weighs anything.
    pub fn weighed<T>(&mut self, all: Vec<(u64, T)>) -> Option<T> {
        let total: u64 = all.iter().map(|(weight, _)| weight).sum();
        if total == 0 {
            return None;
        }
        let mut left = self.below(total);
        all.into_iter().find_map(|(weight, one)| {
            if left < weight {
                return Some(one);
            }
            left -= weight;
            None
        })
    }
}

/// What one of them does next; nothing if there is nowhere to go and nothing to do.
pub fn explore<G: Inhabited>(at: At<'_, G>, how: Explorer<'_>, lot: &mut Lot) -> Option<G::Command> {
    let many = how.up.len() as u64;
    let who = *how.up.get(lot.below(many) as usize)?;
    let here = place_of(at, who)?;
    let home = file_at(at, &here.adventure)
        .map(|file| PlaceKey::new(&here.adventure, file.adventure.start_place()))?;
    if how.gives_up {
        let ends = offered(at, how, who).into_iter().find(|(_, fresh)| *fresh == Fresh::Ends);
        return ends.map(|(command, _)| command).or_else(|| towards(at, how, who, &home));
    }
    // Those who were left behind come after the first.
    let first = how.up.first().and_then(|first| place_of(at, *first)).filter(|first| *first != here);
    if let Some(first) = first
        && lot.below(2) == 0
        && let Some(command) = towards(at, how, who, &first)
    {
        return Some(command);
    }
    let all = offered(at, how, who);
    let of = |wanted: Fresh| {
        let some = all.iter().filter(|(_, fresh)| *fresh == wanted);
        some.map(|(command, _)| (1, command.clone())).collect::<Vec<_>>()
    };
    if lot.below(100) < 85
        && let Some(command) = lot.weighed(of(Fresh::New))
    {
        return Some(command);
    }
    if lot.below(100) < 10
        && let Some(command) = lot.weighed(of(Fresh::Stale))
    {
        return Some(command);
    }
    if leads_somebody(at, how.up)
        && here != home
        && lot.below(100) < 90
        && let Some(command) = towards(at, how, who, &home)
    {
        return Some(command);
    }
    onwards(at, how, who, lot).or_else(|| lot.weighed(of(Fresh::Stale)))
}

/// Whether something is new to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fresh {
    New,
    /// It was done before, and may be done again.
    Stale,
    /// It ends the adventure.
    Ends,
}

/// What somebody may do where they stand.
fn offered<G: Inhabited>(at: At<'_, G>, how: Explorer<'_>, who: Who) -> Vec<(G::Command, Fresh)> {
    let mut all = Vec::new();
    for row in G::deeds().iter().filter(|row| how.deeds.contains(&row.name)) {
        let mut legal = Vec::new();
        row.list(at, Seat::GM, Some(who), &mut legal);
        all.extend(legal.into_iter().filter_map(|command| {
            let words = words::<G>(row.name, &command);
            // What was begun is not let go of.
            let stops = words.get("stop").and_then(Value::as_bool) == Some(true);
            (!stops).then(|| (command, fresh::<G>(at, who, &words)))
        }));
    }
    all
}

/// The fields of a command.
fn words<G: Inhabited>(name: &str, command: &G::Command) -> Value {
    let mut whole = serde_json::to_value(command).unwrap_or_default();
    whole.get_mut(name).map(Value::take).unwrap_or_default()
}

/// Whether something was done before, by its words: a try by what is tried, talk by what it is about.
fn fresh<G: Worldly>(at: At<'_, G>, who: Who, words: &Value) -> Fresh {
    let Some(here) = place_of(at, who) else { return Fresh::Stale };
    let Some(running) = G::world(at.state).running(&here.adventure) else { return Fresh::Stale };
    let said = |field: &str| words.get(field).and_then(Value::as_str);
    if let (Some(about), Some(target)) = (said("about"), words.get("target").and_then(Value::as_u64)) {
        let target = Who(u16::try_from(target).unwrap_or(u16::MAX));
        let number = told_by(at, target, Some(who)).into_iter().find(|(known, ..)| known == about);
        let heard = person_of(at, target).zip(number).is_some_and(|((_, person), (_, number, _))| {
            running.heard.contains(&(person.id.shared(), number))
        });
        return if heard { Fresh::Stale } else { Fresh::New };
    }
    if let Some(what) = said("what") {
        let row = tries_of(at, &here, Some(who), true).into_iter().find(|(known, _)| known == what);
        if let Some((_, row)) = row {
            let ends = |then: &Then<G>| matches!(then, Then::End(_));
            let often = running.tried.get(row.id.as_str()).map_or(0, |often| often.times);
            return match row.passed.iter().any(ends) {
                true => Fresh::Ends,
                false if often >= 3 => Fresh::Stale,
                false => Fresh::New,
            };
        }
        return Fresh::New;
    }
    // Looking around names nothing but who does it.
    let looks = words.as_object().is_some_and(|fields| fields.len() == 1);
    let searched = running.places.get(&here.place).is_some_and(|now| now.searched);
    if looks && searched { Fresh::Stale } else { Fresh::New }
}

/// Whether somebody who is no hero goes along with one of them, or something is led along.
fn leads_somebody<G: Worldly>(at: At<'_, G>, up: &[Who]) -> bool {
    let world = G::world(at.state);
    let ours = |whom: Option<Who>| whom.is_some_and(|whom| up.contains(&whom));
    let mut hauled = world.open.values().flat_map(|running| running.hauled.values());
    world.stands.values().any(|stand| !stand.hero && ours(stand.follows))
        || hauled.any(|hauled| ours(hauled.by))
}

/// Ways somebody may go, by where they lead.
fn goes<G: Inhabited>(at: At<'_, G>, how: Explorer<'_>, who: Who) -> Vec<(PlaceKey, G::Command)> {
    let Some(here) = place_of(at, who) else { return Vec::new() };
    let ways = ways_of::<G>(at.state, at.book, &here);
    let mut legal = Vec::new();
    for row in G::deeds().iter().filter(|row| row.name == how.go) {
        row.list(at, Seat::GM, Some(who), &mut legal);
    }
    let led = legal.into_iter().filter_map(|command| {
        let words = words::<G>(how.go, &command);
        if words.get("alone").and_then(Value::as_bool) == Some(true) {
            return None;
        }
        let to = words.get("to").and_then(Value::as_str)?;
        let (_, leads) = ways.iter().find(|(name, _)| name == to)?;
        Some((leads.to.clone(), command))
    });
    // One command for each place, however many could come along.
    let mut known = BTreeSet::new();
    led.filter(|(to, _)| known.insert(to.clone())).collect()
}

/// On, mostly to where they have not been.
fn onwards<G: Inhabited>(at: At<'_, G>, how: Explorer<'_>, who: Who, lot: &mut Lot) -> Option<G::Command> {
    let here = place_of(at, who)?;
    let world = G::world(at.state);
    let ways = goes(at, how, who).into_iter().filter(|(to, _)| to.adventure == here.adventure);
    let weighed = ways.filter(|(to, _)| !how.shuns.contains(to)).map(|(to, command)| {
        let running = world.running(&to.adventure);
        let visits = running.and_then(|running| running.places.get(&to.place)).map_or(0, |now| now.visits);
        // A visit is counted for each hero.
        (1 + 60 / (1 + u64::from(visits)), command)
    });
    let weighed: Vec<_> = weighed.collect();
    lot.weighed(weighed)
}

/// The first step of the shortest way to a place of the same adventure, by the ways of its file.
pub fn towards<G: Inhabited>(
    at: At<'_, G>,
    how: Explorer<'_>,
    who: Who,
    to: &PlaceKey,
) -> Option<G::Command> {
    let here = place_of(at, who)?;
    let mut steps = goes(at, how, who);
    let file = file_at(at, &to.adventure)?;
    // From the end backwards: how far each place is.
    let mut far: BTreeMap<Id, u32> = BTreeMap::from([(to.place.clone(), 0)]);
    let mut line = VecDeque::from([to.place.clone()]);
    while let Some(place) = line.pop_front() {
        let next = far.get(&place).map_or(0, |far| far + 1);
        for way in &file.way {
            let [one, other] = [way.between[0].as_str(), way.between[1].as_str()];
            let from = match (&*place == other, &*place == one && !way.one_way) {
                (true, _) => one,
                (_, true) => other,
                _ => continue,
            };
            let from: Id = from.into();
            if !far.contains_key(&from) {
                far.insert(from.clone(), next);
                line.push_back(from);
            }
        }
    }
    let left = |place: &PlaceKey| if place.adventure == to.adventure { far.get(&place.place) } else { None };
    let now = left(&here).copied()?;
    steps.retain(|(place, _)| left(place).is_some_and(|far| *far < now));
    steps.sort_by_key(|(place, _)| left(place).copied());
    steps.into_iter().next().map(|(_, command)| command)
}
