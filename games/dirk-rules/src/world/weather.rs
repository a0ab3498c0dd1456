//! Extreme weather: setting in, what its hours do, what it keeps from being done, and its end.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{Audience, Cx, Flow, Group, Refusal, Seat, Who, deed};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::draw::{any_weather, secret};
use super::hazard::{company, endanger, spared, struck};
use super::question::HoursOut;
use super::rows::{Hit, Hourly, WeatherRow};
use super::{Weather, WorldFact};
use crate::DirkRules;
use crate::book::Book;
use crate::check::{Save, is_alive, save};
use crate::effect::Size;
use crate::fact::Fact;
use crate::rules;
use crate::state::State;
use crate::time::{Out, Task, TaskKind, TimeFact};

const HOUR: u32 = 3_600;

/// The weather that lasts now, with its row.
pub fn weather_now<'a>(state: &State, book: &'a Book) -> Option<(Weather, &'a WeatherRow)> {
    let weather = state.world.weather.filter(|weather| state.clock < weather.until)?;
    Some((weather, book.weathers.get(weather.is.as_str())?))
}

deed! {
    /// The referee says what the weather is: by name, or by a D6; for no hours it clears up.
    pub struct SetWeather(form: DirkRules) {
        /// Which, by name; a D6 decides where nothing is said.
        #[serde(default)]
        is: Option<String> = weather(form)?,
        /// For how many hours; none and it clears up.
        hours: u16 = hours(form)?,
    }
}

fn weather(form: &mut Filling<'_, DirkRules>) -> Filled<Option<String>> {
    let all = form.book.weathers.iter();
    form.maybe("is", "To what", all.map(|row| (row.name.clone(), &row.name)))
}

/// The field `hours`: none of them where there is something to clear up.
fn hours(form: &mut Filling<'_, DirkRules>) -> Filled<u16> {
    let least = i32::from(form.state.world.weather.is_none());
    form.amount("hours", "For how many hours", least..=168)
}

impl Deed<DirkRules> for SetWeather {
    const CARD: Card = Card::gm("The weather turns", "World").rule(rules::DK_WEA_01H);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (rule, hours) = (rules::DK_WEA_01H, self.hours);
        if hours == 0 {
            return may.not_if(may.state.world.weather.is_none(), || {
                Refusal::new(rule, "fair", "The weather is nothing to speak of already.")
            });
        }
        may.not_if(hours > 1_000, || {
            let sentence = "Weather lasts 1,000 hours at most.";
            Refusal::new(rule, "how-long", sentence).with("most", 1_000)
        })?;
        let rows = &may.book.weathers;
        match self.is.as_deref().filter(|name| rows.named(name).is_none()) {
            Some(name) => may.no(|| {
                let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
                let sentence = format!("There is no weather {name}. There are {}.", names.join(", "));
                Refusal::new(rule, "no-such-weather", sentence)
            }),
            None => Ok(()),
        }
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        if self.hours == 0 {
            if let Some(weather) = cx.state().world.weather {
                ends(cx, weather);
            }
            return Ok(());
        }
        let named = self.is.as_deref().and_then(|name| cx.book().weathers.named(name));
        let is = match named {
            Some(row) => row.id,
            None => any_weather(cx, rules::DK_WEA_01H)?,
        };
        sets_in(cx, is, u32::from(self.hours) * HOUR);
        Ok(())
    }
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

/// Full hours of weather between two seconds.
fn full_hours(weather: Weather, from: u32, to: u32) -> u16 {
    let full = |clock: u32| clock.clamp(weather.since, weather.until).saturating_sub(weather.since) / HOUR;
    full(to).saturating_sub(full(from)).min(1_500) as u16
}

/// When the weather next does something: with each full hour, and when it ends.
pub(crate) fn weather_due(state: &State, seen: u32) -> Option<u32> {
    let weather = state.world.weather?;
    let passed = seen.saturating_sub(weather.since) / HOUR;
    Some(weather.since.saturating_add(HOUR.saturating_mul(passed + 1)).min(weather.until))
}

/// Time is about to pass in extreme weather: how many of its full hours people are out in it.
pub(crate) fn hours_ahead(cx: &mut Cx<'_, DirkRules>, task: &Task, to: u32) -> Flow {
    let (now, weather) = (cx.state().clock, cx.state().world.weather);
    let hours = weather.map_or(0, |weather| full_hours(weather, now, to));
    if hours > 0 {
        out_in_it(cx, &task.who, (to, hours), if abroad(task.kind) { hours.min(8) } else { 0 })?;
    }
    Ok(())
}

