//! Weather: the dice of a dawn, how it turns from Watch to Watch, and what a Watch out in it does.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Group, Refusal, RuleId, Seat, Who, deed};

use super::{THE_DAY, need};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::{Book, WeatherRow, WeatherStepRow};
use crate::combat::at_ease;
use crate::fact::LivingFact;
use crate::gear;
use crate::house::WeatherModule;
use crate::hurt::{Gain, ease, gain};
use crate::picks::any;
use crate::rules;
use crate::state::{Condition, Season, Spending, State, Watch};

deed! {
    /// The Referee says what time of year it is.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct SetSeason(form: RollHighOrDie) {
        /// Which.
        season: Season = {
            form.only_if(form.state.encounter.is_none())?;
            let all = [Season::Spring, Season::Summer, Season::Autumn, Season::Winter];
            any(form, "season", "Which", all.map(|season| (season, format!("{season:?}"))))?
        },
    }
}

deed! {
    /// The Referee says what the weather is.
    #[serde(deny_unknown_fields)]
    pub struct SetWeather(form: RollHighOrDie) {
        /// By its name.
        weather: String = {
            form.only_if(form.state.encounter.is_none())?;
            let skies: Vec<&String> = form.book.weather.iter().map(|row| &row.name).collect();
            any(form, "weather", "Which", skies.iter().map(|sky| ((*sky).clone(), (*sky).clone())))?
        },
    }
}

/// The weather there is; none while it is Clear and nobody said so, or while the module is off.
pub fn weather<'b>(state: &State, book: &'b Book) -> Option<&'b WeatherRow> {
    if state.house.weather == WeatherModule::Off {
        return None;
    }
    state.days.weather.and_then(|id| book.weather.get(id.as_str()))
}

impl Deed<RollHighOrDie> for SetSeason {
    const CARD: Card = Card::gm("Name the season", THE_DAY).rule(rules::RH_WTHR_01H);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        Ok(module(may.state)?)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        record(cx, rules::RH_WTHR_01H, LivingFact::Season { season: self.season }.into());
        Ok(())
    }
}

impl SetWeather {
    fn sky(&self, may: May<'_, RollHighOrDie>) -> Lawful<RuleId> {
        let rule = rules::RH_WTHR_01H;
        module(may.state)?;
        at_ease(may.state, rule)?;
        match may.book.weather.named(self.weather.trim()) {
            Some(row) => Ok(row.id),
            None => may.no(|| {
                let known: Vec<&str> = may.book.weather.iter().map(|row| row.name.as_str()).collect();
                let sentence = format!("There is no such weather; there are {}.", known.join(", "));
                Refusal::new(rule, "no-such-weather", sentence)
            }),
        }
    }
}

impl Deed<RollHighOrDie> for SetWeather {
    const CARD: Card = Card::gm("Name the weather", THE_DAY).rule(rules::RH_WTHR_01H);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.sky(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let weather = self.sky(May::quiet(cx.at(), by))?;
        record(cx, weather, LivingFact::Weather { weather }.into());
        Ok(())
    }
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
