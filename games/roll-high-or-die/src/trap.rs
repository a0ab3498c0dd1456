//! Traps: laid by the Referee or by a thing, noticed by those who look, disarmed by steady hands, sprung by whoever comes
//! onto them and does not get out of the way. Nobody but the Referee knows of one that was not noticed.

use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::{Book, TrapRow};
use crate::check::skill_check;
use crate::combat::{able, gm, over_nothing, pay, push, takes, ties};
use crate::effect;
use crate::fact::{BoardFact, FightFact};
use crate::question::DodgeBy;
use crate::rules;
use crate::state::{Skill, Spot, State, Trap};

/// The Referee lays a trap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LayTrap {
    /// Which, by its name.
    pub trap: String,
    /// Where.
    pub at: Spot,
}

/// Somebody tries to disarm a trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Disarm {
    /// Who.
    pub who: Who,
    /// Where it lies.
    pub at: Spot,
}

const RULE: RuleId = rules::RH_HOUSE_18H;

/// The row of a trap: a sample, or the thing it is.
fn row<'b>(book: &'b Book, what: &str) -> Option<(&'b TrapRow, RuleId)> {
    let sample = book.traps.iter().find(|row| row.name.as_deref() == Some(what));
    let thing = || book.gear.named(what).and_then(|row| Some((row.trap.as_ref()?, row.id)));
    sample.map(|row| (row, RULE)).or_else(thing)
}

fn at(state: &State, spot: Spot) -> Option<&Trap> {
    state.board.as_ref().and_then(|board| board.traps.iter().find(|trap| trap.at == spot))
}

/// The Referee lays a trap.
pub fn lay_trap(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, lay: &LayTrap) -> Flow {
    gm(by, RULE, "Only the Referee lays traps by word.")?;
    let told = |code: &str, sentence: String| refuse(Refusal::new(RULE, code, sentence));
    if row(cx.book(), &lay.trap).is_none() {
        let known = cx.book().traps.iter().filter_map(|row| row.name.as_deref());
        let sentence = format!("There is no such trap; there are {}.", known.collect::<Vec<_>>().join(", "));
        return told("no-such-trap", sentence);
    }
    if !cx.state().board.as_ref().is_some_and(|board| board.has(lay.at)) {
        return told("no-map", format!("{} is on no map.", lay.at));
    }
    let trap = Trap { at: lay.at, what: lay.trap.clone(), by: None, noticed: false };
    record(cx, RULE, BoardFact::Trap(trap).into());
    Ok(())
}

/// What somebody who looks around with this total notices.
pub fn notice(cx: &mut Cx<'_, RollHighOrDie>, who: Who, total: i16, feet: u16) {
    if cx.state().sheet(who).side != 0 {
        return;
    }
    let Some(own) = cx.state().live(who).at else { return };
    let near = |spot: Spot| {
        u32::from(feet) >= crate::sight::metric(cx.state()).distance(own.footprint(1), spot.footprint(1)) * 5
    };
    let hidden = cx.state().board.iter().flat_map(|board| &board.traps).filter(|trap| !trap.noticed);
    let found: Vec<Trap> = hidden
        .filter(|trap| near(trap.at))
        .filter(|trap| row(cx.book(), &trap.what).is_some_and(|(row, _)| total >= i16::from(row.notice)))
        .cloned()
        .collect();
    for trap in found {
        record(cx, RULE, BoardFact::Trap(Trap { noticed: true, ..trap }).into());
    }
}

/// Whether somebody may try to disarm one now.
pub fn check_disarm(state: &State, book: &Book, disarm: Disarm) -> Result<u8, Refusal> {
    takes(state, book, disarm.who, 1)?;
    let told = |code: &str, sentence: String| Err(Refusal::new(RULE, code, sentence));
    let Some(trap) = at(state, disarm.at).filter(|trap| trap.noticed) else {
        return told("no-trap", format!("Nobody has noticed a trap at {}.", disarm.at));
    };
    let own = state.live(disarm.who).at;
    if !own.is_some_and(|own| own.x.abs_diff(disarm.at.x) <= 1 && own.y.abs_diff(disarm.at.y) <= 1) {
        return told("not-adjacent", "It lies in no neighbouring space.".into());
    }
    match row(book, &trap.what).and_then(|(row, _)| row.disarm) {
        Some(dc) => Ok(dc),
        None => told("no-way", format!("A {} cannot be disarmed, only avoided.", trap.what)),
    }
}

/// Somebody tries to disarm a trap.
pub fn disarm(cx: &mut Cx<'_, RollHighOrDie>, disarm: Disarm) -> Flow {
    let dc = check_disarm(cx.state(), cx.book(), disarm)?;
    pay(cx, disarm.who, 1, RULE);
    if skill_check(cx, disarm.who, Skill::Manipulation, dc.into(), RULE, &[])? {
        record(cx, RULE, BoardFact::TrapGone { at: disarm.at }.into());
    }
    Ok(())
}

/// Somebody has come onto a space: whatever trap lies there goes off, unless they get out of the way.
pub fn springs(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow {
    let Some(spot) = cx.state().live(who).at else { return Ok(()) };
    let Some(trap) = at(cx.state(), spot).filter(|trap| trap.by != Some(who)).cloned() else { return Ok(()) };
    let Some((row, rule)) = row(cx.book(), &trap.what) else { return Ok(()) };
    if able(cx.state(), who).is_err() {
        return Ok(());
    }
    cx.cite(RULE);
    let skill = cx.ask(who, DodgeBy { who, dc: row.avoid })?;
    record(cx, rule, BoardFact::TrapGone { at: spot }.into());
    cx.cite(rules::RH_SKILL_07);
    if cx.within((who, spot, skill), |cx| skill_check(cx, who, skill, row.avoid.into(), rule, &[]))? {
        return Ok(());
    }
    if let Some(feet) = row.fall {
        let lift = i16::try_from(feet).unwrap_or(10);
        record(cx, rule, FightFact::Pushed { who, to: spot, lift }.into());
        return over_nothing(cx, who);
    }
    cx.within((who, spot), |cx| effect::befalls(cx, who, &row.effects, rule))?;
    let thrown = row.effects.iter().find_map(|effect| match effect {
        crate::book::Effect::Push(push) => Some(push.feet),
        _ => None,
    });
    if let Some(feet) = thrown.filter(|_| !cx.state().live(who).dead) {
        // Nobody stands behind a log: it swings along the rows.
        cx.within((who, spot), |cx| push(cx, who, (0, 1), feet, rule))?;
        ties(cx);
    }
    Ok(())
}
