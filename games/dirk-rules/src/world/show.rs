//! The world as it is shown and told. Weather is everybody's; what tables brought and which
//! threats grow is the referee's alone.

use boneyard_table::view::{Framed, Line, Secret, Sheet, Text, Tracker, View};
use boneyard_table::{At, Seat, Who};
use serde_json::{Value, json};

use super::{AtHand, What, WorldFact, weather_now};
use crate::DirkRules;
use crate::tell::gems_in_words;

/// Adds the world to a view.
pub(crate) fn show(at: At<'_, DirkRules>, seat: Seat, mut view: View) -> View {
    if let Some((weather, row)) = weather_now(at.state, at.book) {
        let hours = i32::try_from((weather.until - at.state.clock).div_ceil(3_600)).unwrap_or(i32::MAX);
        let label = format!("Weather: {}, hours left", row.name);
        view = view.tracker(Tracker::count("weather", label, hours).event(0, row.text.clone(), false));
    }
    if !seat.is_gm() {
        return view;
    }
    for (number, threat) in at.state.world.threats.iter().enumerate() {
        let label = format!("{} ({})", threat.name, threat.stage());
        let shown = Tracker::bar(format!("threat-{number}"), label, threat.step.into(), 4);
        view = view.tracker(shown.seen_by(vec![Seat::GM]));
    }
    if at.state.world.at_hand.is_empty() {
        return view;
    }
    let lines: Vec<String> = at.state.world.at_hand.iter().map(|thing| words(at, thing)).collect();
    let sheet = Sheet::table("at-hand", "At hand");
    let brought = Text::new("at-hand", "What the tables brought", lines.join("\n")).secret(Secret::Gm);
    view.sheet(sheet.block(brought))
}

/// Something at hand in words.
pub(super) fn words(at: At<'_, DirkRules>, thing: &AtHand) -> String {
    let what = match &thing.what {
        What::Creatures { like, count, attitude } => {
            let name = at.book.creatures.get(like.as_str()).map_or("creature", |row| &row.name);
            let how = attitude.map_or(String::new(), |known| format!(", {}", known.name()));
            format!("{count} {name}{how}")
        }
        What::Thing { name, count, left } => {
            let left = left.map_or(String::new(), |left| format!(", {left} left"));
            format!("{count} {name}{left}")
        }
        What::Gems(gems) => gems_in_words(*gems),
        What::Refill(much) => format!("{much} ammo or charges"),
        What::Weather { is, seconds } => {
            let name = at.book.weathers.get(is.as_str()).map_or("weather", |row| &row.name);
            format!("{name} for {} hours", seconds / 3_600)
        }
        What::Harm { .. } | What::Note => return thing.text.clone(),
    };
    format!("{}: {what}", thing.text)
}

/// A fact about the world as told to a seat.
pub(crate) fn tell(at: At<'_, DirkRules>, fact: &WorldFact, seat: Seat) -> Option<Line> {
    let name = |who: Who| at.state.creature(who).map_or("somebody", |creature| &creature.sheet.name);
    let weather = |is: boneyard_table::RuleId| {
        at.book.weathers.get(is.as_str()).map_or("the weather", |row| row.name.as_str())
    };
    Some(match fact {
        WorldFact::Sign { sign } => Line::change(format!("You notice {sign}.")),
        WorldFact::Weather(set) => Line::time(format!("The weather turns: {}.", weather(set.is))),
        WorldFact::WeatherOver { is } => Line::time(format!("It is over: {}.", weather(*is))),
        WorldFact::Searched { who, body } => {
            Line::change(format!("{} searches {}.", name(*who), name(*body))).who(*who)
        }
        WorldFact::Gems { who, from, to } => {
            let more = to.saturating_sub(*from);
            Line::change(format!("{} gets {} and has {to} now.", name(*who), gems_in_words(more))).who(*who)
        }
        WorldFact::Paid { who, from, to } => {
            let less = from.saturating_sub(*to);
            Line::change(format!("{} pays {} and has {to} now.", name(*who), gems_in_words(less))).who(*who)
        }
        WorldFact::Befell { who, text } => Line::change(format!("{}: {text}.", name(*who))).who(*who),
        WorldFact::Odd(odd) => {
            let told = format!(
                "A new thing: {}, weight {}, worth {}.",
                odd.name,
                odd.weight,
                gems_in_words(odd.gems)
            );
            Line::change(told)
        }
        _ if !seat.is_gm() => return None,
        WorldFact::Drawn { table, rolled: Some(rolled), text } => {
            Line::change(format!("{table}, {rolled}: {text}"))
        }
        WorldFact::Drawn { table, rolled: None, text } => Line::change(format!("{table}, instead: {text}")),
        WorldFact::AtHand(thing) => Line::change(format!("At hand: {}", words(at, thing))),
        WorldFact::Gone { .. } => return None,
        WorldFact::Threat { threat, .. } => {
            Line::change(format!("{}: step {}, {}.", threat.name, threat.step, threat.stage()))
        }
    })
}

/// Everything about it, by path.
pub(crate) fn values(at: At<'_, DirkRules>) -> Value {
    let world = &at.state.world;
    let weather = weather_now(at.state, at.book).map_or("fair", |(_, row)| row.name.as_str());
    let threats: serde_json::Map<String, Value> =
        world.threats.iter().map(|threat| (threat.name.clone(), threat.step.into())).collect();
    let at_hand: Vec<String> = world.at_hand.iter().map(|thing| words(at, thing)).collect();
    let until = world.weather.map(|weather| weather.until);
    json!({ "weather": weather, "until": until, "at_hand": at_hand, "threats": threats })
}
