//! Rows of power-ups, and of powers, mutations, skills and useful things, which share one shape.

use boneyard_content::Amount;
use boneyard_table::RuleId;
use serde::Deserialize;

use super::{NaturalAttack, Slot, one};
use crate::effect::{Effect, OnFace, Passive, Size, Trigger, Use};

/// A power-up.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowerUp {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    #[serde(default)]
    pub text: String,
    /// The total it is found by.
    pub roll: u8,
    /// Its weight.
    #[serde(default = "one")]
    pub weight: u8,
    /// What makes it useless to whoever has taken that before.
    pub inert_after: Option<String>,
    /// Whether there is a warning before it is taken.
    #[serde(default)]
    pub confirm: bool,
    /// What it does.
    pub effects: Vec<Effect>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// A class of power-up.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowerUpClass {
    /// What it is called.
    pub name: String,
    /// Its rule.
    pub rule: RuleId,
    /// What it is rolled with.
    pub dice: Size,
    /// What one costs where nobody looks.
    pub black_market: u32,
    /// Where such things are found.
    pub places: Vec<String>,
}

/// What a pupil needs to learn a skill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Requires {
    /// At least this STR.
    pub str: u8,
    /// At least this DEX.
    pub dex: u8,
    /// At least this WIL.
    pub wil: u8,
    /// A thing of this kind: a shield or a gun.
    pub owns: Option<String>,
    /// Tools of this kind.
    pub tools: Option<String>,
    /// Gems, paid when training begins.
    pub gems: u32,
    /// Something done before.
    pub has_done: Option<String>,
}

/// Fewer weeks of training for those who have a background.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeeksWith {
    /// Which background.
    pub background: String,
    /// How many weeks.
    pub weeks: u8,
}

/// A thing swung like a weapon of the list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Swung {
    /// Like which.
    pub like: String,
    /// What follows on a face of its die.
    pub on_face: Option<OnFace>,
}

/// Something people ride in.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vehicle {
    /// Speed.
    pub speed: u8,
    /// DEX.
    pub dex: u8,
    /// STR: what it carries, and what it withstands.
    pub str: u8,
    /// Seats.
    pub seats: u8,
    /// Hit points.
    pub hp: u16,
    /// Armor points.
    #[serde(default)]
    pub ap: u8,
    /// How long it takes from one world to another.
    pub crossing: Option<Amount<Size>>,
}

/// A power, a mutation, a skill or a useful thing.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Power {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    #[serde(default)]
    pub text: String,
    /// The face of the die it is drawn by; skills are taught.
    #[serde(default)]
    pub roll: u8,
    /// Its price, if it is a thing.
    #[serde(default)]
    pub gems: u32,
    /// Its weight, if it is a thing.
    #[serde(default)]
    pub weight: u8,
    /// Pieces or uses one purchase holds, if it is a thing.
    #[serde(default = "one")]
    pub count: u8,
    /// Needs the voice and a free hand.
    #[serde(default)]
    pub spell: bool,
    /// Weeks of training it takes.
    #[serde(default)]
    pub weeks: u8,
    /// Fewer of them for some.
    pub weeks_with: Option<WeeksWith>,
    /// Which tools it is, if it is tools.
    pub tools: Option<String>,
    /// Where it is worn, if it is worn.
    pub slot: Option<Slot>,
    /// What it is swung like, if it can be.
    pub weapon: Option<Swung>,
    /// The creature one buys.
    pub creature: Option<RuleId>,
    /// What one rides in.
    pub vehicle: Option<Vehicle>,
    /// What a pupil needs.
    pub requires: Option<Requires>,
    /// What happens when it comes.
    #[serde(default)]
    pub gains: Vec<Effect>,
    /// What is so from then on.
    #[serde(default)]
    pub passive: Vec<Passive>,
    /// What it costs from then on.
    #[serde(default)]
    pub price: Vec<Passive>,
    /// What it does by itself.
    #[serde(default)]
    pub triggers: Vec<Trigger>,
    /// How it is used.
    #[serde(default)]
    pub uses: Vec<Use>,
    /// Attacks it gives.
    #[serde(default)]
    pub attacks: Vec<NaturalAttack>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}
