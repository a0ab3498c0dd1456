//! How a fight ends: nobody left on a side, gone over an edge or out of sight, or the TS says so.

use boneyard_table::encounter::Encounter;
use boneyard_table::moment::Moment;
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal::{Cost, awake, fighters, gm, house_action, legal, opponents};
use super::provoke::stands_by;
use crate::DieTrying;
use crate::fact::{FightFact, FightOutcome, TableFact};
use crate::hurt::moment_passes;
use crate::rules;
use crate::sight::{Grade, note, visible};
use crate::state::{Fate, Span, State};

/// Leaves the fight over the edge of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leave {
    /// Who.
    pub who: Who,
}

/// Rounds out of everybody's sight after which one is out of the fight.
const LOST: u8 = 2;

/// Whether somebody can act, or why not.
pub fn able(state: &State, who: Who) -> Result<(), Refusal> {
    awake(state, who)
}

/// How a fight has ended, if a side has nobody left in it.
pub fn over(state: &State) -> Option<FightOutcome> {
    let battle = state.battle.as_ref()?;
    let alive = |who: Who| state.live(who).fate == Fate::Up;
    let foes = fighters(state).any(|who| state.sheet(who).side != 0 && alive(who) && !stands_by(state, who));
    if !foes {
        return Some(FightOutcome::Won);
    }
    if fighters(state).any(|who| state.sheet(who).side == 0 && alive(who)) {
        return None;
    }
    let away = |who: &Who| state.sheet(*who).side == 0 && state.live(*who).away && alive(*who);
    let lost = |who: Who| !battle.has(who) && state.dungeon.is_some() && alive(who);
    Some(if battle.fighters.iter().any(away) || state.heroes().any(lost) {
        FightOutcome::Escaped
    } else {
        FightOutcome::Lost
    })
}

/// Ends a fight.
pub(super) fn end(cx: &mut Cx<'_, DieTrying>, outcome: FightOutcome) -> Flow {
    let all: Vec<Who> = cx.state().battle.iter().flat_map(|battle| battle.fighters.iter().copied()).collect();
    moment_passes(cx, Moment::BattleEnd);
    for who in all {
        if cx.state().live(who).used.iter().any(|used| used.until == Span::Fight) {
            cx.record(rules::DT_COM_01, TableFact::Fresh { who, span: Span::Fight }.into());
        }
    }
    let down = |who: &Who| cx.state().sheet(*who).is_hero() && cx.state().live(*who).fate != Fate::Up;
    let fell =
        cx.state().battle.iter().flat_map(|battle| battle.fighters.iter().copied()).filter(down).collect();
    let rounds = DieTrying::round(cx.at());
    cx.record(rules::DT_COM_01, FightFact::Ended { outcome, rounds, fell }.into());
    Ok(())
}

/// The TS ends a fight.
pub fn stop_fight(cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
    gm(by, rules::DT_CORE_02, "Only the Trapsetter ends a fight.")?;
    if cx.state().battle.is_none() {
        return refuse(Refusal::new(rules::DT_CORE_02, "no-fight", "There is no fight."));
    }
    end(cx, FightOutcome::Stopped)
}

/// Whether somebody stands where one can leave.
pub fn check_leave(at: At<'_, DieTrying>, leave: Leave) -> Result<(), Refusal> {
    let rule = rules::DT_ACT_08H;
    house_action(at.state)?;
    legal(at.state, at.book, leave.who, Cost::Free)?;
    if at.state.battle.is_none() {
        return Err(Refusal::new(rule, "no-fight", "There is no fight to leave."));
    }
    let edge = at.state.board.as_ref().zip(at.state.live(leave.who).at).is_some_and(|(board, spot)| {
        let (width, height) = board.grid.chart().size(0).unwrap_or((0, 0));
        let square = spot.square();
        let border = square.x == 0 || square.y == 0 || square.x + 1 == width || square.y + 1 == height;
        if board.exits.is_empty() { border } else { board.exits.contains(&spot) }
    });
    if edge {
        return Ok(());
    }
    let sentence = "One leaves a fight over the edge of the map or by an exit.";
    Err(Refusal::new(rule, "not-at-the-edge", sentence))
}

/// Leaves the fight.
pub fn leave(cx: &mut Cx<'_, DieTrying>, leave: Leave) -> Flow {
    check_leave(cx.at(), leave)?;
    note(cx, leave.who, rules::DT_ACT_08H, FightFact::Left { who: leave.who });
    Ok(())
}

/// At the end of a round: who was out of all enemies' sight for two full rounds is out of the fight.
pub(super) fn out_of_sight(cx: &mut Cx<'_, DieTrying>) {
    if house_action(cx.state()).is_err() || cx.state().board.is_none() {
        return;
    }
    let all: Vec<Who> = fighters(cx.state()).filter(|who| cx.state().live(*who).fate == Fate::Up).collect();
    for who in all {
        let (state, book) = (cx.state(), cx.book());
        let walled = |other: Who| {
            !crate::sight::open(state, other, who) && visible(state, book, other, who) > Grade::Plain
        };
        let up = |other: &Who| state.live(*other).fate == Fate::Up;
        let watched = opponents(state, who).any(|other| up(&other));
        let lost = watched && opponents(state, who).filter(up).all(walled);
        let known = state.live(who).turn.out_of_sight;
        let rounds = if lost { known.saturating_add(1) } else { 0 };
        if rounds != known {
            note(cx, who, rules::DT_ACT_08H, FightFact::OutOfSight { who, rounds });
        }
        if rounds >= LOST {
            // Below ground one is still somewhere.
            let stays = cx.state().dungeon.is_some();
            let fact = if stays { FightFact::Lost { who } } else { FightFact::Left { who } };
            note(cx, who, rules::DT_ACT_08H, fact);
        }
    }
}
