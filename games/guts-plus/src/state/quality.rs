//! Qualities: the four everybody has, and those a player invents.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the four qualities everybody has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Base {
    /// Drive, strength, endurance.
    Gumption,
    /// Handiness, fine skill, aim.
    Utility,
    /// Knowledge, awareness, wits.
    Thought,
    /// Grace, stealth, social ease.
    Slyness,
}

impl Base {
    /// All four, in the order of the name.
    pub const ALL: [Self; 4] = [Self::Gumption, Self::Utility, Self::Thought, Self::Slyness];

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gumption => "Gumption",
            Self::Utility => "Utility",
            Self::Thought => "Thought",
            Self::Slyness => "Slyness",
        }
    }

    /// The one of this name, capitals or not.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|base| base.name().eq_ignore_ascii_case(name))
    }

    /// Its place on every sheet.
    pub fn nth(self) -> u8 {
        self as u8
    }
}

/// A quality on a sheet. The first four are the base qualities; the fifth is the primary custom one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Quality {
    /// What it is called.
    pub name: String,
    /// What it covers, in a line.
    #[serde(default)]
    pub about: String,
    /// How many dice it gives.
    pub level: u8,
}

impl Quality {
    /// One at level 1.
    pub fn new(name: &str, about: &str) -> Self {
        Self { name: name.to_owned(), about: about.to_owned(), level: 1 }
    }
}
