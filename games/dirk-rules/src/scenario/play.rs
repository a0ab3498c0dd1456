//! What is done in a scenario: setting out, going from place to place, finding things, and saying what
//! became of people.

use std::collections::{BTreeMap, BTreeSet};

use boneyard_board::{Link, Place as BoardPlace, PlaceId, Places};
use boneyard_table::tracker::Tracker;
use boneyard_table::{Audience, Cx, Flow, Group, Refusal, RuleId, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rows::{LootRow, ScenarioRow};
use super::{Land, Lies, SceneFact, Waits};
use crate::DirkRules;
use crate::book::Book;
use crate::check::{alive, referee};
use crate::fact::{Fact, blank};
use crate::hero::give;
use crate::rules;
use crate::state::{Creature, Item, ItemSheet, MOST_THINGS, Sheet};
use crate::time::{Scale, Task, TaskKind, at_leisure, spend};
use crate::world;

pub(super) const RULE: RuleId = rules::DK_SCEN_00H;

/// What became of somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Brought home alive.
    Home,
    /// Dead.
    Dead,
    /// Gone for good.
    Gone,
    /// Bargained with.
    Bargained,
}

/// Begins the scenario.
pub fn set_out(cx: &mut Cx<'_, DirkRules>, by: Seat) -> Flow {
    referee(by, RULE, "begin a scenario")?;
    if cx.state().land.is_some() {
        return refuse(Refusal::new(RULE, "under-way", "A scenario is under way already."));
    }
    let Some(land) = fresh(cx.book(), None) else {
        return refuse(Refusal::new(RULE, "no-scenario", "There is no scenario on the lists."));
    };
    cx.record(RULE, scene(SceneFact::Began { land: Box::new(land) }));
    Ok(())
}

/// The scenario as it begins, or as it stands with the party elsewhere.
pub(crate) fn stands(book: &Book, party: &str) -> Option<Land> {
    let number = book.places.iter().find(|row| row.name.eq_ignore_ascii_case(party))?.number;
    fresh(book, Some(number))
}

fn fresh(book: &Book, party: Option<u16>) -> Option<Land> {
    let row = book.scenario.as_ref()?;
    let mut places = Places::default();
    let (mut waits, mut loot) = (Vec::new(), Vec::new());
    for place in book.places.iter() {
        let (id, name) = (PlaceId(place.number), place.name.clone());
        places.add(BoardPlace { id, name, flags: place.flags.iter().cloned().collect() }).ok()?;
        waits.extend(place.waits.iter().map(|one| Waits {
            place: place.number,
            who: one.who.clone(),
            added: 0,
            asleep: one.asleep,
        }));
        loot.extend(place.loot.iter().map(|one| Lies { place: place.number, what: one.name().to_owned() }));
    }
    for link in &row.links {
        let [one, other] = link.between.map(PlaceId);
        places.link(Link::open(one, other, link.minutes.into())).ok()?;
    }
    let clock =
        |name: &str, size: u8| Tracker::new(name, Audience::GM).size(size.into()).threshold(size.into());
    let clocks = vec![clock(&row.brood.name, row.brood.size), clock(&row.sleeper.name, row.sleeper.size)];
    let party = PlaceId(party.unwrap_or(row.start));
    let been = BTreeSet::from([PlaceId(row.start), party]);
    Some(Land { name: row.name.clone(), places, party, been, waits, loot, clocks, fates: BTreeMap::new() })
}

/// Takes the party to a place next to this one.
pub fn go(cx: &mut Cx<'_, DirkRules>, by: Seat, to: &str) -> Flow {
    let (land, _) = under_way(cx)?;
    let heroes: Vec<Who> = {
        let state = cx.state();
        let goes =
            |who: &Who| state.sheet(*who).hero && state.sheet(*who).draft.is_none() && !state.live(*who).dead;
        state.everybody().filter(goes).collect()
    };
    if !by.is_gm() && heroes.iter().all(|who| cx.state().sheet(*who).seat != by) {
        return refuse(Refusal::new(RULE, "no-hero", "You have no hero to go with."));
    }
    let ways = land.places.ways(land.party, &Link::to_stranger);
    let Some(way) = ways.iter().find(|way| way.open && way.to.name.eq_ignore_ascii_case(to.trim())) else {
        // The same words whether or not there is such a place: nobody finds places by asking for them.
        let names: Vec<&str> = ways.iter().map(|way| way.to.name.as_str()).collect();
        let here = land.place_name(land.party.0);
        let sentence = format!("No way leads there from {here}. Ways lead to {}.", names.join(", "));
        return refuse(Refusal::new(RULE, "no-way", sentence));
    };
    let (from, to, minutes) = (land.party.0, way.to.id.0, way.link.cost);
    at_leisure(cx, RULE)?;
    let scale = if minutes >= 60 { Scale::Hours } else { Scale::Minutes };
    let task = Task { kind: TaskKind::Way(to), who: heroes, left: minutes * 60 };
    let arrived = cx.within((from, to), |cx| spend(cx, scale, task))?;
    if arrived {
        if let Some(place) = cx.book().places.iter().find(|row| row.number == to) {
            cx.cite(place.id);
        }
        cx.record(RULE, scene(SceneFact::Went { from, to }));
    }
    Ok(())
}

