//! How bright a space is: the light of the map, and every source that shines.

use boneyard_board::{Footprint, Lamp, LightBand};
use boneyard_table::Who;
use smallvec::SmallVec;

use super::{place_of, sights};
use crate::book::Book;
use crate::state::{Board, Light, Place, Spot, State};

fn level(light: Light) -> u8 {
    light as u8
}

/// Every source that shines: those of the map, those somebody carries or left lying, floors that burn.
fn lamps(state: &State, book: &Book, board: &Board) -> Vec<Lamp> {
    let source = |name: &str, at: Footprint| {
        let row = book.lights.iter().find(|row| row.name.eq_ignore_ascii_case(name))?;
        let mut bands: SmallVec<[LightBand; 4]> = SmallVec::new();
        let all = [(row.blinding, Light::Blinding), (row.high, Light::High), (row.low, Light::Low)];
        for (feet, light) in all {
            if let Some(feet) = feet {
                bands.push(LightBand { far: feet / 5, level: level(light) });
            }
        }
        (!bands.is_empty()).then_some(Lamp { at, bands, cone: None })
    };
    let mut all: Vec<Lamp> = Vec::new();
    all.extend(board.lamps.iter().filter_map(|(at, name)| source(name, at.footprint(1))));
    for who in state.everybody() {
        let one = state.one(who);
        // Hardly anything shines: only then is it looked at what it is.
        for (number, item) in one.live.items.iter().enumerate().filter(|(_, item)| item.lit) {
            let Some(thing) = one.sheet.items.get(number) else { continue };
            let at = match item.place {
                Place::Floor(at) => at.map(|at| at.footprint(1)),
                _ => place_of(state, who),
            };
            all.extend(at.and_then(|at| source(&thing.name, at)));
        }
    }
    for floor in &board.floors {
        let row = book.terrain.named(&floor.is).and_then(|row| row.light.as_deref());
        all.extend(row.and_then(|name| source(name, floor.at.footprint(1))));
    }
    all
}

/// How bright a space is.
pub fn light_at(state: &State, book: &Book, spot: Spot) -> Light {
    let (Some(board), Some(sights)) = (&state.board, sights(state, book)) else { return Light::High };
    let ambient = ambient(state, book, board, spot);
    let lamps = lamps(state, book, board);
    if lamps.is_empty() {
        return ambient;
    }
    let bright = sights.brightness(spot.square(), level(ambient), &lamps);
    Light::ALL.iter().copied().rfind(|light| level(*light) <= bright).unwrap_or(Light::Darkness)
}

/// The light of a space before any source: under a dark sky the day itself is dim.
fn ambient(state: &State, book: &Book, board: &Board, spot: Spot) -> Light {
    let own = board.ambient_at(spot);
    let outside = !board.roofs.iter().any(|roof| roof.covers(spot));
    match crate::living::weather(state, book) {
        Some(sky) if outside && own == Light::High => own.min(sky.day),
        _ => own,
    }
}

/// How bright it is where somebody is; the brightest of several spaces.
pub fn light_of(state: &State, book: &Book, who: Who) -> Light {
    let one = state.one(who);
    let spots = one.live.at.into_iter().flat_map(|at| at.spaces(one.sheet.size.spaces()));
    spots.map(|spot| light_at(state, book, spot)).max().unwrap_or(Light::High)
}

/// Whether somebody is in Darkness. Sources only make it brighter, so most need not be looked for.
pub fn in_darkness(state: &State, book: &Book, who: Who) -> bool {
    let (Some(board), Some(at)) = (&state.board, state.live(who).at) else { return false };
    let mut spots = at.spaces(state.sheet(who).size.spaces());
    spots.all(|spot| ambient(state, book, board, spot) == Light::Darkness)
        && light_of(state, book, who) == Light::Darkness
}

/// Whether anything shines so brightly that it blinds.
pub fn blinds(state: &State, book: &Book) -> bool {
    let Some(board) = &state.board else { return false };
    let bright = |light: &Light| *light == Light::Blinding;
    let own = bright(&board.ambient) || board.lit.iter().any(|(_, light)| bright(light));
    own || lamps(state, book, board)
        .iter()
        .any(|lamp| lamp.bands.iter().any(|band| band.level == level(Light::Blinding)))
}
