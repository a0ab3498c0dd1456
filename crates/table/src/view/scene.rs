//! Where it happens: places with ways between them, a map in layers, or both.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::map::Map;
use super::msg::Msg;
use super::places::Places;

/// The scene as one seat knows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Scene {
    /// Its name.
    pub title: Msg,
    /// What it is like, in one or two sentences.
    pub say: Msg,
    /// Rooms and areas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Places>,
    /// Squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<Map>,
}

impl Scene {
    /// A scene told in words alone.
    pub fn new(title: impl Into<Msg>, say: impl Into<Msg>) -> Self {
        Scene { title: title.into(), say: say.into(), places: None, map: None }
    }

    /// A scene of places.
    #[must_use]
    pub fn places(mut self, places: Places) -> Self {
        self.places = Some(super::Framed::settled(places));
        self
    }

    /// A scene on a map.
    #[must_use]
    pub fn map(mut self, map: Map) -> Self {
        self.map = Some(map);
        self
    }
}
