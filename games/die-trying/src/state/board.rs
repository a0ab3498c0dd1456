//! The map: floor, walls and doors, the light there is without any lamp, lamps that stay where they
//! are, and ground that is hard to see through or to walk on.

use std::fmt;
use std::str::FromStr;

use boneyard_board::{Footprint, Grid, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::Lamp;

/// How bright a square is, the darkest first.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Light {
    /// Nothing can be seen.
    #[default]
    CompleteDarkness,
    /// Everything is Concealed.
    Darkness,
    /// Sight is worse.
    Dim,
    /// As it should be.
    Normal,
    /// May dazzle.
    Bright,
    /// Blinds.
    Blinding,
}

/// A square of the map, written as `E4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(into = "String")]
pub struct Spot {
    /// Row, from 0 at the top.
    pub y: u8,
    /// Column, from 0 at the left.
    pub x: u8,
}

/// The map in play. Who stands where is with the creatures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Floor, walls and doors.
    pub grid: Grid,
    /// The light of a square nobody says anything else about.
    #[serde(default)]
    pub base: Light,
    /// Squares with a light of their own, the last of several counting.
    #[serde(default)]
    pub lit: Vec<(Region, Light)>,
    /// Lamps that stay where they are, and whether they burn.
    #[serde(default)]
    pub lamps: Vec<(Spot, Lamp)>,
    /// Squares that conceal the one who is in them: smoke, brush.
    #[serde(default)]
    pub hazy: Vec<Region>,
    /// Squares from which one may leave the map for good.
    #[serde(default)]
    pub exits: Vec<Spot>,
}

/// A block of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// Its upper left square.
    pub at: Spot,
    /// Squares across.
    pub width: u8,
    /// Squares down.
    pub height: u8,
}

impl Light {
    /// All six, the darkest first.
    pub const ALL: [Self; 6] =
        [Self::CompleteDarkness, Self::Darkness, Self::Dim, Self::Normal, Self::Bright, Self::Blinding];

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::CompleteDarkness => "Complete Darkness",
            Self::Darkness => "Darkness",
            Self::Dim => "Dim Light",
            Self::Normal => "Normal Light",
            Self::Bright => "Bright Light",
            Self::Blinding => "Blinding Light",
        }
    }

    /// By its name, with or without the word Light.
    pub fn named(name: &str) -> Option<Self> {
        let short = |name: &str| name.trim_end_matches(" Light").to_ascii_lowercase();
        Self::ALL.into_iter().find(|known| short(known.name()) == short(name))
    }

    /// As the map counts it.
    pub fn level(self) -> u8 {
        self as u8
    }

    /// From how the map counts it.
    pub fn of_level(level: u8) -> Self {
        Self::ALL.into_iter().rfind(|known| known.level() <= level).unwrap_or_default()
    }
}

impl Region {
    /// Whether a square is in it.
    pub fn covers(self, spot: Spot) -> bool {
        let within =
            |at: u8, from: u8, size: u8| at >= from && u16::from(at) < u16::from(from) + u16::from(size);
        within(spot.x, self.at.x, self.width) && within(spot.y, self.at.y, self.height)
    }
}

impl Board {
    /// The light of a square before any lamp.
    pub fn base_at(&self, spot: Spot) -> Light {
        self.lit.iter().rev().find(|(region, _)| region.covers(spot)).map_or(self.base, |(_, light)| *light)
    }
}

impl Spot {
    /// A square by column and row.
    pub const fn new(x: u8, y: u8) -> Self {
        Self { y, x }
    }

    /// The square of the map.
    #[inline]
    pub fn square(self) -> Square {
        Square::new(self.x.into(), self.y.into())
    }

    /// The squares of somebody this large whose upper left square it is.
    #[inline]
    pub fn footprint(self, size: u8) -> Footprint {
        Footprint { at: self.square(), size: size.max(1) }
    }

    /// The spot of a square, if it is on the ground floor.
    #[inline]
    pub fn of(square: Square) -> Option<Self> {
        let (x, y) = (u8::try_from(square.x).ok()?, u8::try_from(square.y).ok()?);
        (square.level == 0).then_some(Self { x, y })
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
        square.ok_or_else(|| format!("`{short}` is no square: write a letter and a number, such as E4"))
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
        let off = || serde::de::Error::custom("this square is on no map");
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
