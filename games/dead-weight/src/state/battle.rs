//! A fight under way: the chart, who stands where, whose phase it is, morale, and what was done in it.

use std::fmt;
use std::str::FromStr;

use boneyard_board::{Grid, Square};
use boneyard_table::Who;
use boneyard_table::order::Order;
use boneyard_table::view::Direction;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use smallvec::SmallVec;

use super::Shared;

/// A fight under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Battle {
    /// Everybody is still being placed; no round has begun.
    pub setup: bool,
    /// Who acts in which phase. Nobody is in it during setup, pets never are.
    pub order: Order<Phase>,
    /// The pet or servant that acts in its owner's turn just now.
    #[serde(default)]
    pub pet: Option<Who>,
    /// Everybody in it: adventurers in the order of the party list, enemies in the order of the enemy list.
    pub fighters: SmallVec<[Fighter; 8]>,
    /// Morale of the adventurers and of the enemies.
    pub morale: [Morale; 2],
    /// How the adventurers begin.
    #[serde(default)]
    pub opening: Opening,
    /// Those who came in the middle of their phase and act from the next round on.
    #[serde(default)]
    pub late: SmallVec<[(Who, Phase); 2]>,
    /// Help that was promised for somebody's next turn.
    #[serde(default)]
    pub helps: SmallVec<[Help; 1]>,
    /// Who was hit by whom in this round.
    #[serde(default)]
    pub struck: SmallVec<[Blow; 2]>,
    /// Actions of enemies that may not be used now.
    #[serde(default)]
    pub spent: SmallVec<[SpentAction; 2]>,
    /// Things that lie on tiles: whose they were, which, where.
    #[serde(default)]
    pub lying: SmallVec<[(Who, u8, Tile); 1]>,
    /// The enemies run: what the GM said when they were broken.
    #[serde(default)]
    pub fleeing: bool,
    /// The battle chart.
    pub chart: Shared<Chart>,
}

/// Somebody in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Fighter {
    /// Who.
    pub who: Who,
    /// Where; nowhere until placed, and once gone.
    #[serde(default)]
    pub at: Option<Tile>,
    /// Has not noticed the adventurers.
    #[serde(default)]
    pub unaware: bool,
    /// Where it looks, if it said so.
    #[serde(default)]
    pub facing: Option<Direction>,
}

/// Who acts when in a round, the last first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Slow adventurers.
    Slow,
    /// Third parties, at the end of the enemies' phase.
    Third,
    /// Enemies.
    Enemies,
    /// Fast adventurers.
    Fast,
}

impl Phase {
    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast adventurers",
            Self::Enemies => "enemies",
            Self::Third => "third parties",
            Self::Slow => "slow adventurers",
        }
    }
}

/// How the adventurers begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// Each rolls.
    #[default]
    Rolled,
    /// The other side is unaware: all are fast.
    UpperHand,
    /// They were surprised or are pursued: all are slow.
    Surprised,
}

/// How a side holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Morale {
    /// Its die.
    pub value: u8,
    /// The die is put away.
    pub broken: bool,
}

/// Help that was promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Help {
    /// Who helps.
    pub by: Who,
    /// Whom.
    pub ally: Who,
    /// With two dice, for fatigue.
    pub effort: bool,
    /// That turn is now.
    pub now: bool,
}

/// Somebody was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Blow {
    /// Who struck.
    pub by: Who,
    /// Whom.
    pub target: Who,
}

/// An action of an enemy that may not be used now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct SpentAction {
    /// Whose.
    pub who: Who,
    /// Which of its sheet.
    pub action: u8,
    /// Until when.
    pub until: SpentUntil,
}

/// Until when an action may not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpentUntil {
    /// To the end of this turn.
    Turn,
    /// To the end of the fight.
    Combat,
    /// Until so many actions have gone into reloading.
    Reloaded(u8),
}

/// A tile of the chart, written as `E4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(into = "String")]
pub struct Tile {
    /// Column, from 0 at the left.
    pub x: u8,
    /// Row, from 0 at the top.
    pub y: u8,
}

/// The battle chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chart {
    /// Floor, walls and doors. Who stands where is with the fighters.
    pub grid: Grid,
    /// Tiles from which one may leave.
    pub exits: Vec<Tile>,
    /// Where attacks are easier.
    pub advantage: Option<Tile>,
}

impl Battle {
    /// A fighter by number.
    #[inline]
    pub fn fighter(&self, who: Who) -> Option<&Fighter> {
        self.fighters.iter().find(|fighter| fighter.who == who)
    }

    /// Who is in the middle of a turn.
    #[inline]
    pub fn acting(&self) -> Option<Who> {
        self.pet.or(self.order.turn())
    }

    /// Where somebody stands.
    #[inline]
    pub fn tile(&self, who: Who) -> Option<Tile> {
        self.fighter(who)?.at
    }

    /// Whether a side is broken; third parties never are.
    #[inline]
    pub fn broken(&self, side: u8) -> bool {
        self.morale.get(usize::from(side)).is_some_and(|morale| morale.broken)
    }

    pub(crate) fn fighter_mut(&mut self, who: Who) -> Option<&mut Fighter> {
        self.fighters.iter_mut().find(|fighter| fighter.who == who)
    }
}

impl Tile {
    /// The square of the map.
    #[inline]
    pub fn square(self) -> Square {
        Square::new(self.x.into(), self.y.into())
    }

    /// The tile of a square, if it is on the ground floor.
    #[inline]
    pub fn of(square: Square) -> Option<Self> {
        let (x, y) = (u8::try_from(square.x).ok()?, u8::try_from(square.y).ok()?);
        (square.level == 0).then_some(Self { x, y })
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.square().fmt(f)
    }
}

impl FromStr for Tile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let square = text.parse::<Square>().ok().and_then(Self::of);
        let short: String = text.chars().take(12).collect();
        square.ok_or_else(|| format!("`{short}` is no tile: write a letter and a number, such as E4"))
    }
}

impl From<Tile> for String {
    fn from(tile: Tile) -> Self {
        tile.to_string()
    }
}

/// By name as people write it, or as a page sends a square.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Name(String),
    Square(boneyard_table::view::Square),
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let off = || serde::de::Error::custom("this square is on no battle chart");
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

impl JsonSchema for Tile {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Tile".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}
