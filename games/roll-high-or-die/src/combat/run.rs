//! Running: a way gone step by step, with whatever it meets.

use boneyard_board::Route;
use boneyard_table::{At, Cx, Flow, Refusal, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::legal::known;
use super::maneuver::{RULE, declare, drag, may_move, met};
use super::push::{entered, ties};
use super::react::fizzle;
use super::way::{Way, check_line, height_of, is_open, way};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::check::skill_check;
use crate::effect;
use crate::fact::FightFact;
use crate::passive;
use crate::rules;
use crate::state::Spot;

/// Running.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Who.
    pub who: Who,
    /// Where to.
    pub to: Spot,
    /// By which spaces; the shortest way between those, and altogether if nothing is said.
    #[serde(default)]
    pub by: Vec<Spot>,
}

/// The way of a run, or why it cannot be made.
pub fn check_run(at: At<'_, RollHighOrDie>, run: &Run) -> Result<Way, Refusal> {
    let (state, book, who) = (at.state, at.book, run.who);
    known(state, who)?;
    let from = may_move(state, book, who, 1)?;
    way(at, run, from)
}

/// Runs.
pub fn run(cx: &mut Cx<'_, RollHighOrDie>, run: &Run) -> Flow {
    let found = check_run(cx.at(), run)?;
    let who = run.who;
    let asked = declare(cx, who, 1, true)?;
    if cx.state().live(who).dead {
        return Ok(());
    }
    passive::cite(cx, who, "run", passive::Situation::default());
    let held = passive::forbids(cx.state(), cx.book(), who, "move").is_some()
        || passive::forbids(cx.state(), cx.book(), who, "maneuver").is_some();
    let route = match cx.state().live(who).at {
        Some(from) if super::able(cx.state(), who).is_ok() && !held => {
            let again = if asked { way(cx.at(), run, from) } else { found.still(cx.at(), run, from) };
            again.ok()
        }
        _ => None,
    };
    match route {
        Some(way) => walk(cx, who, &way.route),
        None => {
            fizzle(cx, who, "the run");
            Ok(())
        }
    }
}

/// Goes a way step by step; what is dragged along comes after.
fn walk(cx: &mut Cx<'_, RollHighOrDie>, who: Who, route: &Route) -> Flow {
    let spots: SmallVec<[Spot; 8]> = route.squares.iter().filter_map(|square| Spot::of(*square)).collect();
    cx.cite(rules::RH_POS_02);
    for (nth, to) in spots.iter().copied().enumerate().skip(1) {
        let left = cx.state().live(who).at;
        if !goes_on(cx, who, left, to) {
            fizzle(cx, who, "the way on");
            return Ok(());
        }
        let size = cx.state().sheet(who).size.spaces();
        let floor = height_of(cx.state(), to, size);
        if met(cx, who, to.footprint(size), floor) {
            return Ok(());
        }
        record(cx, RULE, FightFact::Moved { who, to, lift: 0 }.into());
        drag(cx, who, left);
        ties(cx);
        let locals = (who, nth as u16, &spots);
        cx.within(locals, |cx| entered(cx, who))?;
        if cx.within(locals, |cx| ran_into(cx, who))? || stopped(cx, who) {
            return Ok(());
        }
    }
    Ok(())
}

/// Whether the map lets somebody go on who may remember it otherwise.
fn goes_on(cx: &Cx<'_, RollHighOrDie>, who: Who, from: Option<Spot>, to: Spot) -> bool {
    let state = cx.state();
    state.remembered.is_empty() || from.is_none_or(|from| is_open(state, cx.book(), who, from, to))
}

fn stopped(cx: &Cx<'_, RollHighOrDie>, who: Who) -> bool {
    let state = cx.state();
    super::able(state, who).is_err()
        || !state.live(who).stance.is_upright()
        || passive::forbids(state, cx.book(), who, "move").is_some()
}

/// What entering a floor by a run does. Gives whether that ends it.
fn ran_into(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow<bool> {
    let book = cx.book();
    let Some(row) = passive::floor(cx.state(), book, who) else { return Ok(false) };
    let Some(entering) = &row.run_in else { return Ok(false) };
    if let Some(footing) = &entering.check {
        let words: &[&str] = if row.name == "Ice" { &["ice"] } else { &[] };
        if let Some(entry) = passive::hook(cx.state(), book, who, "sure-footed") {
            cx.cite(entry);
        }
        if skill_check(cx, who, footing.skill, footing.dc.into(), row.id, words)? {
            return Ok(false);
        }
    }
    cx.within((who, row.id), |cx| effect::befalls(cx, who, &entering.effects, row.id))?;
    Ok(entering.stops)
}

/// Runs in a straight line as one Maneuver that is paid already. Gives whether it was done.
pub fn go_line(cx: &mut Cx<'_, RollHighOrDie>, who: Who, to: Spot, most: u32) -> Flow<bool> {
    declare(cx, who, 0, true)?;
    if cx.state().live(who).dead {
        return Ok(false);
    }
    match check_line(cx.at(), who, to, most) {
        Ok(route) => walk(cx, who, &route)?,
        Err(_) => fizzle(cx, who, "the charge"),
    }
    Ok(cx.state().live(who).at == Some(to))
}
