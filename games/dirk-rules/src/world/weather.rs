//! Extreme weather: setting in, what its hours do, what it keeps from being done, and its end.

use boneyard_table::{Cx, Flow, Group, Refusal, Seat, Who, refuse};

use super::draw::{any_weather, secret};
use super::hazard::{endanger, spared, struck};
use super::question::HoursOut;
use super::rows::{Hit, Hourly, WeatherRow};
use super::{Weather, WorldFact};
use crate::DirkRules;
use crate::book::Book;
use crate::check::{Save, alive, referee, save};
use crate::effect::Size;
use crate::fact::Fact;
use crate::rules;
use crate::state::State;
use crate::time::{Task, TaskKind};

const HOUR: u32 = 3_600;

/// The weather that lasts now, with its row.
pub fn weather_now<'a>(state: &State, book: &'a Book) -> Option<(Weather, &'a WeatherRow)> {
    let weather = state.world.weather.filter(|weather| state.clock < weather.until)?;
    Some((weather, book.weathers.get(weather.is.as_str())?))
}

/// The referee says what the weather is: by name, or by a D6; for no hours it clears up.
pub fn set_weather(cx: &mut Cx<'_, DirkRules>, by: Seat, is: Option<&str>, hours: u16) -> Flow {
    let rule = rules::DK_WEA_01H;
    referee(by, rule, "say what the weather is")?;
    if hours == 0 {
        let Some(weather) = cx.state().world.weather else {
            return refuse(Refusal::new(rule, "fair", "The weather is nothing to speak of already."));
        };
        ends(cx, weather);
        return Ok(());
    }
    if hours > 1_000 {
        let sentence = "Weather lasts 1,000 hours at most.";
        return refuse(Refusal::new(rule, "how-long", sentence).with("most", 1_000));
    }
    let is = match is {
        Some(name) => match cx.book().weathers.named(name) {
            Some(row) => row.id,
            None => {
                let names: Vec<&str> = cx.book().weathers.iter().map(|row| row.name.as_str()).collect();
                let sentence = format!("There is no weather {name}. There are {}.", names.join(", "));
                return refuse(Refusal::new(rule, "no-such-weather", sentence));
            }
        },
        None => any_weather(cx, rule)?,
    };
    sets_in(cx, is, u32::from(hours) * HOUR);
    Ok(())
}

/// Weather sets in, in the place of any other.
pub(super) fn sets_in(cx: &mut Cx<'_, DirkRules>, is: boneyard_table::RuleId, seconds: u32) {
    let since = cx.state().clock;
    let until = since.saturating_add(seconds);
    cx.record(is, Fact::World(WorldFact::Weather(Weather { is, since, until })));
}

fn ends(cx: &mut Cx<'_, DirkRules>, weather: Weather) {
    cx.record(weather.is, Fact::World(WorldFact::WeatherOver { is: weather.is }));
}

/// Its time is up.
fn over(cx: &mut Cx<'_, DirkRules>) {
    if let Some(weather) = cx.state().world.weather.filter(|weather| weather.until <= cx.state().clock) {
        ends(cx, weather);
    }
}

/// Time has passed in extreme weather: each full hour of it does what it does.
pub(crate) fn hours_pass(cx: &mut Cx<'_, DirkRules>, task: &Task, from: u32) -> Flow {
    let Some(weather) = cx.state().world.weather else { return Ok(()) };
    let Some(row) = cx.book().weathers.get(weather.is.as_str()) else { return Ok(()) };
    let full = |clock: u32| clock.clamp(weather.since, weather.until).saturating_sub(weather.since) / HOUR;
    let hours = full(cx.state().clock).saturating_sub(full(from)).min(1_500) as u16;
    if let Some(hourly) = row.hourly.as_ref().filter(|_| hours > 0) {
        let out = match hourly.to {
            Hit::OneByChance => hours,
            Hit::InTheOpen | Hit::Exerted => {
                let likely = if abroad(task.kind) { hours.min(8) } else { 0 };
                cx.ask(Seat::GM, HoursOut { is: row.id, of: hours, likely })?
            }
        };
        for left in (0..out).rev() {
            cx.within((task, from, left), |cx| hour(cx, row, hourly, task))?;
        }
    }
    over(cx);
    Ok(())
}

/// Whether something is done out of doors and with effort, as far as one can guess.
fn abroad(kind: TaskKind) -> bool {
    matches!(kind, TaskKind::Travel(_) | TaskKind::Way(_) | TaskKind::Explore)
}

