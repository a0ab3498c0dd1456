//! A watch: everybody does one thing, then the creature acts, then the breach clock moves.

use boneyard_table::{Cx, Flow, Refusal, Who};

use super::crew::aboard;
use super::tell_tale::announce;
use super::{creature, goal, hide, now, under_way};
use crate::GutsPlus;
use crate::fact::ShipFact;
use crate::rules;
use crate::state::{MINUTE, State};

const RULE: boneyard_table::RuleId = rules::GP_HOUSE_13H;

/// Minutes of a watch.
const WATCH: u64 = 20;

/// The breach clock moves; once it is full, each further step costs a stack of crates.
pub(super) fn breach(cx: &mut Cx<'_, GutsPlus>, steps: u8) {
    let most = cx.book().scenarios.iter().next().map_or(6, |row| row.breach_steps);
    for _ in 0..steps {
        let ship = now(cx);
        if ship.breach < most {
            let steps = ship.breach + 1;
            hide(cx, rules::GP_HOUSE_10H, ShipFact::Breach { steps });
        } else if ship.crates > 0 {
            let left = ship.crates - 1;
            hide(cx, rules::GP_HOUSE_10H, ShipFact::Crates { left });
            announce(cx, "crate", "Cargo Bay");
        }
    }
}

/// Delays come, or are won back.
pub(super) fn delays(cx: &mut Cx<'_, GutsPlus>, by: i8) {
    let delay = now(cx).delay.saturating_add_signed(by);
    if delay != now(cx).delay {
        cx.record(RULE, ShipFact::Delay { delay }.into());
    }
}

/// Whether somebody may help in this watch: helping is a task.
pub fn may_help(state: &State, who: Who) -> Result<(), Refusal> {
    match &state.ship {
        Some(ship) if ship.ended.is_none() && state.battle.is_none() && ship.is_busy(who) => {
            let sentence = format!("{} has done something in this watch already.", state.name(who));
            Err(Refusal::new(RULE, "busy", sentence))
        }
        _ => Ok(()),
    }
}

/// Somebody helped: that was their task of the watch, at the side of whom they helped.
pub fn helped(cx: &mut Cx<'_, GutsPlus>, who: Who, whom: Who) {
    let Some(ship) = cx.state().ship.clone() else { return };
    if ship.ended.is_some() || cx.state().battle.is_some() || ship.is_busy(who) {
        return;
    }
    let room = ship.room_of(whom).unwrap_or("Hallway").to_owned();
    cx.record(RULE, ShipFact::Busy { who, task: "Help".into(), room }.into());
}

/// A fight with the creature takes the watch of those of the crew who are in it.
pub fn fight_begins(cx: &mut Cx<'_, GutsPlus>, fighters: &[Who]) {
    let Some(ship) = cx.state().ship.clone().filter(|ship| ship.ended.is_none()) else { return };
    let fights = |who: Who| cx.state().battle.as_ref().is_some_and(|battle| battle.has(who));
    let Some(room) = ship.creature.room.clone().filter(|_| ship.creature.who.is_some_and(fights)) else {
        return;
    };
    let drawn_in: Vec<Who> =
        aboard(cx.state()).filter(|who| fighters.contains(who) && !ship.is_busy(*who)).collect();
    for who in drawn_in {
        cx.record(RULE, ShipFact::Busy { who, task: "Fight".into(), room: room.clone() }.into());
    }
}

/// The fight is over: so is the watch, if everybody has done something in it.
pub fn fight_ends(cx: &mut Cx<'_, GutsPlus>) -> Flow {
    match &cx.state().ship {
        Some(ship) if ship.ended.is_none() && !ship.busy.is_empty() => maybe_end(cx),
        _ => Ok(()),
    }
}

/// The watch ends by itself once everybody who can has done something.
pub(super) fn maybe_end(cx: &mut Cx<'_, GutsPlus>) -> Flow {
    let ship = now(cx);
    if ship.ended.is_some() || cx.state().battle.is_some() {
        return Ok(());
    }
    let open = aboard(cx.state()).any(|who| cx.state().one(who).can_act() && !ship.is_busy(who));
    if open { Ok(()) } else { turn(cx) }
}

/// The GM ends the watch.
pub fn end_watch(cx: &mut Cx<'_, GutsPlus>) -> Flow {
    under_way(cx)?;
    if cx.state().battle.is_some() {
        return boneyard_table::refuse(Refusal::new(RULE, "in-a-fight", "The fight has to be over first."));
    }
    turn(cx)
}

fn turn(cx: &mut Cx<'_, GutsPlus>) -> Flow {
    let acts = if now(cx).crew >= 4 { 2 } else { 1 };
    for left in (0..acts).rev() {
        cx.within((2u8, left), creature::act)?;
    }
    if !now(cx).sealed() {
        breach(cx, 1);
    }
    let (late, most) =
        cx.book().scenarios.iter().next().map_or((12, 18), |row| (row.late_after, row.watches));
    let watch = now(cx).watch;
    if watch > late {
        delays(cx, 1);
    }
    cx.within(3u8, |cx| crate::health::pass(cx, WATCH * MINUTE, &[]))?;
    let able = aboard(cx.state()).any(|who| cx.state().one(who).can_act());
    let won = now(cx).sealed() && now(cx).creature.gone.is_some();
    if won || !able || watch >= most {
        return goal::over(cx);
    }
    cx.record(RULE, ShipFact::Watch { watch: watch + 1 }.into());
    Ok(())
}
