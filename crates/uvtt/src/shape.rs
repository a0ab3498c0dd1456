//! What the file looks like as text. Only what is used is named; editors add fields of their own.

use serde::Deserialize;

#[derive(Deserialize)]
pub(crate) struct File {
    pub(crate) format: f64,
    pub(crate) resolution: Resolution,
    #[serde(default)]
    pub(crate) line_of_sight: Vec<Vec<At>>,
    #[serde(default)]
    pub(crate) objects_line_of_sight: Vec<Vec<At>>,
    #[serde(default)]
    pub(crate) portals: Vec<Portal>,
    #[serde(default)]
    pub(crate) environment: Environment,
    #[serde(default)]
    pub(crate) lights: Vec<Light>,
    #[serde(default)]
    pub(crate) image: String,
}

#[derive(Deserialize)]
pub(crate) struct Resolution {
    #[serde(default)]
    pub(crate) map_origin: At,
    pub(crate) map_size: At,
    pub(crate) pixels_per_grid: f64,
}

/// Squares across and down, whole or not.
#[derive(Clone, Copy, Default, Deserialize)]
pub(crate) struct At {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

#[derive(Deserialize)]
pub(crate) struct Portal {
    pub(crate) bounds: Vec<At>,
    #[serde(default = "yes")]
    pub(crate) closed: bool,
}

#[derive(Default, Deserialize)]
pub(crate) struct Environment {
    #[serde(default)]
    pub(crate) baked_lighting: bool,
    #[serde(default)]
    pub(crate) ambient_light: String,
}

#[derive(Deserialize)]
pub(crate) struct Light {
    pub(crate) position: At,
    pub(crate) range: f64,
    #[serde(default)]
    pub(crate) color: String,
}

fn yes() -> bool {
    true
}
