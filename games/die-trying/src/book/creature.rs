//! Creatures and traps as rows.

use std::collections::BTreeMap;

use boneyard_content::Amount;
use boneyard_table::RuleId;
use serde::Deserialize;

use super::effect::{Area, AttackBy, Effect, Save};
use super::formula::Formula;
use super::kind::Passives;
use super::passive::OnHit;

/// A creature's stat line.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreatureRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What one sees, and what is special about it.
    pub text: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// Size.
    pub size: String,
    /// `living`, `undead` or `construct`.
    pub kind: String,
    /// `mindless`, `ooze`, `aberration`, `goblin`, `swarm`.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Strength, Dexterity, Constitution, Intelligence, Wisdom, Charisma.
    pub scores: [i8; 6],
    /// Full HP, as the rules give them.
    pub hp: u8,
    /// AC, with hide and armor.
    pub ac: i8,
    /// What hide adds to the AC; armor adds its own.
    #[serde(default)]
    pub hide: i8,
    /// Armor it wears, with the level of its proficiency.
    #[serde(default)]
    pub wears: Option<Wears>,
    /// Speed on foot.
    pub speed: u16,
    /// Speed in the air.
    #[serde(default)]
    pub fly: Option<u16>,
    /// Speed on walls.
    #[serde(default)]
    pub climb: Option<u16>,
    /// Perception bonus, all in.
    pub perception: i8,
    /// Stealth bonus, all in.
    pub stealth: i8,
    /// Other skill bonuses, all in.
    #[serde(default)]
    pub skills: BTreeMap<String, i8>,
    /// How it strikes.
    pub attack: CreatureAttack,
    /// What else it can do with its Action.
    #[serde(default)]
    pub uses: Vec<CreatureUse>,
    /// Magic Dice.
    #[serde(default)]
    pub magic_dice: u8,
    /// Spells it knows.
    #[serde(default)]
    pub spells: Vec<String>,
    /// Tradition of its spells.
    #[serde(default)]
    pub tradition: Option<String>,
    /// Talents with their level.
    #[serde(default)]
    pub talents: BTreeMap<String, u8>,
    /// What holds.
    #[serde(default)]
    pub passives: Passives,
    /// Perception while asleep, in addition.
    #[serde(default)]
    pub asleep: i8,
    /// DC to see what it is while it keeps still.
    #[serde(default)]
    pub disguise: Option<u8>,
    /// It tries to ambush.
    #[serde(default)]
    pub ambushes: bool,
    /// Traps it has set nearby.
    #[serde(default)]
    pub traps: Vec<String>,
    /// What a fight against it is worth.
    pub threat: u8,
    /// What is found on it.
    #[serde(default)]
    pub loot: Vec<Loot>,
    /// Code of these names.
    #[serde(default)]
    pub hooks: Vec<String>,
}

/// Armor of a creature.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wears {
    /// Which.
    pub armor: String,
    /// Proficiency.
    pub level: String,
}

/// A creature's weapon.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreatureAttack {
    /// What it is called.
    pub name: String,
    /// The ability it adds: `strength` or `dexterity`.
    pub with: String,
    /// What is added to the d10, all in.
    pub bonus: i8,
    /// Damage.
    pub damage: Amount<Formula>,
    /// Its trait.
    #[serde(default, rename = "trait")]
    pub quality: Option<String>,
    /// Reach in feet, 5 if nothing is said.
    #[serde(default = "five")]
    pub reach: u16,
    /// Range, for what shoots.
    #[serde(default)]
    pub range: Option<u16>,
    /// What a hit brings with it.
    #[serde(default)]
    pub on_hit: Vec<OnHit>,
}

/// Another Action of a creature.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreatureUse {
    /// What it is called.
    pub name: String,
    /// In feet.
    pub range: u16,
    /// A roll against AC first.
    #[serde(default)]
    pub attack: Option<AttackBy>,
    /// What it does.
    pub effects: Vec<Effect>,
}

/// What is found on somebody or somewhere.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loot {
    /// Silver, rolled when it is searched.
    #[serde(default)]
    pub silver: Option<Formula>,
    /// A thing of the lists.
    #[serde(default)]
    pub item: Option<String>,
    /// How many of it, or how many uses it has.
    #[serde(default)]
    pub count: Option<Formula>,
    /// Uses left in a kit.
    #[serde(default)]
    pub uses: Option<Formula>,
    /// What a weapon is called.
    #[serde(default)]
    pub called: Option<String>,
    /// Damage type of a weapon.
    #[serde(default, rename = "type")]
    pub kind: Option<String>,
    /// Trait of a weapon.
    #[serde(default, rename = "trait")]
    pub quality: Option<String>,
    /// Fits Small people only.
    #[serde(default)]
    pub small: bool,
    /// Something that is on no list.
    #[serde(default)]
    pub thing: Option<String>,
    /// What that is worth.
    #[serde(default)]
    pub worth: Option<u16>,
    /// There only if a d6 shows this face.
    #[serde(default)]
    pub on_face: Option<u8>,
    /// A table to roll on.
    #[serde(default)]
    pub table: Option<String>,
}

/// A trap.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrapRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    pub text: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// Its faces of the d100.
    pub faces: [u8; 2],
    /// DC to find it.
    pub find: u8,
    /// DC to disarm it.
    pub disarm: u8,
    /// Whom it reaches; only the one who set it off if nothing is said.
    #[serde(default)]
    pub area: Option<Area>,
    /// Whether it is ready again after going off.
    #[serde(default)]
    pub resets: bool,
    /// A roll against AC first.
    #[serde(default)]
    pub attack: Option<AttackBy>,
    /// A save against it.
    #[serde(default)]
    pub save: Option<Save>,
    /// What it does.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// After a hit, a second save.
    #[serde(default)]
    pub then: Option<OnHit>,
    /// Besides, on a critically failed save.
    #[serde(default)]
    pub critical: Vec<Effect>,
    /// On a save that succeeds.
    #[serde(default)]
    pub passed: Vec<Effect>,
    /// For those without Magic Dice.
    #[serde(default)]
    pub otherwise: Vec<Effect>,
    /// Code of this name.
    #[serde(default)]
    pub hook: Option<String>,
}

fn five() -> u16 {
    5
}
