//! Scenarios as maps: the drawing of a row with its heights, lights and doors.

use crate::book::ScenarioRow;
use crate::combat::BoardDraw;
use crate::state::Region;

/// The map of a scenario.
pub fn drawing(row: &ScenarioRow) -> BoardDraw {
    let indoors = row.indoors.iter().map(|part| {
        let [from, to] = part.r#box;
        let region = Region { at: from, width: to.x - from.x + 1, height: to.y - from.y + 1 };
        (region, part.light)
    });
    BoardDraw {
        map: Some(row.map.clone()),
        heights: row.heights.iter().map(|sign| (sign.sign, sign.feet)).collect(),
        light: Some(row.ambient),
        lit: indoors.collect(),
        lamps: row.lights.iter().map(|lamp| (lamp.at, lamp.source.clone())).collect(),
        locks: row.doors.iter().filter_map(|door| Some((door.at, door.lock?))).collect(),
        ..BoardDraw::default()
    }
}
