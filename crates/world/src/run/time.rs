//! Time: [`advance`] is the only function that moves the clock. It goes from moment to moment, so that however a span is cut up,
//! the same boundaries are settled, each exactly once.

use boneyard_table::clock::Time;
use boneyard_table::{Cx, Flow};

use super::effect::run;
use super::fact::WorldFact;
use super::fill::{file, rolled};
use super::settle::settle;
use super::spend::finish_due;
use super::upkeep::upkeep;
use super::worldly::Worldly;
use crate::adventure::{Sky, When};
use crate::dice::Dice;

/// Seconds of a day.
pub(super) const DAY: u64 = 86_400;
/// Most moments of one span: nobody waits longer for an answer.
const MOST_MOMENTS: u32 = 20_000;

/// A moment of the clock.
pub(super) type Moment = Time;

/// What comes again and again: so many seconds, first at `at`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// How long from one to the next.
    pub seconds: u64,
    /// When it first comes.
    pub at: u64,
}

/// How far time went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// All of it.
    Whole,
    /// It stopped before.
    Stopped {
        /// When.
        at: Time,
    },
}

/// Time goes on. At each moment at which something falls due it stops, in this order: the clock; what the game's own bodies wait
/// for; what people spent time on and have done; units the game settles; everybody's needs; trackers, hazards and events of the
/// files; what is due now, the oldest first. It stops where a fight began or the game says so.
pub fn advance<G: Worldly>(cx: &mut Cx<'_, G>, to: Time) -> Flow<Passed> {
    for _ in 0..MOST_MOMENTS {
        let now = G::world(cx.state()).now;
        if now >= to {
            return Ok(Passed::Whole);
        }
        let next = next(cx, now, to);
        let (fought, stopped) = (G::fight(cx.at()).is_some(), G::stops(cx.at()));
        cx.record(G::CITES.time, WorldFact::Now { from: now, to: next }.into());
        if G::due(cx.at()).is_some_and(|due| due <= next) {
            G::fell_due(cx)?;
        }
        finish_due(cx)?;
        let mut goes_on = true;
        for unit in G::UNITS_SETTLED {
            if G::period(unit).is_some_and(|period| due_between(period, now, next)) {
                goes_on &= G::unit(cx, unit)?;
            }
        }
        if G::UPKEEP.and_then(G::period).is_some_and(|period| due_between(period, now, next)) {
            upkeep(cx)?;
        }
        settle(cx)?;
        while let Some(coming) = G::world(cx.state())
            .coming
            .iter()
            .filter(|coming| coming.due <= next)
            .min_by_key(|coming| (coming.due, coming.number))
            .cloned()
        {
            cx.record(G::CITES.adventure, WorldFact::CameDue(coming.number).into());
            run(cx, &coming.then, &coming.scope, &mut 0)?;
            settle(cx)?;
        }
        if !goes_on || (!fought && G::fight(cx.at()).is_some()) || (!stopped && G::stops(cx.at())) {
            break;
        }
    }
    let at = G::world(cx.state()).now;
    Ok(if at >= to { Passed::Whole } else { Passed::Stopped { at } })
}

/// The next moment at which something falls due.
fn next<G: Worldly>(cx: &Cx<'_, G>, now: Time, to: Time) -> Time {
    let world = G::world(cx.state());
    let mut next = to;
    let mut least = |at: Option<Time>| {
        if let Some(at) = at.filter(|at| *at > now) {
            next = next.min(at);
        }
    };
    least(G::due(cx.at()));
    for coming in &world.coming {
        least(Some(coming.due));
    }
    for doing in world.doings.values() {
        least(doing.ends());
    }
    least(G::UPKEEP.and_then(G::period).and_then(|period| after(period, now)));
    for unit in G::UNITS_SETTLED {
        least(G::period(unit).and_then(|period| after(period, now)));
    }
    for key in &world.order {
        let over = world.running(key).is_none_or(|running| running.ended.is_some());
        let Some(file) = file(cx, key).filter(|_| !over) else { continue };
        let again = |word: &str| often::<G>(word).and_then(|period| after(period, now));
        file.adventure.pace.iter().for_each(|pace| least(again(pace.unit.as_str())));
        file.tracker
            .iter()
            .filter_map(|tracker| tracker.every.as_ref())
            .for_each(|every| least(again(every.as_str())));
        let hazards = file.place.iter().flat_map(|place| &place.hazards);
        hazards.filter_map(|hazard| hazard.every.as_ref()).for_each(|every| least(again(every.as_str())));
        for when in file.event.iter().flat_map(|event| event.when.iter()) {
            match when {
                When::Every(word) => least(again(word.as_str())),
                When::Hour(word) => least(when_is::<G>(word.as_str(), now)),
                _ => {}
            }
        }
    }
    next
}

