//! A scenario as it is shown, told and offered. Players get where they are, where they have been and
//! which ways lead on; who waits, what lies about and how the clocks stand is the referee's.

use std::collections::BTreeSet;

use boneyard_board::{Link, PlaceId};
use boneyard_table::view::{
    Candidate, Domain, Framed, Line, Link as ViewLink, OfferCard, Param, Place, Places, Scene, Secret, Sheet,
    Text, Tracker, View,
};
use boneyard_table::{At, Refusal, Seat, Who};
use serde_json::{Value, json};

use super::play::Fate;
use super::{Land, SceneFact};
use crate::DirkRules;
use crate::rules;
use crate::state::State;
use crate::tell::gems_in_words;

/// Adds the scenario to a view.
pub(crate) fn show(at: At<'_, DirkRules>, seat: Seat, view: View) -> View {
    let Some((land, row)) = at.state.land.as_ref().zip(at.book.scenario.as_ref()) else { return view };
    let here = at.book.places.iter().find(|place| place.number == land.party.0);
    let title = land.place_name(land.party.0).to_owned();
    let text = here.map(|place| place.text.clone()).unwrap_or_default();
    let mut view = view.scene(Scene::new(title, text).places(places(land, seat)));
    let mut sheet = Sheet::table("scenario", land.name.clone());
    sheet = sheet.block(Text::new("known", "What is known", row.known.join("\n")));
    if seat.is_gm() {
        let secret =
            |key: &str, label: &str, text: String| Text::new(key, label.to_owned(), text).secret(Secret::Gm);
        sheet = sheet.block(secret("gm", "Only for the referee", row.gm.join("\n")));
        if let Some(place) = here {
            sheet = sheet.block(secret("gm-here", &place.name, place.gm.join("\n")));
            let dangers =
                place.hazards.iter().map(|one| format!("{} {}", one.is, one.about).trim().to_owned());
            sheet = sheet.block(secret("dangers", "Dangers here", dangers.collect::<Vec<_>>().join("\n")));
        }
        let waits: Vec<String> = land.waits.iter().map(|waits| waiting(land, waits)).collect();
        sheet = sheet.block(secret("waits", "Who still waits", waits.join("\n")));
        let lies = land.loot.iter().map(|lies| format!("{}: {}", land.place_name(lies.place), lies.what));
        sheet = sheet.block(secret("loot", "What still lies about", lies.collect::<Vec<_>>().join("\n")));
        let ends = [&row.brood.end, &row.sleeper.end];
        for (clock, end) in land.clocks.iter().zip(ends) {
            let (now, size) = (clock.value(), clock.end().unwrap_or_default());
            let shown = Tracker::clock(clock.name().to_lowercase(), clock.name().to_owned(), now, size);
            view = view.tracker(shown.event(size, end.clone(), clock.is_full()).seen_by(vec![Seat::GM]));
        }
    }
    view.sheet(sheet)
}

fn waiting(land: &Land, waits: &super::Waits) -> String {
    let more = if waits.added > 0 { format!(", {} more by now", waits.added) } else { String::new() };
    let asleep = if waits.asleep { ", asleep" } else { "" };
    format!("{}: {}{more}{asleep}", land.place_name(waits.place), waits.who)
}

/// Places a seat knows of: for players those where the party has been, and where ways lead from there.
fn places(land: &Land, seat: Seat) -> Places {
    let beside = |been: &PlaceId| {
        let ways = land.places.ways(*been, &Link::to_stranger);
        ways.into_iter().map(|way| way.to.id).collect::<Vec<_>>()
    };
    let near: BTreeSet<PlaceId> =
        land.been.iter().flat_map(beside).chain(land.been.iter().copied()).collect();
    let known = |id: PlaceId| seat.is_gm() || near.contains(&id);
    let key = |id: PlaceId| format!("place-{}", id.0);
    let mut all = Places::new("places", land.name.clone());
    for place in land.places.iter().filter(|place| known(place.id)) {
        let seen = land.been.contains(&place.id);
        let mut shown = Place::new(key(place.id), place.name.clone()).seen(seen).here(place.id == land.party);
        if seat.is_gm() {
            shown = place.flags.iter().fold(shown, |shown, flag| shown.flag(flag.clone()));
        }
        all = all.place(shown);
    }
    // A way is known to whoever has stood at one of its ends.
    let met = |link: &&Link| seat.is_gm() || land.been.contains(&link.one) || land.been.contains(&link.other);
    for link in land.places.links().filter(met) {
        all = all.link(ViewLink::new(key(link.one), key(link.other)).cost(link.cost, "minutes"));
    }
    all
}

