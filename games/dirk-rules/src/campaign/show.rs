//! The running world as it is told, and by the paths that stories use.

use boneyard_table::view::Line;
use boneyard_table::{At, RuleId, Seat, Who};
use boneyard_world::run::{PlaceKey, Where, WorldFact};
use serde_json::{Map, Value, json};

use super::{Thing, heaps_within_reach, place_of};
use crate::DirkRules;
use crate::rules;
use crate::tell::gems_in_words;
use crate::time;

/// A thing in words.
fn words(thing: &Thing) -> String {
    match thing {
        Thing::Gems(gems) => gems_in_words(*gems),
        Thing::Items { sheet, number: 1, .. } => sheet.name.clone(),
        Thing::Items { sheet, number, .. } => format!("{number} × {}", sheet.name),
    }
}

/// What a place is called.
fn called<'a>(at: At<'a, DirkRules>, place: &PlaceKey) -> &'a str {
    let running = at.state.campaign.running(&place.adventure);
    let file = running.and_then(|running| at.book.adventures.get(&running.file));
    let row = file.and_then(|file| file.place.iter().find(|row| row.id.as_str() == &*place.place));
    row.map_or("somewhere", |row| row.name.as_str())
}

/// Whether a seat has somebody in a place.
fn is_there(at: At<'_, DirkRules>, place: &PlaceKey, seat: Seat) -> bool {
    let here = at.state.campaign.heroes_at(place);
    seat.is_gm()
        || here.into_iter().any(|who| at.state.creature(who).is_some_and(|one| one.sheet.seat == seat))
}

/// A fact about the running world as told to a seat.
pub(crate) fn tell(
    at: At<'_, DirkRules>,
    fact: &WorldFact<DirkRules>,
    rule: RuleId,
    seat: Seat,
) -> Option<Line> {
    let name = |who: Who| at.state.creature(who).map_or("somebody", |creature| &creature.sheet.name);
    Some(match fact {
        WorldFact::Now { from, to } => {
            Line::time(time::span(u32::try_from(to.0.saturating_sub(from.0)).unwrap_or(u32::MAX)))
        }
        WorldFact::Told(told) => {
            let hears = told.at.as_ref().is_none_or(|place| is_there(at, place, seat));
            if !hears || told.gm && !seat.is_gm() {
                return None;
            }
            Line::change(told.text.clone())
        }
        WorldFact::Went { who, to, hero: true } => {
            Line::change(format!("{} is at {}.", name(*who), called(at, to))).who(*who)
        }
        WorldFact::Went { who, to, hero: false } if is_there(at, to, seat) => {
            Line::change(format!("{} is at {}.", name(*who), called(at, to))).who(*who)
        }
        WorldFact::Moved { thing, from, to, .. } => match (from, to) {
            (Where::Carried(from), Where::Carried(who)) if rule == rules::DK_LOOT_01H => {
                Line::change(format!("{} takes from {}: {}.", name(*who), name(*from), words(thing)))
                    .who(*who)
            }
            (Where::Carried(from), Where::Carried(who)) => {
                Line::change(format!("{} hands {}: {}.", name(*from), name(*who), words(thing))).who(*from)
            }
            (Where::Carried(who), Where::Outside) => {
                Line::change(format!("{} has no longer: {}.", name(*who), words(thing))).who(*who)
            }
            (Where::Carried(who), _) => {
                Line::change(format!("{} leaves behind: {}.", name(*who), words(thing))).who(*who)
            }
            (_, Where::Carried(who)) => {
                Line::change(format!("{} has now: {}.", name(*who), words(thing))).who(*who)
            }
            _ => return None,
        },
        WorldFact::Found(heap) => {
            let heap = at.state.campaign.heaps.get(heap)?;
            Line::change(format!("There is something: {}.", words(&heap.what)))
        }
        WorldFact::HolderOpened(_, _, who) | WorldFact::WayOpened(_, _, who) => {
            Line::change(format!("{} opens it.", name(*who))).who(*who)
        }
        WorldFact::Follows(who, Some(whom)) => {
            Line::change(format!("{} goes with {}.", name(*who), name(*whom))).who(*who)
        }
        WorldFact::Sprung(_, _, who) => Line::change(format!("{} sets something off.", name(*who))).who(*who),
        WorldFact::Ended(key, end) => {
            let running = at.state.campaign.running(key)?;
            let file = at.book.adventures.get(&running.file)?;
            let row = file.end.iter().find(|row| row.id.as_str() == &**end)?;
            Line::change(format!("{}: {}.", file.adventure.name, row.name))
        }
        _ => return None,
    })
}

/// Everything about it, by path.
pub(crate) fn publish(at: At<'_, DirkRules>, all: &mut Map<String, Value>) {
    let state = at.state;
    let stands: Map<String, Value> = state
        .everybody()
        .filter_map(|who| {
            let place = place_of(state, who)?;
            Some((state.sheet(who).name.clone(), format!("{}/{}", place.adventure, place.place).into()))
        })
        .collect();
    let first = state.campaign.heroes().map(|(who, _)| who).next().unwrap_or(Who(0));
    let lies: Vec<String> =
        heaps_within_reach(state, at.book, first).map(|(_, heap)| words(&heap.what)).collect();
    let open: Map<String, Value> = state
        .campaign
        .open
        .iter()
        .map(|(key, running)| {
            let trackers: Map<String, Value> =
                running.trackers.iter().map(|(id, now)| (id.to_string(), now.value.into())).collect();
            let goals: Map<String, Value> =
                running.goals.iter().map(|(id, stands)| (id.to_string(), json!(stands))).collect();
            let fields = json!({
                "flags": running.flags, "trackers": trackers, "goals": goals, "ended": running.ended,
                "fired": running.fired.keys().collect::<Vec<_>>(),
            });
            (key.to_string(), fields)
        })
        .collect();
    all.insert("stands".into(), stands.into());
    all.insert("floor".into(), json!(lies));
    all.insert("adventures".into(), open.into());
}
