//! The map: floor, objects, heights, doors, the light there is, and what changed since it was drawn. Who stands where
//! is with the creatures; what a kind of floor means is content.

use std::fmt;
use std::str::FromStr;

use boneyard_board::{Footprint, Grid, Square};
use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::Light;
use super::seen::{Levels, Seen};

/// A space of the map, written as `E4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(into = "String")]
pub struct Spot {
    /// Row, from 0 at the top.
    pub y: u8,
    /// Column, from 0 at the left.
    pub x: u8,
}

/// The map in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Floor, objects, walls and doors; kinds of ground by the names of their entries.
    pub grid: Grid,
    /// Floor heights that are not 0, in feet, by space.
    #[serde(default)]
    pub heights: Vec<(Spot, i16)>,
    /// The light of a space nobody says anything else about.
    pub ambient: Light,
    /// Parts with a light of their own, the last of several counting.
    #[serde(default)]
    pub lit: Vec<(Region, Light)>,
    /// Sources that stay where they are, by the names of their rows.
    #[serde(default)]
    pub lamps: Vec<(Spot, String)>,
    /// Floors that changed since the map was drawn.
    #[serde(default)]
    pub floors: Vec<Floor>,
    /// DCs of doors that are locked, by their spaces.
    #[serde(default)]
    pub locks: Vec<(Spot, u8)>,
    /// The scenario it belongs to.
    #[serde(default)]
    pub scenario: Option<RuleId>,
    /// Parts with a roof over them.
    #[serde(default)]
    pub roofs: Vec<Region>,
    /// Parts whose walls are sheer.
    #[serde(default)]
    pub sheer: Vec<Region>,
    /// Parts whose deep water flows.
    #[serde(default)]
    pub currents: Vec<Region>,
    /// Spaces with a rope to climb by.
    #[serde(default)]
    pub ropes: Vec<Spot>,
    /// What things have lost of their Armoring, by their spaces.
    #[serde(default)]
    pub battered: Vec<(Spot, u16)>,
    /// Traps that lie there.
    #[serde(default)]
    pub traps: Vec<Trap>,
    /// What follows from all of it, once somebody has asked.
    #[serde(skip)]
    pub(crate) seen: Seen,
}

/// A floor that changed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Floor {
    /// Where.
    pub at: Spot,
    /// What it is now, by the name of its entry.
    pub is: String,
    /// Rounds until it is as before; none where it stays.
    #[serde(default)]
    pub rounds: Option<u16>,
}

/// Something of the map as the players' side last saw it, where it is otherwise now.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Remembered {
    /// What a space was.
    Ground {
        /// Where.
        at: Spot,
        /// By the name of its entry.
        is: String,
        /// Nobody could stand in it.
        solid: bool,
    },
    /// How a door stood.
    Door {
        /// By its number on the map.
        door: u16,
        /// Open.
        open: bool,
    },
}

impl Remembered {
    /// Whether both are about the same place.
    pub fn same_place(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Ground { at: one, .. }, Self::Ground { at: other, .. }) => one == other,
            (Self::Door { door: one, .. }, Self::Door { door: other, .. }) => one == other,
            _ => false,
        }
    }
}

/// A trap that lies there.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Trap {
    /// Where.
    pub at: Spot,
    /// Which, by the name of its row or of the thing.
    pub what: String,
    /// Who set it; nobody where it belongs to the place.
    #[serde(default)]
    pub by: Option<Who>,
    /// Noticed by the players' side.
    #[serde(default)]
    pub noticed: bool,
}

/// A block of spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// Its upper left space.
    pub at: Spot,
    /// Spaces across.
    pub width: u8,
    /// Spaces down.
    pub height: u8,
}

impl Region {
    /// Whether a space is in it.
    #[inline]
    pub fn covers(self, spot: Spot) -> bool {
        let within =
            |at: u8, from: u8, size: u8| at >= from && u16::from(at) < u16::from(from) + u16::from(size);
        within(spot.x, self.at.x, self.width) && within(spot.y, self.at.y, self.height)
    }
}

impl Board {
    /// The light of a space before any source.
    pub fn ambient_at(&self, spot: Spot) -> Light {
        let own = self.lit.iter().rev().find(|(region, _)| region.covers(spot));
        own.map_or(self.ambient, |(_, light)| *light)
    }

