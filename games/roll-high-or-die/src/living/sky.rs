//! Weather: the dice of a dawn, how it turns from Watch to Watch, and what a Watch out in it does.

use boneyard_table::{Cx, Flow, Group, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::need;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::{Book, WeatherRow, WeatherStepRow};
use crate::combat::{at_ease, gm};
use crate::fact::LivingFact;
use crate::gear;
use crate::house::WeatherModule;
use crate::hurt::{Gain, ease, gain};
use crate::rules;
use crate::state::{Condition, Season, Spending, State, Watch};

/// The Referee says what time of year it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetSeason {
    /// Which.
    pub season: Season,
}

/// The Referee says what the weather is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetWeather {
    /// By its name.
    pub weather: String,
}

/// The weather there is; none while it is Clear and nobody said so, or while the module is off.
pub fn weather<'b>(state: &State, book: &'b Book) -> Option<&'b WeatherRow> {
    if state.house.weather == WeatherModule::Off {
        return None;
    }
    state.days.weather.and_then(|id| book.weather.get(id.as_str()))
}

/// The Referee says what time of year it is.
pub fn set_season(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, set: SetSeason) -> Flow {
    let rule = rules::RH_WTHR_01H;
    gm(by, rule, "The Referee sets the season.")?;
    module(cx.state())?;
    record(cx, rule, LivingFact::Season { season: set.season }.into());
    Ok(())
}

/// The Referee says what the weather is.
pub fn set_weather(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, set: &SetWeather) -> Flow {
    let rule = rules::RH_WTHR_01H;
    gm(by, rule, "The Referee sets the weather.")?;
    module(cx.state())?;
    at_ease(cx.state(), rule)?;
    let Some(row) = cx.book().weather.named(set.weather.trim()) else {
        let known: Vec<&str> = cx.book().weather.iter().map(|row| row.name.as_str()).collect();
        let sentence = format!("There is no such weather; there are {}.", known.join(", "));
        return refuse(Refusal::new(rule, "no-such-weather", sentence));
    };
    record(cx, row.id, LivingFact::Weather { weather: row.id }.into());
    Ok(())
}

fn module(state: &State) -> Result<(), Refusal> {
    if state.house.weather == WeatherModule::Off {
        let sentence = "The module `weather` is off: it is always Clear.";
        return Err(Refusal::new(rules::RH_WEATH_01, "module-off", sentence).with("module", "weather"));
    }
    Ok(())
}

fn called(row: &WeatherStepRow, season: Season) -> &str {
    match season {
        Season::Spring => &row.spring,
        Season::Summer => &row.summer,
        Season::Autumn => &row.autumn,
        Season::Winter => &row.winter,
    }
}

/// The weather of a Watch that begins. While the Referee has named no season, nothing is rolled.
pub(super) fn turns(cx: &mut Cx<'_, RollHighOrDie>) -> Flow {
    let rule = rules::RH_WTHR_01H;
    let Some(season) = cx.state().days.season else { return Ok(()) };
    if cx.state().house.weather == WeatherModule::Off {
        return Ok(());
    }
    let book = cx.book();
    let row_of = |total: u8| book.weather_rows.iter().find(|row| row.faces.contains(&total));
    let dawn = cx.state().days.spent == 0 || cx.state().days.weather.is_none();
    let mut fresh = dawn;
    let mut row = None;
    if !dawn {
        match cx.die(rule, Seat::GM, 6)? {
            1 => row = toward_seven(cx.state(), book, season).and_then(row_of),
            6 => fresh = true,
            _ => return Ok(()),
        }
    }
    if fresh {
        let total = cx.dice_read(rule, Seat::GM, Group::new(2, 6), |faces| faces.sum())?;
        row = u8::try_from(total).ok().and_then(row_of);
    }
    let found = row.and_then(|row| book.weather.named(called(row, season)));
    if let Some(sky) = found {
        cx.cite(rule);
        record(cx, sky.id, LivingFact::Weather { weather: sky.id }.into());
    }
    Ok(())
}

/// The row next to the present weather's, on the way to 7.
fn toward_seven(state: &State, book: &Book, season: Season) -> Option<u8> {
    let sky = state.days.weather.and_then(|id| book.weather.get(id.as_str()))?;
    let row = book.weather_rows.iter().find(|row| called(row, season).eq_ignore_ascii_case(&sky.name))?;
    let (first, last) = (row.faces.iter().copied().min()?, row.faces.iter().copied().max()?);
    match first {
        _ if row.faces.contains(&7) => Some(7),
        first if first > 7 => Some(first - 1),
        _ => Some(last + 1),
    }
}

/// What a Watch in this weather does to everybody, and what warmth and shade undo.
pub(super) fn weighs(cx: &mut Cx<'_, RollHighOrDie>, watch: &Watch) {
    let sky = weather(cx.state(), cx.book());
    for (who, spend) in &watch.spends {
        let (who, outside) = (*who, !watch.shelters(*who));
        let Some(sky) = sky else {
            warms(cx, watch, who, *spend, false, false);
            continue;
        };
        let warm = watch.fire || insulated(cx.state(), who);
        let cold = sky.chilled > 0
            && if sky.chilled_resting {
                spend.rests() && !watch.fire && !has(cx.state(), cx.book(), who, "bedroll")
            } else {
                outside && !warm
            };
        let hot = sky.overheated > 0 && outside && !spend.rests();
        if cold {
            gain(cx, who, Gain { stacks: sky.chilled, ..Gain::new(Condition::Chilled, sky.id) });
        }
        if hot {
            gain(cx, who, Gain { stacks: sky.overheated, ..Gain::new(Condition::Overheated, sky.id) });
        }
        if sky.collects > 0 && outside {
            need::caught(cx, who, sky.collects, sky.id);
        }
        if sky.soaks && outside {
            gain(cx, who, Gain::new(Condition::Soaked, sky.id));
        }
        warms(cx, watch, who, *spend, cold, hot);
    }
}

fn warms(cx: &mut Cx<'_, RollHighOrDie>, watch: &Watch, who: Who, spend: Spending, cold: bool, hot: bool) {
    let roof = watch.shelters(who);
    if (watch.fire || roof) && !cold {
        ease(cx, who, Condition::Chilled, Some(1), Condition::Chilled.rule());
    }
    if (roof || spend.rests()) && !hot {
        ease(cx, who, Condition::Overheated, Some(1), Condition::Overheated.rule());
    }
    if watch.fire {
        let wet = weather(cx.state(), cx.book()).is_some_and(|sky| sky.soaks) && !roof;
        if !wet {
            ease(cx, who, Condition::Soaked, None, Condition::Soaked.rule());
        }
    }
}

fn insulated(state: &State, who: Who) -> bool {
    gear::worn(state, who).any(|(_, suit)| suit.tags.iter().any(|tag| tag == "Insulated"))
}

fn has(state: &State, book: &Book, who: Who, hook: &str) -> bool {
    let one = state.one(who);
    one.sheet.items.iter().zip(&one.live.items).any(|(thing, now)| {
        let row = thing.like.and_then(|like| book.gear.get(like.as_str()));
        now.place.is_carried() && now.count > 0 && row.is_some_and(|row| row.hook.as_deref() == Some(hook))
    })
}
