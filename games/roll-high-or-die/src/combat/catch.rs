//! Catching somebody who falls: whoever is beside them and on firm ground may try before gravity has them, by the Referee's
//! form.

use boneyard_table::{At, Cx, Flow, Refusal, Who};

use super::grapple::OnNeighbour;
use super::legal::{beside, in_encounter, target as check_target};
use super::push::{entered, floor_under, is_object, taken, ties};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::Book;
use crate::check::attempt;
use crate::fact::FightFact;
use crate::hurt::end_conditions;
use crate::question::Ruled;
use crate::rules;
use crate::sight;
use crate::state::{Condition, Skill, Spot, State};

const RULE: boneyard_table::RuleId = rules::RH_FALL_01;
/// What is proposed: as much as laying hands on somebody takes otherwise.
const AP: u8 = 2;
const DC: i16 = 15;

/// Whether somebody may try to catch another who falls, and where to.
pub fn check_catch(at: At<'_, RollHighOrDie>, on: OnNeighbour) -> Result<Spot, Refusal> {
    let (state, book) = (at.state, at.book);
    let told = |code: &str, sentence: String| Err(Refusal::new(RULE, code, sentence));
    in_encounter(state, book, on.who, 0)?;
    check_target(state, book, on.who, on.target, RULE)?;
    let (who, target) = (state.name(on.who), state.name(on.target));
    if !state.live(on.target).is(Condition::Falling) {
        return told("not-falling", format!("{target} is not falling."));
    }
    if state.hostile(on.target, on.who) {
        return told("no-ally", format!("{target} takes no hand of {who}."));
    }
    if state.live(on.who).lift > 0 {
        return told("no-ground", format!("{who} has no ground to stand on."));
    }
    beside(state, on.who, on.target, RULE)?;
    match firm(state, book, on) {
        Some(spot) => Ok(spot),
        None => told("no-room", format!("There is no firm ground beside {who} to pull {target} onto.")),
    }
}

/// The free space beside the catcher, level with them and nearest to whoever falls.
fn firm(state: &State, book: &Book, on: OnNeighbour) -> Option<Spot> {
    let (own, from) = (state.live(on.who).at?, state.live(on.target).at?);
    let size = state.sheet(on.target).size.spaces();
    let level = sight::bottom(state, on.who);
    let around = (-1..=1).flat_map(|down| (-1..=1).map(move |across| (across, down)));
    let spots = around.filter_map(|(across, down)| own.step(across, down));
    let free = |spot: &Spot| {
        floor_under(state, *spot, size) == Some(level)
            && taken(state, on.target, spot.footprint(size), level).is_none()
            && !spot.spaces(size).any(|spot| is_object(state, book, spot))
    };
    let far =
        |spot: &Spot| (sight::metric(state).distance(from.footprint(size), spot.footprint(size)), *spot);
    spots.filter(free).min_by_key(far)
}

/// Tries to catch somebody who falls.
pub fn catch(cx: &mut Cx<'_, RollHighOrDie>, on: OnNeighbour) -> Flow {
    let to = check_catch(cx.at(), on)?;
    let what = format!("catch {}", cx.state().name(on.target));
    let proposed = Ruled {
        ap: AP,
        skill: Some(Skill::Athletics),
        dc: DC,
        success: "held fast".into(),
        failure: "out of reach".into(),
        ..Ruled::default()
    };
    cx.cite(RULE);
    if !cx.within((on.who, on.target, to), |cx| attempt(cx, on.who, &what, Some(proposed)))? {
        return Ok(());
    }
    pulled(cx, on.target, to)
}

fn pulled(cx: &mut Cx<'_, RollHighOrDie>, who: Who, to: Spot) -> Flow {
    record(cx, RULE, FightFact::Pushed { who, to, lift: 0 }.into());
    end_conditions(cx, who, RULE, |ailment| ailment.what == Condition::Falling);
    ties(cx);
    cx.within(who, |cx| entered(cx, who))
}
