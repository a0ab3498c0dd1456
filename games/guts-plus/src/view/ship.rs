//! The supply ship as a seat sees it: premise, facts and rooms for all; clocks, clues and the
//! creature for the GM alone, until they come out.

use boneyard_table::view::{Framed, Link, Place, Places, Scene, Secret, Sheet, Text, Tracker, View, count};
use boneyard_table::{At, Seat};
use serde_json::Value;

use crate::GutsPlus;
use crate::house::ScenarioMonthsLeft;
use crate::ship::{aboard, proposed};
use crate::state::Mark;

/// The facts everybody knows.
fn known(at: At<'_, GutsPlus>) -> Vec<String> {
    let months = match at.state.house.scenario_months_left {
        ScenarioMonthsLeft::Two => "2",
        ScenarioMonthsLeft::Four => "4",
    };
    let rows = at.book.plain.get("known").into_iter().flatten();
    rows.filter_map(|row| {
        let text = row.get("text").and_then(Value::as_str)?;
        Some(if row.get("months").is_some() { text.replace('2', months) } else { text.to_owned() })
    })
    .collect()
}

/// Adds the ship to a view.
pub(super) fn show(at: At<'_, GutsPlus>, seat: Seat, mut view: View) -> View {
    let Some(ship) = &at.state.ship else { return view };
    let Some(row) = at.book.scenarios.iter().next() else { return view };
    view = view.tracker(Tracker::bar("watch", "Watch", ship.watch.into(), row.watches.into()));
    let mut places = Places::new("ship", row.name.clone());
    for room in at.book.rooms.iter() {
        let mut place = Place::new(room.name.clone(), room.name.clone()).seen(true);
        for who in aboard(at.state).filter(|who| ship.room_of(*who) == Some(room.name.as_str())) {
            place = place.with(who);
        }
        let here = ship.creature.room.as_deref() == Some(room.name.as_str()) && ship.creature.gone.is_none();
        if here && (seat.is_gm() || ship.tracked) {
            place = place.flag("the creature");
        }
        places = places.place(place);
    }
    for room in at.book.rooms.iter().filter(|room| room.door.is_some() || room.hatch.is_some()) {
        places = places.link(Link::new("Hallway", room.name.clone()));
    }
    view = view.scene(Scene::new(row.name.clone(), row.premise.clone()).places(places));
    let mut sheet = Sheet::table("ship", row.name.clone()).block(Text::new(
        "known",
        "What the crew knows",
        known(at).join("\n"),
    ));
    let clues = at.book.clues.iter().map(|row| (&row.name, &row.text));
    let texts: Vec<(&String, &String)> =
        clues.chain(at.book.entries.iter().map(|row| (&row.name, &row.text))).collect();
    let out: Vec<&str> = texts
        .iter()
        .filter(|(name, _)| ship.revealed.contains(name))
        .map(|(_, text)| text.as_str())
        .collect();
    if !out.is_empty() {
        sheet = sheet.block(Text::new("found", "What came out", out.join("\n")));
    }
    sheet = sheet.block(Text::new(
        "loads",
        "At hand",
        format!("{} hull plates, {} glass containers, {} seals", ship.plates, ship.containers, ship.seals),
    ));
    if ship.goals_shown || seat.is_gm() {
        let goals: Vec<String> = at
            .book
            .goals
            .iter()
            .map(|goal| {
                let text = &goal.text;
                if !seat.is_gm() {
                    return text.clone();
                }
                let stands = match proposed(at.state, ship, &goal.name) {
                    Mark::Met => "met",
                    Mark::MadeUp => "made up for",
                    Mark::Lost => "lost",
                };
                format!("{text} Now: {stands} (met if {}).", goal.met)
            })
            .collect();
        sheet = sheet.block(Text::new("goals", "How to win", goals.join("\n")));
    }
    if seat.is_gm() {
        let secret =
            |key: &str, label: &str, text: String| Text::new(key, label.to_owned(), text).secret(Secret::Gm);
        sheet = sheet.block(secret("gm", "Only for the GM", row.gm.clone()));
        let hidden: Vec<&str> = texts
            .iter()
            .filter(|(name, _)| !ship.revealed.contains(name))
            .map(|(_, text)| text.as_str())
            .collect();
        sheet = sheet.block(secret("hidden", "Not out yet", hidden.join("\n")));
        let size =
            at.book.sizes.iter().find(|row| row.step == ship.creature.size).map_or("", |row| &row.name);
        let room = ship.creature.room.as_deref().unwrap_or("the ducts");
        let text = format!(
            "{size}, in {room}. {}, {} of food, {} broken, delay {}.",
            count(ship.crates, "stack of crates", "stacks of crates"),
            count(ship.food, "week", "weeks"),
            count(ship.broken, "berth", "berths"),
            ship.delay
        );
        sheet = sheet.block(secret("creature", "The creature and the clocks", text));
        let breach = Tracker::clock("breach", "Breach", ship.breach.into(), row.breach_steps.into());
        view = view.tracker(breach.seen_by(vec![Seat::GM]));
    }
    view.sheet(sheet)
}
