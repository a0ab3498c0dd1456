//! A map in layers, bottom up, as one seat sees it. Every layer has a switch and a sentence; what blocks
//! sight or movement was decided before, by the rules.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::domain::{Direction, Reach, Square};
use super::frame::{Frame, Framed, Tone};
use super::msg::Msg;
use super::sight::{Run, SightLine};
use crate::{Seat, Who};

/// A map in squares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Map {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The floor that is drawn.
    pub level: i32,
    /// The names of its floors, where it has several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub floors: Vec<Floor>,
    /// Its layers, bottom up.
    pub layers: Vec<Layer>,
}

/// A floor of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Floor {
    /// Which one.
    pub level: i32,
    /// Its name.
    pub name: Msg,
}

/// One layer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Layer {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// Whether it is switched on to begin with.
    pub on: bool,
    /// What is in it.
    #[serde(flatten)]
    pub body: LayerBody,
}

/// What is in a layer; the variants stand in the order they are drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LayerBody {
    /// A picture under everything.
    Picture { image: String, alt: Msg },
    /// Floor and its height.
    Floor { squares: Vec<Patch> },
    /// Ground that matters.
    Terrain { squares: Vec<Patch> },
    /// The grid.
    Grid,
    /// Walls, doors and cover.
    Walls { edges: Vec<Edge> },
    /// Bands of light.
    Light { squares: Vec<Patch> },
    /// Areas and auras.
    Areas { areas: Vec<MapArea> },
    /// Where one can go, at what cost.
    Reach { squares: Vec<Reach>, path: Vec<Square> },
    /// Heroes and creatures.
    Tokens { tokens: Vec<Token> },
    /// The line that decides sight or cover.
    Sight { lines: Vec<SightLine> },
    /// What this seat has never seen, and what it remembers without seeing it now.
    Fog { unseen: Vec<Run>, remembered: Vec<Run> },
    /// Somebody points.
    Pings { pings: Vec<Ping> },
    /// Notes for the GM.
    Notes { notes: Vec<MapNote> },
}

/// Squares that are alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Patch {
    /// Which.
    pub squares: Vec<Square>,
    /// What they are: "rubble", "dim".
    pub kind: String,
    /// The same for people.
    pub say: Msg,
    /// How high, where that matters.
    #[serde(default)]
    pub height: i32,
}

/// A wall, a door or cover along the edges of squares, from corner to corner in tenths of a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Edge {
    /// One end: across, down.
    pub from: (i32, i32),
    /// The other end.
    pub to: (i32, i32),
    /// What it is: "wall", "door", "window", "low cover".
    pub kind: String,
    /// Whether it stands open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// The same for people.
    pub say: Msg,
}

/// An area or aura, as the squares the rules found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MapArea {
    /// Its key.
    pub key: String,
    /// What it is.
    pub say: Msg,
    /// Its squares, around corners too.
    pub squares: Vec<Square>,
    /// Whether it is welcome.
    #[serde(default)]
    pub tone: Tone,
}

/// A hero or creature on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Token {
    /// Who.
    pub who: Who,
    /// Their name.
    pub name: Msg,
    /// The square of their upper left corner.
    pub at: Square,
    /// How many squares across.
    pub size: u32,
    /// Drawn square for a hero, round for others.
    pub hero: bool,
    /// Whether they act now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub acting: bool,
    /// Whether their player is away.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub away: bool,
    /// For the GM: not seen by the players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Where they look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Direction>,
    /// Stance and other marks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Msg>,
}

/// Somebody points at a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ping {
    /// Who.
    pub by: Seat,
    /// Where.
    pub at: Square,
}

/// A note of the GM's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MapNote {
    /// Where.
    pub at: Square,
    /// What.
    pub text: String,
}

impl Map {
    /// An empty map of the ground floor.
    pub fn new(width: u32, height: u32) -> Self {
        Map { width, height, level: 0, floors: Vec::new(), layers: Vec::new() }
    }

    /// Lays a layer in its place among the others.
    #[must_use]
    pub fn layer(mut self, layer: Layer) -> Self {
        let at = self.layers.partition_point(|other| other.body.depth() <= layer.body.depth());
        self.layers.insert(at, layer.settled());
        self
    }
}

impl Layer {
    /// A layer that is switched on.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>, body: LayerBody) -> Self {
        Layer { frame: Frame::new(key, label), on: true, body }
    }
}

impl Framed for Layer {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        let entries: Vec<Msg> = self.body.entries();
        if entries.is_empty() {
            return Msg::new("{label}.").with("label", &self.frame.label);
        }
        Msg::new("{label}: {entries}.")
            .with("label", &self.frame.label)
            .with("entries", super::MsgValue::list(entries))
    }
}

