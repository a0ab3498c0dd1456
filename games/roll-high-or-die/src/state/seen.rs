//! What follows from a map and is asked for again and again: lines of sight, Cover, what lies where. Worked out when
//! somebody asks, kept with the map, shared by every copy of it; whatever changes the map forgets it.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use boneyard_board::{Cover, CoverRule, Relief, Square, Stand};

use super::Spot;
use crate::house::TerrainModule;
use crate::sight::SPACE;

/// Shared by copies of a map even before anything is known, so that of many fights that begin alike the first one
/// works out what all need.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen(Arc<Known>);

#[derive(Debug, Default)]
struct Known {
    /// With floors that mean nothing, and with floors that do: what covers hangs on that house rule.
    sights: [OnceLock<Sights>; 2],
    grounds: OnceLock<Grounds>,
    levels: OnceLock<Levels>,
}

/// It follows from the rest of the map, so it makes no difference.
impl PartialEq for Seen {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for Seen {}

impl Seen {
    /// The map as lines of sight meet it.
    pub fn sights(
        &self,
        terrain: TerrainModule,
        work_out: impl FnOnce() -> Option<Relief>,
    ) -> Option<&Sights> {
        let known = &self.0.sights[usize::from(terrain == TerrainModule::On)];
        if let Some(sights) = known.get() {
            return Some(sights);
        }
        let relief = work_out()?;
        Some(known.get_or_init(|| Sights::of(relief)))
    }

    /// How high every space is.
    pub fn levels(&self, work_out: impl FnOnce() -> Levels) -> &Levels {
        self.0.levels.get_or_init(work_out)
    }

    /// What lies in every space, whatever the weather.
    pub fn grounds(&self, work_out: impl FnOnce() -> Grounds) -> &Grounds {
        self.0.grounds.get_or_init(work_out)
    }
}

/// How high the floor of every space of a map is.
#[derive(Debug)]
pub(crate) struct Levels {
    /// Columns.
    pub width: u8,
    /// In feet, row by row; nothing where nobody can stand.
    pub feet: Vec<Option<i16>>,
}

impl Levels {
    /// The floor of a space for one who takes up no other; nothing off the map and where nobody can stand.
    #[inline]
    pub fn at(&self, spot: Spot) -> Option<i16> {
        let at = usize::from(spot.y) * usize::from(self.width) + usize::from(spot.x);
        self.feet.get(at).copied().flatten().filter(|_| spot.x < self.width)
    }
}

/// What lies in every space of a map.
#[derive(Debug)]
pub(crate) struct Grounds {
    /// The book whose rows these are.
    pub edition: Arc<()>,
    /// Columns.
    pub width: u8,
    /// Row by row.
    pub spaces: Vec<Lies>,
    /// In which part of the map each space lies: no step leads from one part to another. Nothing where nobody gets by
    /// a step.
    pub parts: Vec<Option<u16>>,
}

/// What lies in a space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lies {
    /// Its entry, by its place among the terrain.
    pub row: Option<u16>,
    /// Clear ground under the open sky, which the weather may turn into something else.
    pub bare: bool,
    /// What a step onto it comes to.
    pub step: Tread,
    /// A slope: steps onto it and off it may lead up or down.
    pub slope: bool,
}

/// What a step onto a space comes to, no matter who takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tread {
    /// No more than any other.
    Plain,
    /// It counts double, unless something of the walker's own spares them.
    Double {
        /// Spares those who are sure of foot.
        loose: bool,
        /// Spares those who drag somebody through water.
        wet: bool,
    },
    /// Nobody gets there by a step.
    Shut,
}

impl Grounds {
    /// What lies there; nothing off the map.
    #[inline]
    pub fn at(&self, spot: Spot) -> Option<Lies> {
        self.spaces.get(self.number(spot)?).copied()
    }

    /// In which part of the map a space lies.
    #[inline]
    pub fn part(&self, spot: Spot) -> Option<u16> {
        *self.parts.get(self.number(spot)?)?
    }

