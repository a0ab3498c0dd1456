//! What Features, equipment, floors and hits do, as verbs.

use boneyard_content::Amount;
use serde::Deserialize;

use crate::state::Stance;

/// One thing that happens.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Damage; `kind` says the type and whether it is True.
    Damage(Amount),
    /// Vitality regained.
    Vitality(Amount),
    /// Armoring of a worn piece restored.
    Armoring(Amount),
    /// A Condition begins.
    Condition(ConditionEffect),
    /// Conditions end.
    End(Vec<String>),
    /// One stack ends.
    EndOne(String),
    /// A Hit Die may be expended now.
    HitDie(bool),
    /// A Stance.
    Stance(Stance),
    /// A push.
    Push(PushEffect),
    /// A held item is dropped.
    Drop(String),
    /// AP.
    Ap(Amount),
    /// A floor changes.
    Terrain(TerrainEffect),
    /// A light burns.
    Light(LightEffect),
    /// The thing is a weapon now.
    Armed(ArmedEffect),
    /// Something that happens when the Encounter is over.
    AfterEncounter(Box<Effect>),
    /// It is heard so far.
    Noise(u16),
    /// In words, for the Referee.
    Text(String),
    /// Code of this name.
    Hook(String),
}

/// A Condition that begins.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionEffect {
    /// Which.
    pub is: String,
    /// Stacks of it.
    #[serde(default = "one")]
    pub stacks: u8,
    /// The DC to get free.
    #[serde(default)]
    pub dc: Option<u8>,
}

/// A push.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushEffect {
    /// How far.
    pub feet: u16,
    /// Directly away.
    #[serde(default)]
    pub straight: bool,
}

/// A floor that changes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainEffect {
    /// To what.
    pub is: String,
    /// For how long.
    #[serde(default)]
    pub rounds: Option<u16>,
    /// So many feet around.
    #[serde(default)]
    pub spread: u16,
}

/// A light that burns.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LightEffect {
    /// Which source.
    pub source: String,
    /// For how long.
    #[serde(default)]
    pub until: Option<String>,
}

/// A thing that is a weapon now.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmedEffect {
    /// Which.
    pub weapon: String,
}

fn one() -> u8 {
    1
}
