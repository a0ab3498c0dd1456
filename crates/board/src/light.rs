//! Light in bands around its sources, and shapes that walls cut off. Sources are carried or stand
//! somewhere; the brightest counts. What a level means to whom is a rule of each game.

use smallvec::SmallVec;

use crate::grid::Grid;
use crate::square::{Diagonals, Direction, Footprint, Square};

/// Something that sheds light, wherever it is just now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lamp {
    /// Who or what carries it: distances count from the nearest square.
    pub at: Footprint,
    /// Its bands, the nearest first.
    pub bands: SmallVec<[LightBand; 4]>,
    /// It shines this way only, in a cone; its own squares are lit too.
    pub cone: Option<Direction>,
}

/// How bright it is up to a distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LightBand {
    /// Up to so many squares away, all bands before it included.
    pub far: u16,
    /// The level, higher being brighter.
    pub level: u8,
}

impl Lamp {
    /// What it makes of a square, were there no walls: the level of the first band that reaches it.
    pub fn level(&self, square: Square) -> Option<u8> {
        let here = Footprint::one(square);
        let far = Diagonals::Equal.distance(self.at, here);
        let ahead = self.cone.is_none_or(|way| {
            self.at.covers(square) || self.at.squares().any(|from| in_cone(from, way, square))
        });
        let band = self.bands.iter().find(|band| far <= u32::from(band.far));
        band.filter(|_| ahead && square.level == self.at.at.level).map(|band| band.level)
    }
}

impl Grid {
    /// What a lamp makes of a square: nothing where walls and closed doors keep its light away.
    pub fn lit_by(&self, lamp: &Lamp, square: Square) -> Option<u8> {
        lamp.level(square).filter(|_| lamp.at.squares().any(|from| self.shines(from, square)))
    }

    /// How bright a square is: the brightest of what it is without lamps and what each lamp makes of it.
    pub fn brightness(&self, square: Square, without: u8, lamps: &[Lamp]) -> u8 {
        let by_lamps = lamps.iter().filter_map(|lamp| {
            let level = lamp.level(square).filter(|level| *level > without)?;
            lamp.at.squares().any(|from| self.shines(from, square)).then_some(level)
        });
        by_lamps.max().unwrap_or(without).max(without)
    }

    /// Those of some squares that a shape or a light from a square reaches: nothing on the map crosses the
    /// straight line from centre to centre.
    pub fn open_to(&self, from: Square, squares: impl IntoIterator<Item = Square>) -> Vec<Square> {
        squares.into_iter().filter(|square| self.shines(from, *square)).collect()
    }

    /// Whether nothing on the map crosses the straight line between two centres.
    pub fn shines(&self, from: Square, to: Square) -> bool {
        from == to || self.crosses(from, to).is_none()
    }
}

/// Whether a square lies in a cone of any length: along an axis at most as far aside as ahead, along a
/// diagonal in that quadrant, its edges included.
fn in_cone(from: Square, way: Direction, square: Square) -> bool {
    let (across, down) = way.offset();
    let x = (i32::from(square.x) - i32::from(from.x)) * i32::from(if across == 0 { 1 } else { across });
    let y = (i32::from(square.y) - i32::from(from.y)) * i32::from(if down == 0 { 1 } else { down });
    match (across, down) {
        (_, 0) => x >= 1 && y.abs() <= x,
        (0, _) => y >= 1 && x.abs() <= y,
        _ => x >= 0 && y >= 0 && (x, y) != (0, 0),
    }
}
