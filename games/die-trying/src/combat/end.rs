//! How a fight ends: nobody left on a side, gone over an edge or out of sight, or the TS says so.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::encounter::Encounter;
use boneyard_table::moment::Moment;
use boneyard_table::{Cx, Flow, Pilot, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal::{Cost, actor_now, awake, fighters, house_actions, may_do, may_house_action, opponents};
use super::provoke::stands_by;
use crate::DieTrying;
use crate::fact::{FightFact, FightOutcome, TableFact};
use crate::hurt::moment_passes;
use crate::rules;
use crate::sight::{Grade, note, visible};
use crate::state::{Fate, Span, State};

deed! {
    /// Leaves the fight over the edge of the map or by an exit.
    #[derive(Copy)]
    pub struct Leave(form: DieTrying) {
        who: Who = at_the_edge(form)?,
    }
}

/// The one who does it, if they can.
fn at_the_edge(form: &mut Filling<'_, DieTrying>) -> Filled<Who> {
    let who = actor_now(form)?;
    let may = may_leave(May::quiet(form.at(), form.seat), who).is_ok();
    form.only_if(may)?;
    Ok(who)
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StopFight {}

impl Form<DieTrying> for StopFight {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let fights = form.state.battle.is_some();
        form.only_if(fights)?;
        Ok(Self {})
    }
}

impl Deed<DieTrying> for StopFight {
    const CARD: Card = Card::gm("End the fight", "Fight").rule(rules::DT_CORE_02);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may.outright_if(may.state.battle.is_none(), || {
            Refusal::new(rules::DT_CORE_02, "no-fight", "There is no fight.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        end(cx, FightOutcome::Stopped)
    }
}

/// Whether somebody stands where one can leave.
pub fn may_leave(may: May<'_, DieTrying>, who: Who) -> Lawful {
    let (rule, state) = (rules::DT_ACT_08H, may.state);
    may_house_action(may)?;
    may_do(may, who, Cost::Free)?;
    may.outright_if(state.battle.is_none(), || {
        Refusal::new(rule, "no-fight", "There is no fight to leave.")
    })?;
    let edge = state.board.as_ref().zip(state.live(who).at).is_some_and(|(board, spot)| {
        let (width, height) = board.grid.chart().size(0).unwrap_or((0, 0));
        let square = spot.square();
        let border = square.x == 0 || square.y == 0 || square.x + 1 == width || square.y + 1 == height;
        if board.exits.is_empty() { border } else { board.exits.contains(&spot) }
    });
    may.not_if(!edge, || {
        let sentence = "One leaves a fight over the edge of the map or by an exit.";
        Refusal::new(rule, "not-at-the-edge", sentence)
    })
}

impl Deed<DieTrying> for Leave {
    const CARD: Card = Card::acting("Leave the fight", "Fight").rule(rules::DT_ACT_08H).pilot(Pilot::Foes);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_leave(may, self.who)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        note(cx, self.who, rules::DT_ACT_08H, FightFact::Left { who: self.who });
        Ok(())
    }
}

/// At the end of a round: who was out of all enemies' sight for two full rounds is out of the fight.
pub(super) fn out_of_sight(cx: &mut Cx<'_, DieTrying>) {
    if !house_actions(cx.state()) || cx.state().board.is_none() {
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
