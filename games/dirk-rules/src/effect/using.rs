//! How something is used: at what, at which price, how often.

use serde::Deserialize;

use super::{Effect, Much, OnFace};
use crate::state::Ability;

/// One way to use a power.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// What it is called, where there are several.
    #[serde(default)]
    pub name: String,
    /// Strain.
    #[serde(default)]
    pub hp: u8,
    /// What it takes the place of.
    #[serde(default)]
    pub action: Takes,
    /// How often.
    pub once: Option<Often>,
    /// Takes one of several.
    #[serde(default)]
    pub consumed: bool,
    /// Is thrown.
    #[serde(default)]
    pub thrown: bool,
    /// Strikes everybody within so many feet.
    pub area: Option<u16>,
    /// What does not help against it.
    #[serde(default)]
    pub ignores: Vec<String>,
    /// How far it reaches, in feet.
    pub range: Option<u16>,
    /// At what.
    pub target: Aim,
    /// At how many.
    pub most: Option<u8>,
    /// Whether it is an attack.
    #[serde(default)]
    pub attack: bool,
    /// The save against it.
    pub save: Option<Ability>,
    /// What immunities look at.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Words its user gives.
    pub asks: Option<String>,
    /// Conditions that do not hinder it.
    #[serde(default)]
    pub works_while: Vec<String>,
    /// What follows on a face of its die.
    pub on_face: Option<OnFace>,
    /// How long it takes, outside battle.
    pub time: Option<Much>,
    /// The user's own save.
    pub own_save: Option<Ability>,
    /// Who says how hard that save is.
    #[serde(default)]
    pub difficulty: HowHard,
    /// What comes of failing it.
    #[serde(default)]
    pub failed: Vec<Effect>,
    /// What it does.
    #[serde(default)]
    pub effects: Vec<Effect>,
}

/// Who says how hard a save is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HowHard {
    /// Nobody: it is as it is.
    #[default]
    Plain,
    /// The referee.
    Asked,
}

/// What a use takes the place of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Takes {
    /// A misc action.
    #[default]
    Misc,
    /// The move.
    Move,
    /// ATTACK.
    Attack,
    /// Nothing: it goes with EVADE!.
    WithEvade,
    /// Nothing: there is no time for it in a battle.
    None,
}

/// How often something can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Often {
    /// Once a battle.
    Battle,
    /// Once a day on each patient.
    PatientDay,
}

/// What a use is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// Oneself.
    #[serde(rename = "self")]
    Oneself,
    /// A creature; oneself too, where it takes a touch.
    Creature,
    /// A creature, never oneself.
    Other,
    /// Several creatures.
    Creatures,
    /// A loose thing.
    Object,
    /// A dead body.
    Body,
    /// A spot in sight.
    SeenSpot,
    /// A spot, said by who is there.
    Spot,
    /// A thing of one's own, by name.
    Item,
    /// A lock, a hatch, a console.
    Lock,
}