/// A fact as told to a seat.
pub(crate) fn tell(state: &State, fact: &SceneFact, seat: Seat) -> Option<Line> {
    let line = Line::change(sentence(state, fact, seat)?);
    Some(match fact {
        SceneFact::Gems { who, .. } | SceneFact::Got { who, .. } => line.who(*who),
        _ => line,
    })
}

fn sentence(state: &State, fact: &SceneFact, seat: Seat) -> Option<String> {
    let land = state.land.as_ref()?;
    let name = |who: Who| state.creature(who).map_or("somebody", |creature| &creature.sheet.name);
    Some(match fact {
        SceneFact::Began { land } => format!("{} begins at {}.", land.name, land.place_name(land.party.0)),
        SceneFact::Went { from, to } => {
            format!("The party goes from {} to {}.", land.place_name(*from), land.place_name(*to))
        }
        SceneFact::Gems { who, from, to } => {
            format!("{} gets {} and has {to} now.", name(*who), gems_in_words(to.saturating_sub(*from)))
        }
        SceneFact::Got { who, sheet, .. } => format!("{} gets: {}.", name(*who), sheet.name),
        SceneFact::Fate { of, is: Fate::Home } => format!("{of} is home."),
        SceneFact::Over => format!("{} is over.", land.name),
        _ if !seat.is_gm() => return None,
        SceneFact::Revealed { who } => format!("Nobody waits any more under the name {who}."),
        SceneFact::Found { place, what } => format!("{}: {what}, found.", land.place_name(*place)),
        SceneFact::Hand { clock, to } => format!("The clock {clock} stands at {to}."),
        SceneFact::Added { who, added } => format!("{added} more wait by now: {who}."),
        SceneFact::Woke { who } => format!("{who} wakes."),
        SceneFact::Flag { place, flag, on: true } => format!("{}: {flag}.", land.place_name(*place)),
        SceneFact::Flag { place, flag, on: false } => {
            format!("{}: no longer {flag}.", land.place_name(*place))
        }
        SceneFact::Fate { of, is } => format!("{of}: {}.", fate_name(*is)),
    })
}

fn fate_name(fate: Fate) -> &'static str {
    match fate {
        Fate::Home => "home",
        Fate::Dead => "dead",
        Fate::Gone => "gone",
        Fate::Bargained => "bargained with",
    }
}

/// Everything about it, by path.
pub(crate) fn values(at: At<'_, DirkRules>) -> Value {
    let Some(land) = &at.state.land else { return Value::Null };
    let clocks: serde_json::Map<String, Value> =
        land.clocks.iter().map(|clock| (clock.name().to_owned(), clock.value().into())).collect();
    let waits: serde_json::Map<String, Value> = land
        .waits
        .iter()
        .map(|waits| {
            (waits.who.clone(), json!({ "place": waits.place, "added": waits.added, "asleep": waits.asleep }))
        })
        .collect();
    let lies: Vec<&str> = {
        let here = land.loot.iter().filter(|lies| lies.place == land.party.0);
        here.map(|lies| lies.what.as_str()).collect()
    };
    let flags = land.places.place(land.party).map(|place| place.flags.clone()).unwrap_or_default();
    json!({
        "name": land.name, "party": land.place_name(land.party.0), "waits": waits, "clocks": clocks,
        "lies": lies, "flags": flags, "fates": land.fates,
    })
}

