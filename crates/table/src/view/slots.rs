//! What is carried where: places with room, things that take it, and the load as a whole.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed};
use super::msg::Msg;

/// Places to carry things in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SlotGrid {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// The places.
    pub places: Vec<SlotPlace>,
    /// What lies in them.
    pub items: Vec<SlotItem>,
    /// The load as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<Load>,
}

/// A place with room. Its frame's key and label name it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SlotPlace {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// How much it holds.
    pub cap: u32,
    /// Counted in what.
    pub unit: Msg,
    /// Tags of what it takes; empty takes anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub takes: Vec<String>,
}

/// A thing in a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SlotItem {
    /// The thing.
    pub id: String,
    /// Its name.
    pub name: Msg,
    /// The key of its place.
    pub place: String,
    /// How much room it takes.
    pub units: u32,
}

/// The load as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Load {
    /// How much is carried.
    pub used: u32,
    /// How much can be.
    pub limit: u32,
    /// How much too much.
    pub over: u32,
}

impl SlotGrid {
    /// A grid without places yet.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>) -> Self {
        SlotGrid { frame: Frame::new(key, label), places: Vec::new(), items: Vec::new(), load: None }
    }

    /// Adds a place.
    #[must_use]
    pub fn place(
        mut self,
        key: impl Into<String>,
        label: impl Into<Msg>,
        cap: u32,
        unit: impl Into<Msg>,
    ) -> Self {
        let frame = Frame::new(key, label);
        self.places.push(SlotPlace { frame, cap, unit: unit.into(), takes: Vec::new() });
        self
    }

    /// Puts a thing in a place.
    #[must_use]
    pub fn item(
        mut self,
        id: impl Into<String>,
        name: impl Into<Msg>,
        place: impl Into<String>,
        units: u32,
    ) -> Self {
        self.items.push(SlotItem { id: id.into(), name: name.into(), place: place.into(), units });
        self
    }

    /// Gives the load as a whole.
    #[must_use]
    pub fn load(mut self, used: u32, limit: u32) -> Self {
        self.load = Some(Load { used, limit, over: used.saturating_sub(limit) });
        self
    }

    /// How much of a place is taken.
    pub fn used(&self, place: &str) -> u32 {
        self.items
            .iter()
            .filter(|item| item.place == place)
            .fold(0, |sum, item| sum.saturating_add(item.units))
    }
}

impl Framed for SlotGrid {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        match self.load {
            Some(Load { used, limit, over: 0 }) => {
                Msg::new("{label}: load {used} of {limit}.").with("used", used).with("limit", limit)
            }
            Some(Load { used, limit, over }) => Msg::new("{label}: load {used} of {limit}, {over} too much.")
                .with("used", used)
                .with("limit", limit)
                .with("over", over),
            None => Msg::new("{label}: {n} things carried.").with("n", self.items.len()),
        }
        .with("label", &self.frame.label)
    }
}

impl Framed for SlotPlace {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        Msg::new("{label}, {cap} {unit}.")
            .with("label", &self.frame.label)
            .with("cap", self.cap)
            .with("unit", &self.unit)
    }
}
