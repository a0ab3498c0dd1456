//! The way as a seat sees it: places the party knows, decay, light and camp for everybody; doom, what
//! waits and what lies about for the GM alone.

use boneyard_table::view::{Framed, Link, Place, Places, Scene, Secret, Sheet, Text, Tracker, View};
use boneyard_table::{At, Seat};

use crate::DeadWeight;
use crate::counter;
use crate::expedition::{foes_of, lying_name, present};
use crate::scenario::{named, room_row};
use crate::state::{Site, TrapState};

/// Adds the expedition to a view.
pub(super) fn show(at: At<'_, DeadWeight>, seat: Seat, mut view: View) -> View {
    let way = &at.state.expedition;
    let Some(site) = way.at_site() else { return view };
    view = view.tracker(Tracker::bar("decay", "Decay", way.decay.into(), 5).path(counter::DECAY));
    if let Some(camp) = &at.state.camp {
        view = view.tracker(Tracker::count("camp", "Camp points", camp.points.into()));
    }
    let text = room_row(at, &way.here).map(|row| row.text.clone()).unwrap_or_default();
    let text =
        [text, foes_here(at)].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    view = view.scene(Scene::new(way.here.clone(), text).places(places(at, site, seat)));
    let mut sheet = Sheet::table("site", way.site.clone());
    let row = named(at.book, &way.site);
    if let Some(row) = row {
        sheet = sheet.block(Text::new("known", "What is known", row.known.join("\n")));
    }
    let traps = way.room(&way.here).into_iter().flat_map(|room| &room.traps);
    let found: Vec<&str> =
        traps.filter(|trap| trap.state != TrapState::Hidden).map(|trap| trap.name.as_str()).collect();
    if !found.is_empty() {
        sheet = sheet.block(Text::new("traps", "Traps found here", found.join("\n")));
    }
    if seat.is_gm() {
        let mut doom = Tracker::bar("doom", "Doom", site.doom.into(), site.most.into()).path(counter::DOOM);
        for event in &site.events {
            doom = doom.event(event.at.into(), event.name.clone(), event.done);
        }
        view = view.tracker(doom.seen_by(vec![Seat::GM]));
        let notes = row.map(|row| row.gm.join("\n")).unwrap_or_default();
        let secret =
            |key: &str, label: &str, text: String| Text::new(key, label.to_owned(), text).secret(Secret::Gm);
        sheet = sheet.block(secret("gm", "Only for the GM", notes));
        let here = room_row(at, &way.here).map(|row| row.gm.join("\n")).unwrap_or_default();
        sheet = sheet.block(secret("gm-here", &way.here, here));
        sheet = sheet.block(secret("waits", "Who waits", waiting(site)));
        sheet = sheet.block(secret("loot", "What lies about", lying(site)));
    }
    view.sheet(sheet)
}

/// Those the party has before it, as anybody there sees them. Who is still hidden is no creature yet.
fn foes_here(at: At<'_, DeadWeight>) -> String {
    let way = &at.state.expedition;
    let Some(room) = way.room(&way.here) else { return String::new() };
    let foes = foes_of(at.state, room);
    let names: Vec<&str> = foes.iter().map(|who| at.state.name(*who)).collect();
    if names.is_empty() || at.state.battle.is_some() {
        return String::new();
    }
    let how = match (room.peace, room.unaware) {
        (true, _) => "in peace with you",
        (false, true) => "unaware of you",
        (false, false) => "against you",
    };
    format!("Here, {how}: {}.", names.join(", "))
}

fn waiting(site: &Site) -> String {
    let all = site.rooms.iter().flat_map(|(name, room)| {
        room.waits.iter().map(move |one| format!("{name}: {} {}", one.at.len(), one.foe))
    });
    all.collect::<Vec<_>>().join("\n")
}

fn lying(site: &Site) -> String {
    let all = site
        .rooms
        .iter()
        .flat_map(|(name, room)| room.loot.iter().map(move |lying| format!("{name}: {}", lying_name(lying))));
    all.collect::<Vec<_>>().join("\n")
}

/// Places a seat knows of: for players those they have been to, and where known ways lead from there.
fn places(at: At<'_, DeadWeight>, site: &Site, seat: Seat) -> Places {
    let way = &at.state.expedition;
    let been = |name: &str| site.rooms.get(name).is_some_and(|room| room.visited);
    let open = |one: &&crate::state::Way| {
        seat.is_gm() || (!one.secret && (been(&one.between[0]) || been(&one.between[1])))
    };
    let near = |name: &str| site.ways.iter().filter(open).any(|one| one.from(name).is_some());
    let mut all = Places::new("places", way.site.clone());
    for (name, room) in &site.rooms {
        if !(seat.is_gm() || room.visited || near(name) || way.here == *name) {
            continue;
        }
        let mut place = Place::new(name.clone(), name.clone()).seen(room.visited).here(way.here == *name);
        place = present(at.state, name).into_iter().fold(place, Place::with);
        if seat.is_gm() {
            place = room.flags.iter().fold(place, |place, flag| place.flag(flag.clone()));
        }
        all = all.place(place);
    }
    for one in site.ways.iter().filter(open) {
        let mut link =
            Link::new(one.between[0].clone(), one.between[1].clone()).cost(one.turns.into(), "turns");
        if one.locked {
            link = link.lock("locked");
        }
        all = all.link(link);
    }
    all
}