/// Asks how many hours people are out in it, where the referee has to say.
fn out_in_it(cx: &mut Cx<'_, DirkRules>, who: &[Who], (to, of): (u32, u16), likely: u16) -> Flow {
    let row = cx.state().world.weather.and_then(|weather| cx.book().weathers.get(weather.is.as_str()));
    let Some((row, hourly)) = row.and_then(|row| Some((row, row.hourly.as_ref()?))) else { return Ok(()) };
    let hours = match hourly.to {
        Hit::OneByChance => of,
        Hit::InTheOpen | Hit::Exerted => cx.ask(Seat::GM, HoursOut { is: row.id, of, likely })?,
    };
    let out = Out { who: who.to_vec(), to, hours };
    cx.record_for(Audience::GM, row.id, Fact::Time(TimeFact::Out(out)));
    Ok(())
}

/// Time has passed in extreme weather since it was last seen to: each full hour of it does what it does, until its time is up.
pub(crate) fn weather_passes(cx: &mut Cx<'_, DirkRules>, from: u32) -> Flow {
    let (to, weather) = (cx.state().clock, cx.state().world.weather);
    let Some(weather) = weather else { return Ok(()) };
    let row = cx.book().weathers.get(weather.is.as_str());
    let hourly = row.and_then(|row| Some((row, row.hourly.as_ref()?)));
    for left in (0..full_hours(weather, from, to)).rev() {
        let Some((row, hourly)) = hourly else { break };
        // Nobody said before how long they are out in it.
        if cx.state().days.out.as_ref().is_none_or(|out| out.to < to) {
            cx.within((left, from), |cx| out_in_it(cx, &[], (to, left + 1), 0))?;
        }
        let Some(out) = cx.state().days.out.clone().filter(|out| out.hours > 0) else { break };
        let rest = Out { hours: out.hours - 1, ..out.clone() };
        cx.record_for(Audience::GM, row.id, Fact::Time(TimeFact::Out(rest)));
        cx.within((left, from, &out.who), |cx| hour(cx, row, hourly, &out.who))?;
    }
    if weather.until <= to {
        ends(cx, weather);
    }
    Ok(())
}

/// Whether something is done out of doors and with effort, as far as one can guess.
fn abroad(kind: TaskKind) -> bool {
    matches!(kind, TaskKind::Travel(_) | TaskKind::Way(_) | TaskKind::Explore)
}

/// An hour of it.
fn hour(cx: &mut Cx<'_, DirkRules>, row: &WeatherRow, hourly: &Hourly, who: &[Who]) -> Flow {
    let state = cx.state();
    let heroes = state.everybody().filter(|&who| state.sheet(who).hero && state.sheet(who).draft.is_none());
    let all: Vec<Who> = if who.is_empty() { heroes.collect() } else { who.to_vec() };
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ford {
    /// Everybody who crosses.
    pub who: Vec<Who>,
}

impl Form<DirkRules> for Ford {
    fn form(form: &mut Filling<'_, DirkRules>) -> Filled<Self> {
        Ok(Self { who: company(form)? })
    }
}

fn in_flood(may: May<'_, DirkRules>) -> bool {
    weather_now(may.state, may.book).is_some_and(|(_, row)| row.crossing.is_some())
}

impl Deed<DirkRules> for Ford {
    const CARD: Card = Card::gm("They ford water in flood", "World").rule(rules::DK_WEA_04H);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (rule, who) = (rules::DK_WEA_04H, &self.who);
        let doubled = who.iter().enumerate().any(|(at, one)| who[..at].contains(one));
        may.not_if(who.is_empty() || doubled, || {
            Refusal::new(rule, "who", "Name everybody who crosses, each once.")
        })?;
        who.iter().try_for_each(|one| is_alive(may, *one))?;
        may.not_if(!in_flood(may), || {
            Refusal::new(rule, "no-flood", "No water is in flood: anybody can cross.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let row = weather_now(cx.state(), cx.book()).map(|(_, row)| row);
        let Some((row, danger)) = row.and_then(|row| Some((row, row.crossing.as_ref()?))) else {
            return Ok(());
        };
        let who = self.who;
        for (at, &one) in who.iter().enumerate() {
            cx.within((row.id, &who[at..]), |cx| endanger(cx, row.id, one, danger))?;
        }
        Ok(())
    }
}
