//! A scenario as its content tells it: places, who waits there, what can be tried and found, and
//! the two clocks. What has become of it all in play is in [`super::Land`].

use boneyard_table::RuleId;
use serde::Deserialize;

use crate::check::Difficulty;
use crate::state::{Ability, Affliction};

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioRow {
    /// What it is called.
    pub name: String,
    /// Its rule.
    pub rule: RuleId,
    /// The number of the place where it begins, and where the missing are brought home to.
    pub start: u16,
    /// What players know at the start.
    pub known: Vec<String>,
    /// What only the referee knows.
    pub gm: Vec<String>,
    /// Who is missing.
    pub missing: Vec<String>,
    /// Gems for each of them brought home.
    pub reward: u32,
    /// Who else must be dealt with before it is over.
    pub menaces: Vec<String>,
    /// Heroes it is made for.
    pub heroes: Vec<String>,
    /// The ways between its places.
    pub links: Vec<LinkRow>,
    /// The clock that adds to those who wait.
    pub brood: BroodRow,
    /// The clock that wakes somebody.
    pub sleeper: SleeperRow,
}

/// A way between two places.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkRow {
    /// Their numbers.
    pub between: [u16; 2],
    /// How long it takes.
    pub minutes: u16,
}

/// When a clock moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turns {
    /// At dawn.
    Dawn,
    /// At nightfall.
    Nightfall,
}

/// A clock that adds to those who wait.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BroodRow {
    /// What it is called.
    pub name: String,
    /// When it moves.
    pub turns: Turns,
    /// How often until its end.
    pub size: u8,
    /// Whom it adds.
    pub adds: AddsRow,
    /// The threat they are when it has run out.
    pub threat: ThreatRow,
    /// What its end brings.
    pub end: String,
}

/// A threat, and how far it has grown.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThreatRow {
    /// What it is.
    pub name: String,
    /// Its step, 1 to 4.
    pub step: u8,
}

/// Whom a clock adds.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddsRow {
    /// To those who wait under this name.
    pub to: String,
    /// As many as this die shows.
    pub die: u8,
}

/// A clock that wakes somebody.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SleeperRow {
    /// What it is called.
    pub name: String,
    /// When it moves.
    pub turns: Turns,
    /// How often until its end.
    pub size: u8,
    /// Whom it wakes.
    pub wakes: String,
    /// The number of the place where blood wakes them too.
    pub blood_at: u16,
    /// What its end brings.
    pub end: String,
}

/// A place.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What whoever is there sees.
    pub text: String,
    /// Its number.
    pub number: u16,
    /// What is so there at the start.
    #[serde(default)]
    pub flags: Vec<String>,
    /// Who waits there.
    #[serde(default)]
    pub waits: Vec<WaitsRow>,
    /// What can be tried there.
    #[serde(default)]
    pub tries: Vec<TryRow>,
    /// What can be found there.
    #[serde(default)]
    pub loot: Vec<LootRow>,
    /// The table of those who are about there.
    pub encounters: Option<String>,
    /// Dangers of the place.
    #[serde(default)]
    pub hazards: Vec<PlaceHazardRow>,
    /// What is so there no longer after an attack on a wide area.
    pub wide_breaks: Option<String>,
    /// What only the referee knows.
    #[serde(default)]
    pub gm: Vec<String>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// A danger of a place.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceHazardRow {
    /// Which hazard, by name.
    pub is: String,
    /// Where there, and when.
    #[serde(default)]
    pub about: String,
}

/// Somebody who waits at a place: one person, or a number of creatures.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaitsRow {
    /// What they are called.
    pub who: String,
    /// The entry they are like, if it is called otherwise.
    pub like: Option<String>,
    /// As many as this die shows.
    #[serde(default)]
    pub die: u8,
    /// And so many besides; a person is one.
    #[serde(default)]
    pub more: u8,
    /// Has a proper name: injury instead of death.
    #[serde(default)]
    pub named: bool,
    /// Moods.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Full STR, if it differs.
    pub str: Option<u8>,
    /// Full DEX, if it differs.
    pub dex: Option<u8>,
    /// Full WIL, if it differs.
    pub wil: Option<u8>,
    /// Full HP, if they differ.
    pub hp: Option<u16>,
    /// Skills and powers they have besides those of their entry.
    #[serde(default)]
    pub knows: Vec<String>,
    /// STR at the moment, if it is lower.
    pub now_str: Option<u8>,
    /// Has passed out.
    #[serde(default)]
    pub passed_out: bool,
    /// A D6 says how they feel about people.
    #[serde(default)]
    pub any_attitude: bool,
    /// What lasts on them.
    #[serde(default)]
    pub suffers: Vec<Affliction>,
    /// Who brought that about, by name.
    pub serves: Option<String>,
    /// Sleeps until something wakes them.
    #[serde(default)]
    pub asleep: bool,
}

/// Something that can be tried at a place.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TryRow {
    /// What.
    pub what: String,
    /// The score it is saved on.
    pub ability: Ability,
    /// How hard it is.
    #[serde(default)]
    pub difficulty: Difficulty,
    /// The background with which it is trivial.
    pub trivial_for: Option<String>,
    /// One of these powers or things it cannot be done without.
    #[serde(default)]
    pub needs: Vec<String>,
    /// What comes of failing.
    pub failed: Option<ComesRow>,
    /// What comes of passing.
    pub passed: Option<ComesRow>,
}

/// What comes of trying something.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ComesRow {
    /// A danger of the place.
    Hazard {
        /// Which, by name.
        is: String,
        /// Feet, turns or minutes.
        size: u16,
    },
    /// Caught with no weapon in hand.
    Ambushed,
    /// Something is so no longer.
    Unflag(String),
}

/// Something that can be found at a place: a thing, one of several, or gems.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum LootRow {
    /// A thing, or several alike.
    Item {
        /// What.
        item: String,
        /// How many.
        #[serde(default = "one")]
        count: u8,
    },
    /// One of several things; a die decides.
    OneOf {
        /// Which.
        one_of: Vec<String>,
        /// What it is called until then.
        called: String,
    },
    /// What a table brings.
    Table {
        /// Its id.
        table: String,
        /// What the referee calls it until then.
        called: String,
    },
    /// Gems: so many dice.
    Gems {
        /// How many dice.
        gems: u8,
        /// With how many faces.
        die: u8,
    },
}

fn one() -> u8 {
    1
}

impl LootRow {
    /// What the referee calls it.
    pub fn name(&self) -> &str {
        match self {
            Self::Item { item, .. } => item,
            Self::OneOf { called, .. } | Self::Table { called, .. } => called,
            Self::Gems { .. } => "gems",
        }
    }
}