impl LayerBody {
    /// What the list form of the layer says, entry by entry.
    pub fn entries(&self) -> Vec<Msg> {
        let patch = |patch: &Patch| {
            Msg::new("{what} at {squares}").with("what", &patch.say).with("squares", squares(&patch.squares))
        };
        match self {
            LayerBody::Picture { alt, .. } => vec![alt.clone()],
            LayerBody::Floor { squares } | LayerBody::Terrain { squares } | LayerBody::Light { squares } => {
                squares.iter().map(patch).collect()
            }
            LayerBody::Grid => Vec::new(),
            LayerBody::Walls { edges } => edges.iter().map(|edge| edge.say.clone()).collect(),
            LayerBody::Areas { areas } => areas.iter().map(|area| area.say.clone()).collect(),
            LayerBody::Reach { squares, .. } => squares
                .iter()
                .map(|reach| {
                    Msg::new("{at} for {cost}").with("at", reach.square.to_string()).with("cost", reach.cost)
                })
                .collect(),
            LayerBody::Tokens { tokens } => tokens
                .iter()
                .map(|token| {
                    Msg::new("{name} at {at}").with("name", &token.name).with("at", token.at.to_string())
                })
                .collect(),
            LayerBody::Sight { lines } => lines.iter().map(|line| line.say.clone()).collect(),
            LayerBody::Fog { unseen, remembered } => vec![
                Msg::new("{n} squares never seen").with("n", Run::count(unseen)),
                Msg::new("{n} squares remembered").with("n", Run::count(remembered)),
            ],
            LayerBody::Pings { pings } => pings
                .iter()
                .map(|ping| {
                    Msg::new("{who} points at {at}")
                        .with("who", ping.by.to_string())
                        .with("at", ping.at.to_string())
                })
                .collect(),
            LayerBody::Notes { notes } => notes
                .iter()
                .map(|note| {
                    Msg::new("{at}: {text}").with("at", note.at.to_string()).with("text", note.text.clone())
                })
                .collect(),
        }
    }

    fn depth(&self) -> u8 {
        match self {
            LayerBody::Picture { .. } => 0,
            LayerBody::Floor { .. } => 1,
            LayerBody::Terrain { .. } => 2,
            LayerBody::Grid => 3,
            LayerBody::Walls { .. } => 4,
            LayerBody::Light { .. } => 5,
            LayerBody::Areas { .. } => 6,
            LayerBody::Reach { .. } => 7,
            LayerBody::Tokens { .. } => 8,
            LayerBody::Sight { .. } => 9,
            LayerBody::Fog { .. } => 10,
            LayerBody::Pings { .. } => 11,
            LayerBody::Notes { .. } => 12,
        }
    }
}

fn squares(squares: &[Square]) -> super::MsgValue {
    super::MsgValue::list(squares.iter().map(Square::to_string))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_lie_in_the_order_they_are_drawn_whatever_order_they_come_in() {
        let token = Token {
            who: Who(1),
            name: "Brack".into(),
            at: Square::new(4, 3),
            size: 1,
            hero: true,
            acting: false,
            away: false,
            hidden: false,
            facing: None,
            marks: Vec::new(),
        };
        let map = Map::new(8, 8)
            .layer(Layer::new("tokens", "Tokens", LayerBody::Tokens { tokens: vec![token] }))
            .layer(Layer::new("grid", "Grid", LayerBody::Grid))
            .layer(Layer::new("light", "Light", LayerBody::Light { squares: Vec::new() }));
        let keys: Vec<_> = map.layers.iter().map(|layer| layer.frame.key.as_str()).collect();
        assert_eq!(keys, ["grid", "light", "tokens"]);
        assert_eq!(map.layers[2].frame.sentence().text(), "Tokens: Brack at E4.");
    }

    #[test]
    fn squares_are_named_by_letters_and_numbers_past_the_alphabet_too() {
        let name = |x, y| Square::new(x, y).to_string();
        assert_eq!(
            [name(0, 0), name(25, 9), name(26, 0), name(51, 0), name(52, 0)],
            ["A1", "Z10", "AA1", "AZ1", "BA1"]
        );
        assert_eq!(Square { level: -1, y: 0, x: 2 }.to_string(), "C1 on -1");
        assert_eq!(name(-1, 3), "(-1, 3)");
        assert_eq!(name(i32::MAX, i32::MAX).len(), "FXSHRXW".len() + "2147483648".len());
    }
}
