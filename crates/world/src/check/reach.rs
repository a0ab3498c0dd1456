//! Places nobody can reach, people nobody brings, and rows nothing leads to.

use std::collections::{BTreeMap, BTreeSet};

use super::{Told, graph};
use crate::adventure::{Adventure, Test, Then, When};
use crate::dialect::Dialect;
use crate::walk::walk;

pub(super) fn check<G: Dialect>(file: &Adventure<G>, told: &mut Told) {
    let led = Led::of(file);
    places(file, &led, told);
    for (at, person) in (1..).zip(&file.person) {
        if person.r#where.is_none() && !led.people.contains(person.id.as_str()) {
            told.warning(
                format!("person[{at}]"),
                format!("`{}` is nowhere, and nothing brings them", person.id),
            );
        }
    }
    for (at, event) in (1..).zip(&file.event) {
        let id = event.id.as_str();
        let by_hand = event.how == crate::adventure::How::Hand;
        if event.when.is_none() && !by_hand && !led.events.contains(id) {
            told.warning(
                format!("event[{at}]"),
                format!("nothing ever sets off `{id}`: it has no `when`, and nothing runs it"),
            );
        }
        if event.then.is_none() && !led.fired.contains(id) {
            told.warning(
                format!("event[{at}]"),
                format!("`{id}` does nothing, and nothing asks whether it happened"),
            );
        }
    }
    for (at, table) in (1..).zip(&file.table) {
        if table.plays.is_none() && !led.tables.contains(table.id.as_str()) {
            told.warning(format!("table[{at}]"), format!("nothing ever rolls on `{}`", table.id));
        }
    }
    for (at, handout) in (1..).zip(&file.handout) {
        if !led.handouts.contains(handout.id.as_str()) {
            told.warning(format!("handout[{at}]"), format!("nothing ever shows `{}`", handout.id));
        }
    }
    for (at, flag) in (1..).zip(&file.adventure.flags) {
        let (set, asked) = (led.set.contains(flag.as_str()), led.asked.contains(flag.as_str()));
        if asked && !set {
            told.warning(
                format!("adventure.flags[{at}]"),
                format!("something asks for the flag `{flag}`, and nothing sets it"),
            );
        }
    }
}

/// What something leads to.
#[derive(Default)]
struct Led<'a> {
    people: BTreeSet<&'a str>,
    events: BTreeSet<&'a str>,
    fired: BTreeSet<String>,
    tables: BTreeSet<String>,
    handouts: BTreeSet<&'a str>,
    /// Flags something sets, and flags something asks for.
    set: BTreeSet<String>,
    asked: BTreeSet<String>,
    /// What is revealed, and where people are moved to.
    revealed: BTreeSet<&'a str>,
    moved: BTreeSet<&'a str>,
}

impl<'a> Led<'a> {
    fn of<G: Dialect>(file: &'a Adventure<G>) -> Self {
        let mut led = Self::default();
        graph::all(file, &mut |then| match then {
            Then::Bring { who, .. } => led.people.extend(who.iter().map(crate::name::Name::as_str)),
            Then::Move { who, to } => {
                led.people.extend(who.iter().map(crate::name::Name::as_str));
                led.moved.insert(to.as_str());
            }
            Then::Follow { who, .. } => led.people.extend(who.iter().map(crate::name::Name::as_str)),
            Then::Fight { who, .. } => led.people.extend(who.iter().map(crate::name::Name::as_str)),
            Then::Run(event) => {
                led.events.insert(event.as_str());
            }
            Then::Show(handout) => {
                led.handouts.insert(handout.as_str());
            }
            Then::Reveal(names) => led.revealed.extend(names.iter().map(crate::name::Name::as_str)),
            _ => {}
        });
        walk(file, &mut |met| match met.mark {
            "flag" => {
                let sets = [".on[", ".flags["].iter().any(|list| met.path.contains(list))
                    || (met.path.ends_with(".flag") && in_effects(met.path));
                let list = if sets { &mut led.set } else { &mut led.asked };
                list.insert(met.text.to_owned());
            }
            "refers:table" | "any-table" => {
                led.tables.insert(met.text.to_owned());
            }
            "refers:event" if met.path.ends_with(".fired") => {
                led.fired.insert(met.text.to_owned());
            }
            _ => {}
        });
        led
    }
}

/// Whether a field is an effect: the last list it is in is one of effects, not of conditions.
fn in_effects(path: &str) -> bool {
    let lists = ["then[", "else[", "passed[", "failed[", "over["];
    let tests = ["if[", "met[", "lost[", "made_up[", "any[", "not.", "when[", "when."];
    let last = |words: &[&str]| words.iter().filter_map(|word| path.rfind(word)).max();
    let outcome = path.rfind("outcomes.");
    last(&lists).max(outcome) > last(&tests)
}

fn places<G: Dialect>(file: &Adventure<G>, led: &Led<'_>, told: &mut Told) {
    let ids: BTreeMap<&str, usize> =
        file.place.iter().zip(0..).map(|(place, at)| (place.id.as_str(), at)).collect();
    let out = ids.len();
    let node = |name: &str| if name == "out" { Some(out) } else { ids.get(name).copied() };
    let mut from: Vec<Vec<usize>> = vec![Vec::new(); out + 1];
    for way in &file.way {
        let found = way.hidden.as_ref().is_none_or(|hidden| {
            let revealed = way.id.as_ref().is_some_and(|id| led.revealed.contains(id.as_str()));
            hidden.find.is_some() || hidden.level.is_some() || revealed
        });
        let never = way.r#if.iter().any(|test| matches!(test, Test::Any(none) if none.is_empty()));
        if let (Some(one), Some(other)) = (node(way.between[0].as_str()), node(way.between[1].as_str()))
            && found
            && !never
            && way.only.is_empty()
        {
            from[one].push(other);
            if !way.one_way {
                from[other].push(one);
            }
        }
    }
    // Floor that is open leads from one place of a map to the next; a place by another map does not.
    let mut maps: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, at) in file.place.iter().zip(0..) {
        if let Some(area) = &place.area {
            maps.entry(area.map.as_str()).or_default().push(at);
        }
    }
    for here in maps.values() {
        for pair in here.windows(2) {
            from[pair[0]].push(pair[1]);
            from[pair[1]].push(pair[0]);
        }
    }
    let mut seen = vec![false; out + 1];
    let mut next: Vec<usize> = node(file.adventure.start_place()).into_iter().collect();
    next.extend(led.moved.iter().filter_map(|place| node(place)));
    while let Some(at) = next.pop() {
        if !std::mem::replace(&mut seen[at], true) {
            next.extend(&from[at]);
        }
    }
    // Home has no ways: the game master joins what was made there.
    for (place, at) in file.place.iter().zip(0..) {
        if !seen[at] {
            told.warning(
                format!("place[{}]", at + 1),
                format!("nobody can reach `{}`: no way leads there from the start", place.id),
            );
        }
    }
    for (at, event) in (1..).zip(&file.event) {
        for when in event.when.iter() {
            if let When::Enters(place) | When::Crosses(place) = when
                && let Some(place) = node(place.as_str())
                && !seen[place]
            {
                told.warning(format!("event[{at}].when"), "nobody can come there");
            }
        }
    }
}
