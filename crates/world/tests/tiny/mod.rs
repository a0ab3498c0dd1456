//! A tiny game: one kind of check, one kind of harm, coins, and words of its own. Its adventure has one of everything.

pub mod game;
pub mod large;

use boneyard_content::ContentError;
use boneyard_world::check::{Findings, check};
use boneyard_world::name::{Kind, Name};
use boneyard_world::{Dialect, Dictionary, Sample};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema)]
pub struct Tiny;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hazards;
impl Kind for Hazards {
    const MARK: &'static str = "entry:hazard";
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// What must be thrown at least.
    pub least: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hurt {
    #[serde(default)]
    pub points: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Name<Hazards>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Body {
    pub points: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Asks {
    Rain(bool),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Does {
    Rain(bool),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gets {
    pub coins: u32,
}

impl Dialect for Tiny {
    type Check = Roll;
    type Harm = Hurt;
    type Ware = Body;
    type Person = Body;
    type Test = Asks;
    type Deed = Does;
    type Reward = Gets;
    const GAME: &'static str = "tiny";
    const UNITS: &'static [&'static str] = &["round", "minute", "hour", "day"];
    const MOMENTS: &'static [&'static str] = &["dawn"];
    const FLAGS: &'static [&'static str] = &["safe"];
    const SIGNS: &'static [&'static str] = &["thunder"];
    const ROLES: &'static [&'static str] = &["doom"];
    const OUTCOMES: &'static [&'static str] = &["great"];
    const COINS: &'static [&'static str] = &["coins"];
    const LIGHTS: &'static [&'static str] = &["day", "dark"];
    const PEOPLE: &'static [&'static str] = &["creature"];
    const THINGS: &'static [&'static str] = &["gear"];
    const TRAPS: &'static [&'static str] = &["trap"];
    const OBJECTS: &'static [&'static str] = &[];
    const GOODS: &'static [&'static str] = &["service"];
    const SAMPLE: Sample = Sample {
        thing: "Torch",
        creature: "Rat",
        check: "{ least = 4 }",
        harm: "{ points = 1 }",
        reward: "{ coins = 3 }",
        span: "10 minutes",
    };
}

/// What the tiny game's content calls things.
pub fn dictionary() -> Dictionary {
    let content = r#"
creature = [{ id = "C-1", name = "Rat" }, { id = "C-2", name = "Ogre" }]
gear = [{ id = "G-1", name = "Torch" }, { id = "G-2", name = "Rope" }]
hazard = [{ id = "H-1", name = "fire" }]
trap = [{ id = "T-1", name = "Pit" }]
service = [{ id = "S-1", name = "a bed" }]
hero = [{ id = "P-1", name = "Ada" }]
"#;
    Dictionary::of([content]).with_rules(["R-1"]).with_games(["tiny", "other"])
}

/// One of everything, and nothing wrong with it.
pub const GOOD: &str = include_str!("good.toml");

/// What is found in a text.
pub fn found(text: &str) -> Findings {
    check::<Tiny>("good.toml", text, &dictionary()).1
}

/// The good file with one change.
pub fn changed(from: &str, to: &str) -> String {
    assert_eq!(GOOD.matches(from).count(), 1, "{from:?} stands once in the good file");
    GOOD.replace(from, to)
}

/// What was told, as people read it.
pub fn told(all: &[ContentError]) -> Vec<String> {
    all.iter().map(ToString::to_string).collect()
}