/// What any seat may do in it.
pub(crate) fn offers(at: At<'_, DirkRules>) -> Vec<OfferCard> {
    let Some(land) = &at.state.land else { return Vec::new() };
    let ways = land.places.ways(land.party, &Link::to_stranger);
    let ways = ways.into_iter().map(|way| {
        Candidate::new(way.to.name.clone(), way.to.name.clone()).say(format!("{} minutes", way.link.cost))
    });
    let fights = at.state.battle.is_some();
    let busy = fights
        .then(|| Refusal::new(rules::DK_SCEN_00H, "in-battle", "There is no time for that in a battle."));
    vec![
        OfferCard::new("go", "Go on", "Scenario")
            .rule(rules::DK_SCEN_00H)
            .param(Param::new("to", "Where to", Domain::place(ways)))
            .refused(busy),
    ]
}

/// What the referee may do besides.
pub(crate) fn referee_offers(at: At<'_, DirkRules>) -> Vec<OfferCard> {
    let rule = rules::DK_SCEN_00H;
    let card = |command, label| OfferCard::new(command, label, "Scenario").rule(rule);
    let Some((land, row)) = at.state.land.as_ref().zip(at.book.scenario.as_ref()) else {
        return at
            .book
            .scenario
            .iter()
            .map(|row| card("set_out", "Begin a scenario").about(row.name.clone()))
            .collect();
    };
    let here = at.book.places.iter().find(|place| place.number == land.party.0);
    let words = |names: Vec<&str>| {
        Domain::one_of(names.into_iter().map(|name| Candidate::new(json!(name), name.to_owned())))
    };
    let heroes = || {
        let state = at.state;
        let fit =
            |who: &Who| state.sheet(*who).hero && state.sheet(*who).draft.is_none() && !state.live(*who).dead;
        Domain::creature(
            state.everybody().filter(fit).map(|who| Candidate::new(who, state.sheet(who).name.clone())),
        )
    };
    let empty = |empty: bool, sentence: &str| empty.then(|| Refusal::new(rule, "nothing-left", sentence));
    let waits: Vec<&str> = land.waits.iter().map(|waits| waits.who.as_str()).collect();
    let lies: Vec<&str> =
        land.loot.iter().filter(|lies| lies.place == land.party.0).map(|lies| lies.what.as_str()).collect();
    let tries: Vec<&str> = here.iter().flat_map(|place| &place.tries).map(|row| row.what.as_str()).collect();
    let flags: Vec<&str> = here.iter().flat_map(|place| &place.flags).map(String::as_str).collect();
    let clocks: Vec<&str> =
        land.clocks.iter().filter(|clock| !clock.is_full()).map(|clock| clock.name()).collect();
    let open: Vec<&str> = {
        let all = row.missing.iter().chain(&row.menaces).map(String::as_str);
        all.filter(|name| !land.fates.contains_key(*name)).collect()
    };
    let fates = [Fate::Home, Fate::Dead, Fate::Gone, Fate::Bargained];
    vec![
        card("reveal", "Bring in who waits")
            .refused(empty(waits.is_empty(), "Nobody waits any more."))
            .param(Param::new("name", "Who", words(waits))),
        card("attempt", "Call for what can be tried here")
            .refused(empty(tries.is_empty(), "Here is nothing to try."))
            .param(Param::new("who", "Who", heroes()))
            .param(Param::new("what", "What", words(tries))),
        card("loot", "Hand out what lies here")
            .refused(empty(lies.is_empty(), "Here lies nothing any more."))
            .param(Param::new("who", "To whom", heroes()))
            .param(Param::new("what", "What", words(lies))),
        card("advance", "Move a clock early")
            .refused(empty(clocks.is_empty(), "The clocks have run out."))
            .param(Param::new("clock", "Which", words(clocks))),
        card("flag", "Say how it is here")
            .refused(empty(flags.is_empty(), "Here is nothing to change."))
            .param(Param::new("flag", "What", words(flags)))
            .param(Param::new("on", "Is it so", Domain::yes_no())),
        card("fate", "Say what became of somebody")
            .refused(empty(open.is_empty(), "All fates are known."))
            .param(Param::new("of", "Of whom", words(open)))
            .param(Param::new(
                "is",
                "What",
                Domain::one_of(fates.map(|fate| Candidate::new(json!(fate), fate_name(fate)))),
            ))
            .param(Param::new("who", "Who is paid", heroes()).optional()),
    ]
}
