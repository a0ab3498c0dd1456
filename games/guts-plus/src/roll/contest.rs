//! Contests: totals against each other, and the totals that order the first round of a fight.

use std::borrow::Cow;
use std::sync::Arc;

use boneyard_table::{Cx, Flow, Who};
use smallvec::SmallVec;

use super::flow::{self, Before, side, tray};
use super::{Call, Came, contest_scale};
use crate::GutsPlus;
use crate::fact::RollFact;
use crate::growth;
use crate::house::VoluntaryFailContestXp;
use crate::rules;
use crate::state::{Base, Last, Rolled, Scale, Side};

/// A contest, whole. The result is that of the one who acts; what it means is the caller's.
pub fn contest(cx: &mut Cx<'_, GutsPlus>, call: Call) -> Flow<Came> {
    let give_up = call.give_up;
    flow::call(cx, call, Rolled::Contest);
    let before = if give_up { flow::gives_up(cx, 0)? } else { flow::before(cx)? };
    match before {
        Before::Works => return Ok(super::works(cx, rules::GP_CORE_04)),
        Before::GaveUp(nth) => return gave_up(cx, nth),
        Before::Roll => {}
    }
    let all = flow::everyone(cx.state());
    for (nth, _) in &all {
        flow::throw(cx, *nth)?;
    }
    for (nth, _) in &all {
        flow::assist(cx, *nth)?;
    }
    for (nth, _) in &all {
        flow::pair(cx, *nth)?;
        flow::total(cx, *nth);
    }
    if all.iter().filter(|(nth, _)| !side(cx.state(), *nth).bonus.is_empty()).count() > 1 {
        cx.cite(rules::GP_CONT_07);
    }
    cx.mark(rules::GP_CONT_02, ())?;
    let own = side(cx.state(), 0).total;
    let differences: SmallVec<[i16; 2]> =
        (1..all.len() as u8).map(|nth| own - side(cx.state(), nth).total).collect();
    let outcomes: SmallVec<[Scale; 2]> =
        differences.iter().map(|difference| contest_scale(*difference)).collect();
    if outcomes.len() > 1 {
        cx.cite(rules::GP_CONT_08);
    }
    let outcome = outcomes.first().copied().unwrap_or(Scale::Failure);
    let near = if outcomes.len() == 1 { super::near(cx, outcome)? } else { None };
    cx.cite(rules::GP_CONT_04);
    cx.cite(rules::GP_CONT_09);
    cx.cite(rules::GP_XP_02);
    let moved = near.as_deref().is_some_and(|near| near != "not_this_time");
    let achieved = outcome >= Scale::Full || moved;
    finish(cx, outcome, &outcomes, &differences, achieved, near, rules::GP_CONT_03);
    Ok(Came { outcome, outcomes, differences, achieved, gave_up: false })
}

fn finish(
    cx: &mut Cx<'_, GutsPlus>,
    outcome: Scale,
    outcomes: &[Scale],
    differences: &[i16],
    achieved: bool,
    near: Option<Cow<'static, str>>,
    rule: boneyard_table::RuleId,
) {
    let tray = tray(cx.state());
    let last = Last {
        who: tray.actor().who,
        what: cx.words(|_| tray.what.clone()),
        kind: Some(Rolled::Contest),
        outcome,
        dice: tray.actor().dice.clone(),
        bonus: tray.actor().bonus.len() as u8,
        differences: SmallVec::from_slice(differences),
        outcomes: SmallVec::from_slice(outcomes),
        achieved,
        near,
        twist: None,
    };
    cx.record(rule, RollFact::CameOut { last: Arc::new(last) }.into());
}

/// An aggressor who gives up fails; a defender who does lets it happen.
fn gave_up(cx: &mut Cx<'_, GutsPlus>, nth: u8) -> Flow<Came> {
    let (who, pool) = (side(cx.state(), nth).who, side(cx.state(), nth).pool);
    if cx.state().house.voluntary_fail_contest_xp == VoluntaryFailContestXp::On {
        growth::gain_xp(cx, who, pool.into(), rules::GP_VOL_04, "");
    }
    let outcome = if nth == 0 { Scale::Failure } else { Scale::Full };
    finish(cx, outcome, &[outcome], &[], nth != 0, None, rules::GP_VOL_04);
    let outcomes = SmallVec::from_slice(&[outcome]);
    Ok(Came { outcome, outcomes, differences: SmallVec::new(), achieved: nth != 0, gave_up: nth == 0 })
}

/// What each fighter rolls for the first round.
pub fn first_round(cx: &mut Cx<'_, GutsPlus>, fighters: &[Who]) -> Flow<Vec<i16>> {
    let rule = rules::GP_COMB_02;
    let mut totals: Vec<i16> = Vec::with_capacity(fighters.len());
    for who in fighters {
        let own = Side::new(*who, Some(Base::Gumption), Base::Gumption.nth());
        let call = Call::new(rule, "who goes first", own);
        flow::call(cx, call, Rolled::Order);
        let known = totals.clone();
        cx.within(known, |cx| {
            flow::throw(cx, 0)?;
            flow::pair(cx, 0)
        })?;
        flow::total(cx, 0);
        totals.push(side(cx.state(), 0).total);
        cx.record(rule, RollFact::Off.into());
    }
    Ok(totals)
}