    #[inline]
    fn number(&self, spot: Spot) -> Option<usize> {
        (spot.x < self.width).then(|| usize::from(spot.y) * usize::from(self.width) + usize::from(spot.x))
    }
}

/// The map as lines of sight meet it, and what was found out about it so far.
#[derive(Debug)]
pub(crate) struct Sights {
    relief: Arc<Relief>,
    has_cover: bool,
    /// Where nothing stands on the map and all of it is as high as this, every line above is clear.
    open: Option<i16>,
    /// For each square somebody upright has looked from, what is known of every other. No lock: fights on all threads
    /// look things up here, and the one who finds nothing works out the same.
    rows: Box<[OnceLock<Box<[AtomicU16]>>]>,
    /// The same for those who are larger, or off the floor.
    others: Mutex<BTreeMap<(Eye, Eye), u16>>,
}

/// Where somebody stands, as far as a line of sight cares: column, row, size, bottom and top.
type Eye = (i16, i16, u8, i16, i16);

/// Of those who are not upright on one square: people do not stand in more places than that.
const MOST_OTHERS: usize = 20_000;

/// Squares of a map up to which everybody upright is looked up without a lock: one number for each pair is 32 MiB at the
/// most, and a larger map keeps only what was asked for.
const MOST_SQUARES: usize = 4_096;

/// What is known of two: two bits for the line, then three for the Cover by each of the rules there are.
const LINE: u16 = 0b11;
const LINE_KNOWN: u16 = 0b10;
const COVER: u16 = 0b111;

/// Two who look at each other, the first at the second.
#[derive(Clone, Copy)]
enum Pair {
    Upright(usize, usize),
    Other(Eye, Eye),
}

impl Sights {
    fn of(relief: Relief) -> Self {
        let (width, height) = relief.size();
        let all = usize::from(width.unsigned_abs()) * usize::from(height.unsigned_abs());
        let rows = if all > MOST_SQUARES { 0 } else { all };
        let rows = std::iter::repeat_with(OnceLock::new).take(rows).collect();
        let has_cover = !relief.walls().is_empty()
            || relief.squares().any(|square| relief.space(square).cover != Cover::No);
        let open = open(&relief);
        Self { relief: Arc::new(relief), has_cover, open, rows, others: Mutex::default() }
    }

    /// The relief, to be held on to.
    pub fn relief(&self) -> Arc<Relief> {
        self.relief.clone()
    }

    /// Whether there is anything on the map to stand behind.
    pub fn has_cover(&self) -> bool {
        self.has_cover
    }

    /// Whether one sees the other; the same both ways.
    pub fn clear(&self, one: Stand, other: Stand) -> bool {
        if let Some(floor) = self.open
            && [one, other].iter().all(|stand| stand.top >= floor && self.has(stand.at.at))
        {
            return true;
        }
        let pair = match self.pair(one, other) {
            Pair::Upright(one, other) => Pair::Upright(one.min(other), one.max(other)),
            Pair::Other(one, other) => Pair::Other(one.min(other), one.max(other)),
        };
        match self.known(pair) & LINE {
            0 => {
                let found = self.relief.sees(one, other);
                self.note(pair, LINE_KNOWN | u16::from(found));
                found
            }
            known => known & !LINE_KNOWN != 0,
        }
    }

    /// The Cover a target has from an attacker; none where there is no line.
    pub fn covered(&self, attacker: Stand, target: Stand, rule: CoverRule) -> Option<Cover> {
        const LEVELS: [Option<Cover>; 5] =
            [None, Some(Cover::No), Some(Cover::Low), Some(Cover::High), Some(Cover::Full)];
        let pair = self.pair(attacker, target);
        let nth = u16::from(rule.own_is_free) * 2 + u16::from(rule.beside_target_only);
        let shift = 2 + 3 * nth;
        match (self.known(pair) >> shift) & COVER {
            0 => {
                let found = self.relief.cover(attacker, target, rule).map(|found| found.cover);
                let level = LEVELS.iter().position(|level| *level == found).unwrap_or(0) as u16;
                self.note(pair, (level + 1) << shift);
                found
            }
            known => LEVELS[usize::from(known - 1).min(LEVELS.len() - 1)],
        }
    }