/// How often something comes: a unit, a moment of the day, or so many units.
pub(super) fn often<G: Worldly>(word: &str) -> Option<Period> {
    match word.split_once(' ') {
        None => G::period(word),
        Some((number, unit)) => {
            let number: u64 = number.parse().ok().filter(|number| *number > 0)?;
            let seconds = G::period(unit)?.seconds.checked_mul(number)?;
            Some(Period { seconds, at: 0 })
        }
    }
}

/// Whether it comes after one time, up to and including another.
pub(super) fn due_between(period: Period, from: Time, to: Time) -> bool {
    after(period, from).is_some_and(|at| at <= to)
}

/// When it comes next after a time.
fn after(period: Period, time: Time) -> Option<Time> {
    let seconds = period.seconds.max(1);
    let since = match time.0.checked_sub(period.at) {
        Some(since) => since / seconds + 1,
        None => 0,
    };
    since.checked_mul(seconds)?.checked_add(period.at).map(Time)
}

/// When a moment of the calendar is next after a time: `nightfall`, `watch 13`, `day 4 dawn`.
fn when_is<G: Worldly>(word: &str, time: Time) -> Option<Time> {
    let words: Vec<&str> = word.split(' ').collect();
    let fixed = |unit: &str, number: &str, at: u64| {
        let number: u64 = number.parse().ok().filter(|number| *number > 0)?;
        let seconds = G::period(unit)?.seconds;
        Some(Time(seconds.checked_mul(number - 1)?.checked_add(at)?)).filter(|at| *at > time)
    };
    match *words {
        [moment] => after(G::period(moment)?, time),
        [unit, number] => fixed(unit, number, 0),
        ["day", number, moment] => fixed("day", number, G::period(moment)?.at),
        _ => None,
    }
}

/// Whether a moment is after one time, up to and including another.
pub(super) fn moment<G: Worldly>(word: &str, from: Time, to: Time) -> bool {
    when_is::<G>(word, from).is_some_and(|at| at <= to)
}

/// How many seconds a span of a file is: `2 turns`, `1d3 rounds`, `11 miles open`.
pub(super) fn seconds<G: Worldly>(cx: &mut Cx<'_, G>, span: &str) -> Flow<u64> {
    let mut words = span.split(' ');
    let (number, unit) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let Ok(dice) = number.parse::<Dice>() else { return Ok(0) };
    let number = u64::try_from(rolled(cx, &dice)?).unwrap_or(0);
    if let Some(ground) = words.next() {
        return Ok(G::ground(number, unit, ground).unwrap_or(0));
    }
    Ok(G::period(unit).map_or(0, |period| period.seconds).saturating_mul(number))
}

/// Whether something is written as a span of the game's.
pub(super) fn is_span<G: Worldly>(span: &str) -> bool {
    let words: Vec<&str> = span.split(' ').collect();
    let (number, unit, ground) = match *words {
        [number, unit] => (number, unit, None),
        [number, unit, ground] => (number, unit, Some(ground)),
        _ => return false,
    };
    let Ok(dice) = number.parse::<Dice>() else { return false };
    match ground {
        Some(ground) => G::ground(u64::try_from(dice.most()).unwrap_or(0), unit, ground).is_some(),
        None => G::period(unit).is_some(),
    }
}

/// Day or night.
pub(super) fn hour_of<G: Worldly>(now: Time) -> Sky {
    let at = |moment: &str| G::HOURS.iter().find(|(name, _)| *name == moment).map(|(_, at)| *at);
    let since = now.0 % DAY;
    let (dawn, nightfall) = (at("dawn").unwrap_or(6 * 3_600), at("nightfall").unwrap_or(18 * 3_600));
    if (dawn..nightfall).contains(&since) { Sky::Day } else { Sky::Night }
}