/// An hour of it.
fn hour(cx: &mut Cx<'_, DirkRules>, row: &WeatherRow, hourly: &Hourly, task: &Task) -> Flow {
    let state = cx.state();
    let heroes = state.everybody().filter(|&who| state.sheet(who).hero && state.sheet(who).draft.is_none());
    let all: Vec<Who> = if task.who.is_empty() { heroes.collect() } else { task.who.clone() };
    let all: Vec<Who> = all.into_iter().filter(|&who| !state.live(who).dead).collect();
    if all.is_empty() {
        return Ok(());
    }
    if let Some(most) = hourly.up_to {
        let face = secret(cx, row.id, Size::Dice { count: 1, sides: 20, plus: 0 })?;
        if face > most.into() {
            return Ok(());
        }
    }
    let all = match hourly.to {
        Hit::OneByChance => {
            let one = cx.within((row.id, &all), |cx| by_chance(cx, row, &all))?;
            let near = |who: &Who| hourly.area.is_some_and(|feet| cx.state().feet(*who, one) <= feet);
            let beside = cx.state().everybody().filter(|&who| {
                let sheet = cx.state().sheet(who);
                who != one && sheet.draft.is_none() && !cx.state().live(who).dead && near(&who)
            });
            [one].into_iter().chain(beside).collect()
        }
        Hit::InTheOpen | Hit::Exerted => all,
    };
    // A blast is one roll for all; cold and heat take everybody by themselves.
    let shared = match (hourly.to, hourly.damage.dice) {
        (Hit::OneByChance, Size::Dice { sides, .. }) => {
            Some(cx.dice(row.id, Seat::GM, Group::new(1, sides))?.first().into())
        }
        _ => None,
    };
    for (at, &who) in all.iter().enumerate() {
        cx.within((row.id, &all[at..], shared), |cx| exposed(cx, row, hourly, who, shared))?;
    }
    Ok(())
}

fn exposed(
    cx: &mut Cx<'_, DirkRules>,
    row: &WeatherRow,
    hourly: &Hourly,
    who: Who,
    shared: Option<u16>,
) -> Flow {
    cx.cite(row.id);
    if hourly.spared_by.as_deref().is_some_and(|tag| spared(cx, who, tag)) {
        return Ok(());
    }
    if let Some(ability) = hourly.save
        && cx.within(who, |cx| save(cx, Save::new(who, ability, row.id)))?
    {
        return Ok(());
    }
    let amount = match (shared, hourly.damage.dice) {
        (Some(amount), _) => amount,
        (None, Size::Dice { sides, .. }) => cx.dice(row.id, who, Group::new(1, sides))?.first().into(),
        (None, _) => return Ok(()),
    };
    struck(cx, row.id, who, &hourly.damage, amount)
}

/// One of several, by a die only the referee sees.
fn by_chance(cx: &mut Cx<'_, DirkRules>, row: &WeatherRow, all: &[Who]) -> Flow<Who> {
    let many = all.len().min(20) as u16;
    let sides = [4u8, 6, 8, 10, 12, 20].into_iter().find(|sides| u16::from(*sides) >= many).unwrap_or(20);
    // Every face stands for somebody, or is rolled again.
    let whole = u16::from(sides) / many * many;
    loop {
        cx.mark(row.id, all.len())?;
        let face = secret(cx, row.id, Size::Dice { count: 1, sides, plus: 0 })?;
        if (1..=whole).contains(&face) {
            return Ok(all[usize::from((face - 1) % many)]);
        }
    }
}

/// People cross water while it is in flood.
pub fn ford(cx: &mut Cx<'_, DirkRules>, by: Seat, who: &[Who]) -> Flow {
    let rule = rules::DK_WEA_04H;
    referee(by, rule, "let people cross the water")?;
    let doubled = who.iter().enumerate().any(|(at, one)| who[..at].contains(one));
    if who.is_empty() || doubled {
        return refuse(Refusal::new(rule, "who", "Name everybody who crosses, each once."));
    }
    for &one in who {
        alive(cx.at(), one)?;
    }
    let row = weather_now(cx.state(), cx.book()).map(|(_, row)| row);
    let Some((row, danger)) = row.and_then(|row| Some((row, row.crossing.as_ref()?))) else {
        return refuse(Refusal::new(rule, "no-flood", "No water is in flood: anybody can cross."));
    };
    for (at, &one) in who.iter().enumerate() {
        cx.within((row.id, &who[at..]), |cx| endanger(cx, row.id, one, danger))?;
    }
    Ok(())
}
