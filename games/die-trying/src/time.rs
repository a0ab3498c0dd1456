//! Time going by: lights that burn out, sleepers that wake, effects whose time is over, each at its own
//! moment and in order.

use boneyard_table::clock::Time;
use boneyard_table::moment::Moment;
use boneyard_table::{Cx, Flow, Who};

use crate::DieTrying;
use crate::book::{Book, Of, Passive};
use crate::fact::{AffectFact, HurtFact, RestFact, TableFact, TrapFact};
use crate::gear::{burn_out, burns_until};
use crate::house::DayRollover;
use crate::hurt::moment_passes;
use crate::magic;
use crate::passive;
use crate::rules;
use crate::state::{Fate, Span, State, Ware, What};

/// The moment at which a Rest is over, by its number among the moments of this game.
pub const REST: u16 = 1;

/// Seconds in a day.
const DAY: u64 = 24 * 3600;
/// When a day begins.
const DAWN: u64 = 6 * 3600;

/// Time goes on to a moment, settling everything on the way in order.
pub fn advance(cx: &mut Cx<'_, DieTrying>, to: Time) -> Flow {
    while let Some(next) = due(cx.state(), cx.book(), to) {
        cx.record(rules::DT_HOUSE_14H, TableFact::Time { to: next }.into());
        settle(cx, next);
    }
    if cx.state().now < to {
        cx.record(rules::DT_HOUSE_14H, TableFact::Time { to }.into());
    }
    Ok(())
}

/// The first moment up to this one at which something happens by itself.
fn due(state: &State, book: &Book, to: Time) -> Option<Time> {
    let mut first: Option<Time> = None;
    let mut meet = |time: Time| {
        if time <= to {
            first = Some(first.map_or(time, |known| known.min(time)));
        }
    };
    for who in state.everybody() {
        let one = state.one(who);
        if let Fate::Stable(until) = one.live.fate {
            meet(until);
        }
        for (sheet, item) in one.sheet.items.iter().zip(&one.live.items) {
            if let (Ware::Lamp(_), Some(until)) = (&sheet.ware, burns_until(state, book, who, item)) {
                meet(until);
            }
        }
        for affect in one.live.affects.iter() {
            for wait in &affect.until.moments {
                if let Moment::At(time) = wait.moment {
                    meet(time);
                }
            }
        }
    }
    let dawn = next_dawn(state.now);
    meet(dawn);
    for rip in &state.rips {
        if let Some(until) = rip.until {
            meet(until);
        }
    }
    if let Some((_, at)) = state.dungeon.as_ref().and_then(|dungeon| dungeon.coming) {
        meet(at);
    }
    first
}

fn settle(cx: &mut Cx<'_, DieTrying>, now: Time) {
    for who in cx.state().everybody() {
        burn_out(cx, who, now);
        wakes(cx, who, now);
    }
    moment_passes(cx, Moment::At(now));
    magic::close_rips(cx);
    crate::dungeon::arrive(cx);
    if (now.0 + DAY - DAWN).is_multiple_of(DAY) && cx.state().house.day_rollover == DayRollover::Dawn {
        new_day(cx);
    }
}

/// The next 06:00 after a moment.
fn next_dawn(now: Time) -> Time {
    let since = (now.0 + DAY - DAWN) % DAY;
    now.later(DAY - since)
}

/// The day a moment belongs to; it begins at 06:00.
pub fn day_of(now: Time) -> u64 {
    (now.0 + DAY - DAWN) / DAY
}

/// A new day: instability is gone, and whatever lasted until then.
pub fn new_day(cx: &mut Cx<'_, DieTrying>) {
    let rule = rules::DT_MAG_06;
    cx.record(rule, RestFact::Day { day: day_of(cx.state().now) }.into());
    let leaving: Vec<Who> = cx.state().beings().filter(|who| called(cx.state(), cx.book(), *who)).collect();
    for who in cx.state().everybody() {
        let live = cx.state().live(who);
        if live.instability > 0 || live.magic_dice > 0 {
            crate::sight::note(cx, who, rule, AffectFact::Magic { who, magic_dice: 0, instability: 0 });
        }
        if cx.state().live(who).used.iter().any(|used| used.until == Span::Day) {
            cx.record(rule, TableFact::Fresh { who, span: Span::Day }.into());
        }
        let leaks =
            passive::find(cx.state(), cx.book(), who, Of::Hook.called("dawn-instability"), |passive| {
                match passive {
                    Passive::Hook(hook) if hook == "dawn-instability" => Some(()),
                    _ => None,
                }
            });
        if let Some((_, curse)) = leaks {
            magic::gain(cx, who, 0, 1, curse);
        }
    }
    for nth in 0..cx.state().locks.len() {
        let lock = &cx.state().locks[nth];
        if lock.jammed > 0 {
            let fact = TrapFact::Lock { nth: nth as u8, open: lock.open, jammed: 0, forced: None };
            cx.record(rule, fact.into());
        }
    }
    for who in leaving {
        cx.record(rule, TableFact::Went { who }.into());
    }
    moment_passes(cx, Moment::DayStart);
}

/// Whether somebody does not stay beyond the day: called by magic, or from beyond.
fn called(state: &State, book: &Book, who: Who) -> bool {
    let one = state.one(who);
    let lent = one.live.affects.iter().any(|affect| affect.what.what == What::Called);
    let row = one.sheet.like.and_then(|like| book.creatures.get(like.as_str()));
    !one.live.away && (lent || row.is_some_and(|row| row.hooks.iter().any(|hook| hook == "dawn-leaves")))
}

/// The one who lay Stable comes to with 1 HP.
fn wakes(cx: &mut Cx<'_, DieTrying>, who: Who, now: Time) {
    if matches!(cx.state().live(who).fate, Fate::Stable(until) if until <= now) {
        let amount = 1 - cx.state().live(who).hp;
        cx.record(rules::DT_HP_06, HurtFact::Healed { who, amount, to: 1 }.into());
        cx.record(rules::DT_HP_11, HurtFact::CameRound { who }.into());
    }
}