/// Hands over something that lies here.
pub fn loot(cx: &mut Cx<'_, DirkRules>, by: Seat, who: Who, what: &str) -> Flow {
    referee(by, RULE, "hand out what is found")?;
    let (land, _) = under_way(cx)?;
    alive(cx.at(), who)?;
    let here = land.party.0;
    let place = cx.book().places.iter().find(|place| place.number == here);
    let row = place.and_then(|place| place.loot.iter().find(|row| row.name() == what).zip(Some(place)));
    let lies = land.loot.iter().any(|lies| lies.place == here && lies.what == what);
    let Some((row, place)) = row.filter(|_| lies) else {
        return refuse(Refusal::new(RULE, "nothing-of-that", format!("Here lies no {what}.")));
    };
    let number = if let LootRow::Item { count, .. } = row { usize::from(*count) } else { 1 };
    if cx.state().sheet(who).items.len() + number > MOST_THINGS {
        let sentence = format!("Nobody keeps more than {MOST_THINGS} things.");
        return refuse(Refusal::new(RULE, "too-many", sentence).with("most", MOST_THINGS));
    }
    match row {
        LootRow::Item { item, count } => {
            for _ in 0..*count {
                let (sheet, item) = thing(cx.book(), item);
                cx.record(place.id, scene(SceneFact::Got { who, sheet, item }));
            }
        }
        LootRow::OneOf { one_of, .. } => {
            let dice = match one_of.len() {
                3 => Group::new(1, 6).read_as(&[1, 1, 2, 2, 3, 3]),
                sides => Group::new(1, sides as u8),
            };
            let face = cx.dice(place.id, Seat::GM, dice)?.first();
            let name = &one_of[usize::from(face.max(1)) - 1];
            let (sheet, item) = thing(cx.book(), name);
            cx.record(place.id, scene(SceneFact::Got { who, sheet, item }));
        }
        LootRow::Table { table, .. } => {
            cx.cite(place.id);
            let found = cx.within((who, here, what), |cx| world::draw(cx, table))?;
            world::lay_out(cx, found);
        }
        LootRow::Gems { gems, die } => {
            let found = cx.dice(place.id, Seat::GM, Group::new(*gems, *die))?.sum();
            pay(cx, place.id, who, found);
        }
    }
    let found = SceneFact::Found { place: here, what: what.to_owned() };
    cx.record_for(Audience::GM, place.id, scene(found));
    Ok(())
}

fn thing(book: &Book, name: &str) -> (ItemSheet, Item) {
    let Creature { mut live, sheet } = blank("", None);
    let mut sheet: Sheet = (*sheet).clone();
    give(book, &mut live, &mut sheet, name);
    (sheet.items.remove(0), live.items.remove(0))
}

fn pay(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: Who, gems: u32) {
    let from = cx.state().sheet(who).gems;
    let to = from.saturating_add(gems);
    cx.record(rule, scene(SceneFact::Gems { who, from, to }));
}

/// Says that something is so here, or no longer.
pub fn flag(cx: &mut Cx<'_, DirkRules>, by: Seat, flag: &str, on: bool) -> Flow {
    referee(by, RULE, "say how a place is")?;
    let (land, _) = under_way(cx)?;
    let place = cx.book().places.iter().find(|place| place.number == land.party.0);
    let Some(place) = place.filter(|place| place.flags.iter().any(|known| known == flag)) else {
        return refuse(Refusal::new(RULE, "nothing-of-that", format!("Nothing here is {flag} or not.")));
    };
    let fact = SceneFact::Flag { place: place.number, flag: flag.to_owned(), on };
    cx.record_for(Audience::GM, place.id, scene(fact));
    Ok(())
}

/// Says what became of somebody on whom the end depends.
pub fn fate(cx: &mut Cx<'_, DirkRules>, by: Seat, of: &str, is: Fate, to: Option<Who>) -> Flow {
    referee(by, RULE, "say what became of somebody")?;
    let (land, row) = under_way(cx)?;
    let missing = row.missing.iter().any(|name| name == of);
    if !missing && !row.menaces.iter().any(|name| name == of) {
        let sentence = format!("The end does not depend on {of}.");
        return refuse(Refusal::new(RULE, "nobody-asked", sentence));
    }
    if land.fates.contains_key(of) {
        return refuse(Refusal::new(RULE, "known-already", format!("What became of {of} is known already.")));
    }
    let paid = match (is, to) {
        (Fate::Home, _) if !missing || land.party.0 != row.start => {
            let sentence = format!("{of} is brought home to {}.", land.place_name(row.start));
            return refuse(Refusal::new(RULE, "not-home", sentence));
        }
        (Fate::Home, None) => {
            return refuse(Refusal::new(RULE, "to-whom", "Say who is paid for it."));
        }
        (Fate::Home, Some(who)) => {
            alive(cx.at(), who)?;
            Some(who)
        }
        _ => None,
    };
    let fact = scene(SceneFact::Fate { of: of.to_owned(), is });
    match paid {
        Some(who) => {
            cx.record(RULE, fact);
            pay(cx, RULE, who, row.reward);
        }
        None => cx.record_for(Audience::GM, RULE, fact),
    }
    let fates = cx.state().land.as_ref().map_or(0, |land| land.fates.len());
    if fates == row.missing.len() + row.menaces.len() {
        cx.record(RULE, scene(SceneFact::Over));
    }
    Ok(())
}

pub(super) fn scene(fact: SceneFact) -> Fact {
    Fact::Scene(fact)
}

/// The scenario as it stands, with its row; refused where none is played.
pub(super) fn under_way<'b>(cx: &Cx<'b, DirkRules>) -> Flow<(Land, &'b ScenarioRow)> {
    match cx.state().land.as_ref().zip(cx.book().scenario.as_ref()) {
        Some((land, row)) => Ok(((**land).clone(), row)),
        None => refuse(Refusal::new(RULE, "no-scenario", "No scenario is being played.")),
    }
}
