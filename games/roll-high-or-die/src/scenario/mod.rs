//! Scenarios: the drawing of a row with its heights, lights and doors, and how a party goes through one. A scene puts
//! people into their places; its Encounter is fought by the rules of all Encounters, and what a place does by itself is in
//! `camp` and `alarm`.

mod alarm;
mod camp;
mod enter;
mod outcome;

pub use alarm::{heard, noise, round_begins, turn_begins};
pub use camp::{dares, kept_off, visit};
pub use enter::{Enter, Scene, Scout, check_scene, enter, next_scene, scene, scouts};
pub use outcome::{
    Parley, Prize, check_free, check_parley, check_search, finish, fought, free, parley, search,
};

use boneyard_table::{Cx, RuleId, Who};

use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::{Book, ScenarioRow};
use crate::combat::{BoardDraw, lay};
use crate::fact::BoardFact;
use crate::state::{Region, State};

/// The map of a scenario.
pub fn drawing(row: &ScenarioRow) -> BoardDraw {
    let indoors = row.indoors.iter().map(|part| {
        let [from, to] = part.r#box;
        let region = Region { at: from, width: to.x - from.x + 1, height: to.y - from.y + 1 };
        (region, part.light)
    });
    let indoors: Vec<(Region, crate::state::Light)> = indoors.collect();
    BoardDraw {
        map: Some(row.map.clone()),
        heights: row.heights.iter().map(|sign| (sign.sign, sign.feet)).collect(),
        light: Some(row.ambient),
        roofs: indoors.iter().map(|(region, _)| *region).collect(),
        lit: indoors,
        lamps: row.lights.iter().map(|lamp| (lamp.at, lamp.source.clone())).collect(),
        locks: row.doors.iter().filter_map(|door| Some((door.at, door.lock?))).collect(),
        scenario: Some(row.id),
        ..BoardDraw::default()
    }
}

/// The row of the scenario under way.
pub fn row<'b>(state: &State, book: &'b Book) -> Option<&'b ScenarioRow> {
    state.scenario.as_ref().and_then(|under_way| book.scenarios.get(under_way.scenario.as_str()))
}

/// The row a map belongs to.
pub fn of_map(state: &State) -> Option<RuleId> {
    state.board.as_ref().and_then(|board| board.scenario)
}

/// Lays out a map on which nobody stands yet. A drawing that cannot be laid leaves the one there is.
fn spread(cx: &mut Cx<'_, RollHighOrDie>, draw: &BoardDraw, rule: RuleId) {
    let Ok(board) = lay(cx.book(), draw) else { return };
    record(cx, rule, BoardFact::Laid { board: Box::new(board) }.into());
    let placed: Vec<Who> = cx.state().everybody().filter(|who| cx.state().live(*who).at.is_some()).collect();
    for who in placed {
        record(cx, rule, BoardFact::Put { who, at: None, lift: 0 }.into());
    }
}
