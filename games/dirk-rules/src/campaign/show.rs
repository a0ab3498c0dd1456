//! The running world as it is shown and told, and by the paths that stories use.

use boneyard_table::view::{Framed, Line, Link, Place, Places, Scene, Secret, Sheet, Text, Tracker, View};
use boneyard_table::{At, RuleId, Seat, Who};
use boneyard_world::adventure::Way;
use boneyard_world::run::{HOME, PlaceKey, Where, WorldFact};
use serde_json::{Map, Value, json};

use super::going::looks;
use super::{Thing, heaps_within_reach, place_of};
use crate::DirkRules;
use crate::rules;
use crate::tell::gems_in_words;
use crate::time;

/// Adds where the heroes of a seat are to a view; the referee sees the first of all heroes. At home there is nothing to show.
pub(crate) fn show(at: At<'_, DirkRules>, seat: Seat, view: View) -> View {
    let own = |who: &Who| seat.is_gm() || at.state.creature(*who).is_some_and(|one| one.sheet.seat == seat);
    let here = at.state.campaign.heroes().find(|(who, stand)| own(who) && &*stand.place.adventure != HOME);
    let Some(here) = here.map(|(_, stand)| &stand.place).filter(|_| view.scene.is_none()) else {
        return view;
    };
    let running = at.state.campaign.running(&here.adventure);
    let Some((running, file)) =
        running.and_then(|running| Some((running, at.book.adventures.get(&running.file)?)))
    else {
        return view;
    };
    let Some(row) = file.place.iter().find(|row| row.id.as_str() == &*here.place) else { return view };
    let scene =
        Scene::new(row.name.as_str().to_owned(), row.text.as_str().to_owned()).places(places(at, here, seat));
    let view = view.scene(scene);
    let known: Vec<&str> = file.adventure.known.iter().map(|text| text.as_str()).collect();
    let mut sheet = Sheet::table("adventure", file.adventure.name.as_str().to_owned());
    sheet = sheet.block(Text::new("known", "What is known", known.join("\n")));
    let lies: Vec<String> = running_things(at, here);
    if !lies.is_empty() {
        sheet = sheet.block(Text::new("lies", "What lies here", lies.join("\n")));
    }
    if seat.is_gm() {
        let secret =
            |key: &str, label: &str, text: String| Text::new(key, label.to_owned(), text).secret(Secret::Gm);
        let notes = file.adventure.gm.iter().chain(&row.gm).map(|text| text.as_str());
        sheet = sheet.block(secret("gm", "Only for the referee", notes.collect::<Vec<_>>().join("\n")));
        let waits = running.waits.iter().filter(|(_, waiting)| waiting.who.is_empty());
        let waits =
            waits.map(|(id, waiting)| format!("{}: {id}", waiting.at.as_deref().unwrap_or("nowhere")));
        sheet = sheet.block(secret("waits", "Who still waits", waits.collect::<Vec<_>>().join("\n")));
    }
    let mut view = view.sheet(sheet);
    for tracker in file.tracker.iter().filter(|tracker| seat.is_gm() || tracker.open) {
        let Some(now) = running.trackers.get(tracker.id.as_str()) else { continue };
        let label = tracker.name.as_str().to_owned();
        let shown =
            Tracker::bar(tracker.id.as_str().to_owned(), label, now.value, now.size.unwrap_or(now.value));
        view = view.tracker(if tracker.open { shown } else { shown.seen_by(vec![Seat::GM]) });
    }
    view
}

/// What lies in a place and was found there.
fn running_things(at: At<'_, DirkRules>, here: &PlaceKey) -> Vec<String> {
    let first = at.state.campaign.heroes_at(here).next();
    let all = first.into_iter().flat_map(|who| heaps_within_reach(at.state, at.book, who));
    all.map(|(_, heap)| words(&heap.what)).collect()
}

/// Places of an adventure that players know of: where heroes have been, and where ways lead from there.
fn places(at: At<'_, DirkRules>, here: &PlaceKey, seat: Seat) -> Places {
    let mut all = Places::new("places", called(at, here).to_owned());
    let Some(running) = at.state.campaign.running(&here.adventure) else { return all };
    let Some(file) = at.book.adventures.get(&running.file) else { return all };
    let been = |id: &str| running.places.get(id).is_some_and(|now| now.visits > 0);
    let seen = |number: u16, way: &Way<DirkRules>| way.hidden.is_none() || running.ways.contains(&number);
    let ways: Vec<[&str; 2]> = (0u16..)
        .zip(&file.way)
        .filter(|(number, way)| seat.is_gm() || seen(*number, way))
        .map(|(_, way)| [way.between[0].as_str(), way.between[1].as_str()])
        .filter(|between| seat.is_gm() || between.iter().any(|end| been(end)))
        .collect();
    let known = |id: &str| seat.is_gm() || been(id) || ways.iter().any(|between| between.contains(&id));
    // Nodes go by their place among those that are known.
    let nodes: Vec<&str> = file.place.iter().map(|row| row.id.as_str()).filter(|id| known(id)).collect();
    let key = |id: &str| nodes.iter().position(|known| *known == id).map(|at| format!("place-{at}"));
    for id in &nodes {
        let place = PlaceKey::new(&here.adventure, id);
        let name = if seat.is_gm() { called(at, &place) } else { looks(at.state, at.book, &place) };
        let is_here = at.state.campaign.heroes().any(|(who, stand)| {
            stand.place == place
                && (seat.is_gm() || at.state.creature(who).is_some_and(|one| one.sheet.seat == seat))
        });
        let shown = Place::new(key(id).unwrap_or_default(), name.to_owned());
        all = all.place(shown.seen(been(id)).here(is_here));
    }
    for [one, other] in ways {
        if let Some((one, other)) = key(one).zip(key(other)) {
            all = all.link(Link::new(one, other));
        }
    }
    all
}

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
        WorldFact::Told(told) if told.gm && !seat.is_gm() => return None,
        WorldFact::Told(told) => Line::change(told.text.clone()),
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
        WorldFact::Follows(who, None) => {
            Line::change(format!("{} goes with nobody now.", name(*who))).who(*who)
        }
        WorldFact::Hired(who, Some(wage)) => {
            Line::change(format!("{} works for {} a week.", name(*who), gems_in_words(*wage))).who(*who)
        }
        WorldFact::Hired(who, None) => {
            Line::change(format!("{} works for you no more.", name(*who))).who(*who)
        }
        WorldFact::Retired(who) => Line::change(format!("{} leaves the table.", name(*who))).who(*who),
        WorldFact::Sprung(_, _, who) => Line::change(format!("{} sets something off.", name(*who))).who(*who),
        WorldFact::Ended(key, end) => {
            let running = at.state.campaign.running(key)?;
            let file = at.book.adventures.get(&running.file)?;
            let row = file.end.iter().find(|row| row.id.as_str() == &**end)?;
            Line::change(format!("The adventure is over: {}.", row.name))
        }
        _ => return None,
    })
}

/// Everything about it, by path.
pub(crate) fn values(at: At<'_, DirkRules>, all: &mut Map<String, Value>) {
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
            let waits: Map<String, Value> = running
                .waits
                .iter()
                .map(|(id, waiting)| {
                    let (place, mood) = (waiting.at.as_deref(), waiting.mood);
                    let many = json!({ "at": place, "mood": mood, "count": waiting.count, "met": waiting.who.len() });
                    (id.to_string(), many)
                })
                .collect();
            let places: Map<String, Value> =
                running.places.iter().map(|(id, now)| (id.to_string(), json!(now.flags))).collect();
            let fields = json!({
                "waits": waits, "places": places,
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