    /// Whether a square is on the map.
    #[inline]
    fn has(&self, square: Square) -> bool {
        let (width, height) = self.relief.size();
        square.level == self.relief.level()
            && (0..width).contains(&square.x)
            && (0..height).contains(&square.y)
    }

    fn pair(&self, one: Stand, other: Stand) -> Pair {
        if self.rows.is_empty() {
            return Pair::Other(eye(one), eye(other));
        }
        match (self.upright_at(one), self.upright_at(other)) {
            (Some(from), Some(to)) => Pair::Upright(from, to),
            _ => Pair::Other(eye(one), eye(other)),
        }
    }

    /// The number of the one square somebody fills who stands on its floor.
    fn upright_at(&self, stand: Stand) -> Option<usize> {
        let square = stand.at.at;
        let (width, _) = self.relief.size();
        let floor = || self.relief.space(square).floor;
        (self.has(square)
            && stand.at.size == 1
            && stand.bottom == floor()
            && stand.top == stand.bottom + SPACE)
            .then(|| (i32::from(square.y) * i32::from(width) + i32::from(square.x)) as usize)
    }

    fn known(&self, pair: Pair) -> u16 {
        match pair {
            Pair::Upright(from, to) => self.rows[from].get().map_or(0, |row| row[to].load(Ordering::Relaxed)),
            Pair::Other(from, to) => {
                let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
                others.get(&(from, to)).copied().unwrap_or(0)
            }
        }
    }

    fn note(&self, pair: Pair, found: u16) {
        match pair {
            Pair::Upright(from, to) => {
                let all = self.rows.len();
                let row = self.rows[from]
                    .get_or_init(|| std::iter::repeat_with(AtomicU16::default).take(all).collect());
                row[to].fetch_or(found, Ordering::Relaxed);
            }
            Pair::Other(from, to) => {
                let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
                if others.len() >= MOST_OTHERS {
                    others.clear();
                }
                *others.entry((from, to)).or_default() |= found;
            }
        }
    }
}

/// The height of a map on which there is nothing to see but level ground.
fn open(relief: &Relief) -> Option<i16> {
    let floor = relief.space(relief.squares().next()?).floor;
    let plain = |square: Square| {
        let space = relief.space(square);
        space.floor == floor && space.cover != Cover::Full && !space.murk
    };
    (relief.walls().is_empty() && relief.squares().all(plain)).then_some(floor)
}

fn eye(stand: Stand) -> Eye {
    let at = stand.at.at;
    (at.x, at.y, stand.at.size, stand.bottom, stand.top)
}

impl Deref for Sights {
    type Target = Relief;

    fn deref(&self) -> &Relief {
        &self.relief
    }
}

#[cfg(test)]
mod tests {
    use boneyard_board::Footprint;

    use super::*;

    #[test]
    fn on_open_ground_those_on_the_map_see_each_other_as_lines_say() {
        let sights = Sights::of(Relief::open(0, 4, 3, SPACE).expect("a map"));
        assert!(sights.open.is_some());
        // One column and row beyond the map on each side, in two sizes, on the floor and above it.
        let squares = (-1..5).flat_map(|x| (-1..4).map(move |y| Square::new(x, y)));
        let feet = squares.flat_map(|at| [1, 2].map(|size| Footprint { at, size }));
        let stands: Vec<Stand> =
            feet.flat_map(|at| [0, 15].map(|bottom| Stand { at, bottom, top: bottom + SPACE })).collect();
        for one in &stands {
            for other in &stands {
                assert_eq!(sights.clear(*one, *other), sights.relief.sees(*one, *other), "{one:?} {other:?}");
            }
        }
    }
}
