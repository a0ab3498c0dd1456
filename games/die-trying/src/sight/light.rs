//! How bright each square is, and what that is to somebody's eyes: sources carried, lying and fixed, by
//! bands of distance, the brightest counting.

use boneyard_board::{Footprint, Lamp as Source, LightBand};
use boneyard_table::Who;
use smallvec::SmallVec;

use crate::book::{Book, Of, Passive};
use crate::gear::place_of;
use crate::house::DarknessBand;
use crate::passive;
use crate::state::{Fate, Item, ItemSheet, Lamp, Light, Place, Region, Spot, State, Ware, What};

/// Everything that sheds light now.
pub fn lamps(state: &State, book: &Book) -> Vec<Source> {
    let Some(board) = &state.board else { return Vec::new() };
    let mut all: Vec<Source> =
        board.lamps.iter().map(|(spot, lamp)| source(state, spot.footprint(1), lamp, None, false)).collect();
    for who in state.everybody() {
        let one = state.one(who);
        for (sheet, item) in one.sheet.items.iter().zip(&one.live.items) {
            all.extend(carried(state, who, sheet, item));
        }
        let Some(here) = place_of(state, who).filter(|_| !one.live.away) else { continue };
        for affect in one.live.affects.iter() {
            if let What::Shines(normal, dim) = affect.what.what {
                let lamp = Lamp { normal, dim, cone: false, hooded: None, minutes: 0, oil: false };
                all.push(source(state, here, &lamp, None, false));
            }
        }
        if one.live.fate != Fate::Dead {
            passive::each(state, book, who, Of::Light, &mut |_, _, passive| {
                if let Passive::Light(glow) = passive {
                    let squares = |feet: u16| u8::try_from(feet / 5).unwrap_or(u8::MAX);
                    let (near, beyond) = (squares(glow.feet), squares(glow.beyond));
                    let dims = Light::named(&glow.level) == Some(Light::Dim);
                    let (normal, dim) = if dims { (0, near) } else { (near, beyond) };
                    let lamp = Lamp { normal, dim, cone: false, hooded: None, minutes: 0, oil: false };
                    all.push(source(state, here, &lamp, None, false));
                }
            });
        }
    }
    all
}

/// The light of a thing that burns, in hand or where it lies.
fn carried(state: &State, who: Who, sheet: &ItemSheet, item: &Item) -> Option<Source> {
    let Ware::Lamp(lamp) = &sheet.ware else { return None };
    item.lit?;
    let at = match item.place {
        Place::Floor(spot) => spot?.footprint(1),
        Place::Gone | Place::Pack => return None,
        Place::Hand | Place::Hands | Place::Worn => place_of(state, who)?,
    };
    Some(source(state, at, lamp, item.facing, item.hood))
}

/// Its bands: Normal Light, Dim Light, and a border of Darkness as wide as the Dim one.
fn source(
    state: &State,
    at: Footprint,
    lamp: &Lamp,
    facing: Option<boneyard_table::view::Direction>,
    hood: bool,
) -> Source {
    let (normal, dim) = match lamp.hooded {
        Some(dim) if hood => (0, dim),
        _ => (lamp.normal, lamp.dim),
    };
    let border = if state.house.darkness_band == DarknessBand::On { dim } else { 0 };
    let mut bands: SmallVec<[LightBand; 4]> = SmallVec::new();
    let mut far = 0;
    for (width, light) in [(normal, Light::Normal), (dim, Light::Dim), (border, Light::Darkness)] {
        far += u16::from(width);
        if width > 0 {
            bands.push(LightBand { far, level: light.level() });
        }
    }
    let cone = lamp.cone.then(|| facing.unwrap_or(boneyard_table::view::Direction::North)).map(toward);
    Source { at, bands, cone }
}

/// The same wind on the map.
pub fn toward(way: boneyard_table::view::Direction) -> boneyard_board::Direction {
    use boneyard_table::view::Direction as From;
    match way {
        From::North => boneyard_board::Direction::North,
        From::NorthEast => boneyard_board::Direction::NorthEast,
        From::East => boneyard_board::Direction::East,
        From::SouthEast => boneyard_board::Direction::SouthEast,
        From::South => boneyard_board::Direction::South,
        From::SouthWest => boneyard_board::Direction::SouthWest,
        From::West => boneyard_board::Direction::West,
        From::NorthWest => boneyard_board::Direction::NorthWest,
    }
}

/// How bright a square is with these lamps.
pub fn brightness(state: &State, lamps: &[Source], spot: Spot) -> Light {
    let Some(board) = &state.board else { return Light::Normal };
    let without = board.base_at(spot).level();
    let light = Light::of_level(board.grid.brightness(spot.square(), without, lamps));
    if darkened(state, spot) { light.min(Light::Darkness) } else { light }
}

/// Whether magic has spread Darkness there.
fn darkened(state: &State, spot: Spot) -> bool {
    state.all().any(|(who, one)| {
        one.live.affects.iter().any(|affect| match affect.what.what {
            What::Darkens(squares) => place_of(state, who).is_some_and(|place| {
                boneyard_board::Diagonals::Equal.distance(place, spot.footprint(1)) <= u32::from(squares)
            }),
            _ => false,
        })
    })
}

/// How bright it is where somebody is. Without a map it is as bright as it should be.
pub fn light_at(state: &State, book: &Book, who: Who) -> Light {
    match (&state.board, state.live(who).at) {
        // No lamp sheds more than Normal Light.
        (Some(board), Some(spot)) => match board.base_at(spot) {
            light if light < Light::Normal => brightness(state, &lamps(state, book), spot),
            light if darkened(state, spot) => light.min(Light::Darkness),
            light => light,
        },
        _ => Light::Normal,
    }
}

/// The light on somebody as another's eyes take it: night eyes, dark sense, a curse of the eyes.
pub fn light_for(state: &State, book: &Book, observer: Who, subject: Who) -> Light {
    let light = light_at(state, book, subject);
    if light >= Light::Normal {
        return light;
    }
    let fixed = &state.sheet(observer).fixed;
    let near =
        || super::distance(state, observer, subject).is_none_or(|far| far <= u32::from(fixed.dark_sense));
    if fixed.dark_sense > 0 && near() {
        return Light::Normal;
    }
    let cursed =
        passive::find(state, book, observer, Of::Hook.called("moon-eyes"), |passive| match passive {
            Passive::Hook(hook) if hook == "moon-eyes" => Some(()),
            _ => None,
        });
    match light {
        Light::Darkness if fixed.night_eyes => Light::Dim,
        Light::Dim if cursed.is_some() => Light::Darkness,
        light => light,
    }
}

/// The light of the whole map, row by row, for those who draw it.
pub fn reveal(state: &State, book: &Book) -> Vec<(Spot, Light)> {
    let Some(board) = &state.board else { return Vec::new() };
    let lamps = lamps(state, book);
    let floor = board.grid.chart().squares().filter(|square| board.grid.bars(*square).is_none());
    floor.filter_map(Spot::of).map(|spot| (spot, brightness(state, &lamps, spot))).collect()
}

/// Whether a square is in one of some regions.
pub(super) fn within(regions: &[Region], spot: Spot) -> bool {
    regions.iter().any(|region| region.covers(spot))
}