    /// Whether the water of a space flows.
    pub fn flows(&self, spot: Spot) -> bool {
        self.currents.iter().any(|part| part.covers(spot))
    }

    /// The floor height of a space.
    #[inline]
    pub fn height(&self, spot: Spot) -> i16 {
        self.heights.iter().find(|(at, _)| *at == spot).map_or(0, |(_, feet)| *feet)
    }

    /// The floor height of a space for one who takes up no other; nothing where nobody can stand.
    #[inline]
    pub fn level(&self, spot: Spot) -> Option<i16> {
        self.levels().at(spot)
    }

    /// The floor heights of all spaces.
    #[inline]
    pub(crate) fn levels(&self) -> &Levels {
        self.seen.levels(|| self.work_out_levels())
    }

    fn work_out_levels(&self) -> Levels {
        let (width, height) = self.grid.chart().size(0).unwrap_or((0, 0));
        let side = |side: i16| u8::try_from(side).unwrap_or(u8::MAX);
        let (width, height) = (side(width), side(height));
        let spots = (0..height).flat_map(|y| (0..width).map(move |x| Spot::new(x, y)));
        let feet = spots.map(|spot| self.grid.fits(spot.footprint(1)).then(|| self.height(spot)));
        Levels { width, feet: feet.collect() }
    }

    /// The name of a space's floor.
    #[inline]
    pub fn floor(&self, spot: Spot) -> &str {
        let changed = self.floors.iter().rev().find(|floor| floor.at == spot);
        changed.map_or_else(
            || self.grid.ground(spot.square()).map_or("Clear", |ground| &ground.name),
            |floor| &floor.is,
        )
    }

    /// The one who changes the map forgets what followed from it.
    pub(crate) fn forget_lines(&mut self) {
        self.seen = Seen::default();
    }

    /// Whether a space is on the map.
    #[inline]
    pub fn has(&self, spot: Spot) -> bool {
        self.grid.has(spot.square())
    }
}

impl Spot {
    /// A space by column and row.
    pub const fn new(x: u8, y: u8) -> Self {
        Self { y, x }
    }

    /// The square of the map.
    #[inline]
    pub fn square(self) -> Square {
        Square::new(self.x.into(), self.y.into())
    }

    /// The squares of somebody this large whose upper left space it is.
    #[inline]
    pub fn footprint(self, size: u8) -> Footprint {
        Footprint { at: self.square(), size: size.max(1) }
    }

    /// The spaces of somebody this large.
    #[inline]
    pub fn spaces(self, size: u8) -> impl Iterator<Item = Spot> {
        self.footprint(size).squares().filter_map(Spot::of)
    }

    /// The spot of a square, if it is on the ground floor.
    #[inline]
    pub fn of(square: Square) -> Option<Self> {
        let (x, y) = (u8::try_from(square.x).ok()?, u8::try_from(square.y).ok()?);
        (square.level == 0).then_some(Self { x, y })
    }

    /// So many columns and rows further, if that can be counted.
    #[inline]
    pub fn step(self, across: i16, down: i16) -> Option<Self> {
        let x = u8::try_from(i16::from(self.x) + across).ok()?;
        let y = u8::try_from(i16::from(self.y) + down).ok()?;
        Some(Self { y, x })
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.square().fmt(f)
    }
}

impl FromStr for Spot {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let square = text.parse::<Square>().ok().and_then(Self::of);
        let short: String = text.chars().take(12).collect();
        square.ok_or_else(|| format!("`{short}` is no space: write a letter and a number, such as E4"))
    }
}

impl From<Spot> for String {
    fn from(spot: Spot) -> Self {
        spot.to_string()
    }
}

/// By name as people write it, or as a page sends a square.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Name(String),
    Square(boneyard_table::view::Square),
}

impl<'de> Deserialize<'de> for Spot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let off = || serde::de::Error::custom("this space is on no map");
        match Written::deserialize(deserializer)? {
            Written::Name(name) => name.parse().map_err(serde::de::Error::custom),
            Written::Square(square) => {
                let (x, y) = (u8::try_from(square.x), u8::try_from(square.y));
                let (Ok(x), Ok(y), 0) = (x, y, square.level) else { return Err(off()) };
                Ok(Self { x, y })
            }
        }
    }
}

impl JsonSchema for Spot {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Spot".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}
