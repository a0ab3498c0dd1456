//! Maps: whether they can be read, and whether every square named is on one.

use boneyard_board::{BoardFault, Chart, Ground, Legend};

use super::Told;
use crate::adventure::{Adventure, Edges, Map};
use crate::dialect::Dialect;
use crate::part::{Ref, Spot};

/// A map as far as it is known here; files beside this one are not read.
struct Drawn<'a> {
    id: &'a str,
    size: Option<(i16, i16)>,
}

pub(super) fn check<G: Dialect>(file: &Adventure<G>, told: &mut Told) {
    let mut drawn = Vec::new();
    for (at, map) in (1..).zip(&file.map) {
        let size = read(at, map, told);
        let of = Drawn { id: map.id.as_str(), size };
        for (lamp, row) in (1..).zip(&map.lights) {
            of.holds(row.at, &format!("map[{at}].lights[{lamp}].at"), told);
        }
        for (patch, row) in (1..).zip(&map.areas) {
            of.covers(row.r#box, &format!("map[{at}].areas[{patch}].box"), told);
        }
        drawn.push(of);
    }
    let find = |map: &str| drawn.iter().find(|drawn| drawn.id == map);
    let of_place = |place: &str| {
        let area = file.place.iter().find(|row| row.id.as_str() == place)?.area.as_ref()?;
        Some((find(area.map.as_str())?, area.r#box))
    };
    for (at, place) in (1..).zip(&file.place) {
        if let Some(area) = &place.area
            && let (Some(map), Some(edges)) = (find(area.map.as_str()), area.r#box)
        {
            map.covers(edges, &format!("place[{at}].area.box"), told);
        }
    }
    let mut stands = |place: &str, spot: Spot, field: String| {
        if let Some((map, edges)) = of_place(place) {
            let inside = edges.is_none_or(|edges| edges.covers(spot.0.x, spot.0.y));
            if map.holds(spot, &field, told) && !inside {
                told.mistake(field, format!("{} is not among the squares of `{place}`", spot.0));
            }
        }
    };
    for (at, place) in (1..).zip(&file.place) {
        for (name, spot) in &place.spots {
            stands(place.id.as_str(), *spot, format!("place[{at}].spots.{name}"));
        }
        for (thing, lies) in (1..).zip(&place.lies) {
            if let Some(spot) = lies.0.at {
                stands(place.id.as_str(), spot, format!("place[{at}].lies[{thing}].at"));
            }
        }
    }
    if let Ref::Written(start) = &file.adventure.start {
        for (square, spot) in (1..).zip(&start.at) {
            stands(start.place.as_str(), *spot, format!("adventure.start.at[{square}]"));
        }
    }
    for (at, person) in (1..).zip(&file.person) {
        if let Some(place) = &person.r#where {
            for (square, spot) in (1..).zip(&person.at) {
                stands(place.as_str(), *spot, format!("person[{at}].at[{square}]"));
            }
        }
    }
    for (at, holder) in (1..).zip(&file.holder) {
        if let Some(spot) = holder.at {
            stands(holder.r#where.as_str(), spot, format!("holder[{at}].at"));
        }
    }
    for (at, trap) in (1..).zip(&file.trap) {
        for (square, spot) in (1..).zip(&trap.at) {
            stands(trap.r#where.as_str(), *spot, format!("trap[{at}].at[{square}]"));
        }
    }
    for (at, way) in (1..).zip(&file.way) {
        for (place, spots) in &way.at {
            let field = format!("way[{at}].at.{place}");
            if way.between.iter().all(|end| end != place) {
                told.mistake(field, format!("the way does not lead to `{place}`"));
                continue;
            }
            // A door stands in the wall of its place, so on its map and perhaps beside its squares.
            if let Some((map, _)) = of_place(place.as_str()) {
                for (square, spot) in (1..).zip(spots) {
                    map.holds(*spot, &format!("{field}[{square}]"), told);
                }
            }
        }
    }
}

impl Drawn<'_> {
    fn holds(&self, spot: Spot, field: &str, told: &mut Told) -> bool {
        let Some((width, height)) = self.size else { return true };
        let on = (0..width).contains(&spot.0.x) && (0..height).contains(&spot.0.y);
        if !on {
            let what = format!("{} is not on the map `{}`", spot.0, self.id);
            told.instead(field, what, format!("{width} by {height} squares, counted from 0"));
        }
        on
    }

    fn covers(&self, edges: Edges, field: &str, told: &mut Told) {
        let Some((width, height)) = self.size else { return };
        let Edges([left, top, wide, high]) = edges;
        let end = |from: u16, many: u16| i32::from(from) + i32::from(many);
        let empty = wide == 0 || high == 0;
        if empty || end(left, wide) > i32::from(width) || end(top, high) > i32::from(height) {
            let what = if empty { "these are no squares" } else { "this goes beyond the map" };
            told.instead(field, what, format!("left, top, width, height on {width} by {height} squares"));
        }
    }
}

/// The size of a map, where it is drawn here.
fn read(at: usize, map: &Map, told: &mut Told) -> Option<(i16, i16)> {
    let field = |name: &str| format!("map[{at}].{name}");
    let said = [map.squares.is_some(), map.walls.is_some(), map.vtt.is_some(), map.picture.is_some()];
    if said.iter().filter(|said| **said).count() != 1 {
        let what = "a map is said in one way";
        told.instead(format!("map[{at}]"), what, "one of `squares`, `walls`, `vtt` and `picture`");
        return None;
    }
    if let Some(picture) = &map.picture
        && !(8..=2_000).contains(&picture.pixels)
    {
        told.instead(field("picture.pixels"), "squares cannot be of that size", "8 to 2000 pixels");
    }
    let legend: Legend = map
        .legend
        .iter()
        .map(|(sign, row)| {
            let name = row.name.as_str();
            (*sign, if row.solid { Ground::solid(name) } else { Ground::floor(name) })
        })
        .collect();
    let (name, chart) = match (&map.squares, &map.walls) {
        (Some(text), _) => {
            if let Some((line, short)) = ragged(text) {
                let what = format!("line {line} of the drawing is {short} squares shorter than the longest");
                told.instead(field("squares"), what, "lines of one length; `#` is rock");
                return None;
            }
            ("squares", Chart::of_squares(text, legend))
        }
        (_, Some(text)) => ("walls", Chart::of_walls(text, legend)),
        _ => return None,
    };
    match chart {
        Ok(chart) => chart.size(0),
        Err(fault) => {
            let what = match &fault {
                BoardFault::Drawing(fault) => format!("{} of the drawing: {}", place(fault), fault.what),
                fault => fault.to_string(),
            };
            told.mistake(field(name), what);
            None
        }
    }
}

fn place(fault: &boneyard_board::DrawingFault) -> String {
    format!("line {}, column {}", fault.line, fault.column)
}

/// The first line that is shorter than the longest, and by how much.
fn ragged(text: &str) -> Option<(usize, usize)> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let widths: Vec<(usize, usize)> = lines.map(|(at, line)| (at + 1, line.chars().count())).collect();
    let most = widths.iter().map(|(_, width)| *width).max()?;
    widths.into_iter().find(|(_, width)| *width < most).map(|(line, width)| (line, most - width))
}
