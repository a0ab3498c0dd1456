//! What noise does at a place that is held: some look around from then on, and a whistle or a Loud weapon calls those
//! inside out by their door.

use boneyard_board::DoorAt;
use boneyard_table::{Cx, Flow, Seat, Who, deed};

use super::{of_map, row};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::{Book, FoeRow};
use crate::combat::{Join, able, looks_around, stands};
use crate::fact::{BoardFact, TableFact};
use crate::naming;
use crate::rules;
use crate::sight;
use crate::state::{Adventure, Spot, State};

const RULE: boneyard_table::RuleId = rules::RH_SCEN_04H;

/// The scenario under way, if its map is the one that is played on.
fn there(state: &State) -> Option<Adventure> {
    let under_way = state.scenario.as_deref().filter(|one| one.ending.is_none())?;
    (of_map(state) == Some(under_way.scenario)).then(|| under_way.clone())
}

fn changed(cx: &mut Cx<'_, RollHighOrDie>, adventure: Adventure) {
    record(cx, RULE, TableFact::Adventure { adventure: Some(adventure) }.into());
}

/// Somebody makes the noise of a fight.
pub fn noise(cx: &mut Cx<'_, RollHighOrDie>) {
    if let Some(under_way) = there(cx.state()).filter(|one| !one.noise) {
        changed(cx, Adventure { noise: true, ..under_way });
    }
}

/// Something is heard for so many feet around somebody: those inside will come.
pub fn heard(cx: &mut Cx<'_, RollHighOrDie>, who: Who, feet: u16) {
    noise(cx);
    let (state, book) = (cx.state(), cx.book());
    let alarm = row(state, book).and_then(|row| row.alarm.as_ref());
    let Some((alarm, under_way)) = alarm.zip(there(state).filter(|one| one.alarm.is_none())) else { return };
    let own = sight::place_of(state, who);
    let far = own.map_or(0, |own| sight::metric(state).distance(own, alarm.door.footprint(1)) * 5);
    if far > u32::from(feet) || called_out(state, book).is_empty() {
        return;
    }
    let round = state.encounter.as_ref().map_or(0, |encounter| encounter.order.round());
    let rounds = u32::from(alarm.rounds);
    changed(cx, Adventure { alarm: Some(round.saturating_add(rounds)), ..under_way });
}

fn of_row(state: &State, foe: &FoeRow) -> Option<Who> {
    naming::as_called(state, &foe.called).filter(|who| !state.live(*who).dead)
}

/// Those inside who are not in the fight yet.
fn called_out(state: &State, book: &Book) -> Vec<Who> {
    let inside = row(state, book).into_iter().flat_map(|row| row.foes.iter().filter(|foe| foe.inside));
    let fights = |who: &Who| state.encounter.as_ref().is_some_and(|encounter| encounter.order.has(*who));
    inside.filter_map(|foe| of_row(state, foe)).filter(|who| !fights(who)).collect()
}

/// A Round begins: the one who was called comes out by the door.
pub fn round_begins(cx: &mut Cx<'_, RollHighOrDie>) -> Flow {
    let Some(under_way) = there(cx.state()) else { return Ok(()) };
    let round = cx.state().encounter.as_ref().map_or(0, |encounter| encounter.order.round());
    if under_way.alarm.is_none_or(|due| round < due) {
        return Ok(());
    }
    let Some(door) = row(cx.state(), cx.book()).and_then(|row| row.alarm.as_ref()).map(|alarm| alarm.door)
    else {
        return Ok(());
    };
    changed(cx, Adventure { alarm: None, ..under_way });
    let doors = cx.state().board.iter().flat_map(|board| board.grid.doors());
    let shut = doors.into_iter().find(|(_, one, open)| one.at == DoorAt::Square(door.square()) && !open);
    if let Some(id) = shut.map(|(id, _, _)| id.0) {
        record(cx, RULE, BoardFact::Door { door: id, open: true }.into());
    }
    for who in called_out(cx.state(), cx.book()) {
        let at = outside(cx.state(), who, door);
        cx.within((who, at), |cx| deed::carry_out(cx, Seat::GM, Join { who, at }))?;
    }
    Ok(())
}

/// The free space under the open sky that is nearest to a door.
fn outside(state: &State, who: Who, door: Spot) -> Option<Spot> {
    let board = state.board.as_ref()?;
    let open = |spot: &Spot| *spot != door && !board.roofs.iter().any(|roof| roof.covers(*spot));
    let free = board.grid.chart().squares().filter_map(Spot::of).filter(open);
    let free = free.filter(|spot| stands(state, who, *spot) && board.height(*spot) == board.height(door));
    let far = |spot: &Spot| (sight::metric(state).distance(door.footprint(1), spot.footprint(1)), *spot);
    free.min_by_key(far)
}

/// A Turn begins: those who are set to watch look around once there was a noise.
pub fn turn_begins(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow {
    let state = cx.state();
    let watches = |row: &&FoeRow| row.detects && row.called == state.name(who);
    let row = row(state, cx.book());
    let set = row.is_some_and(|row| row.foes.iter().any(|foe| watches(&foe)));
    let alert = there(state).is_some_and(|one| one.noise);
    if !set || !alert || able(state, who).is_err() || state.live(who).ap == 0 {
        return Ok(());
    }
    cx.cite(RULE);
    cx.within(who, |cx| looks_around(cx, who, RULE))
}
