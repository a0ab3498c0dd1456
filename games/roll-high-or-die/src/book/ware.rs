//! Weapons, ammunition, armor, equipment, tools and materials as rows, and how things are made.

use boneyard_content::Amount;
use boneyard_table::RuleId;
use serde::Deserialize;

use super::effect::Effect;
use super::passive::Passive;
use crate::state::{Ability, DamageType, Defense, Dice, ShotTag, Size, Skill, Tech, WeaponTag};

/// What things of a main material are made with.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MakingRow {
    /// Main materials.
    #[serde(default)]
    pub made_of: Vec<String>,
    /// Skills.
    #[serde(default)]
    pub skills: Vec<Skill>,
    /// Tool Actions.
    #[serde(default)]
    pub tools: Vec<String>,
    /// Materials.
    #[serde(default)]
    pub materials: Vec<String>,
}

/// A ready-built weapon.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeaponRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// In words.
    pub text: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// Its Base.
    pub base: Skill,
    /// Its Size.
    pub size: Size,
    /// Feet it reaches.
    #[serde(default)]
    pub reach: Option<u16>,
    /// Feet it shoots.
    #[serde(default)]
    pub range: Option<u16>,
    /// Its Weapon Ability.
    #[serde(default)]
    pub ability: Vec<Ability>,
    /// Its Relevant Defense.
    pub versus: Defense,
    /// Its Damage Dice.
    #[serde(default)]
    pub dice: Option<Dice>,
    /// Its Damage Type.
    #[serde(default, rename = "type")]
    pub kind: Option<DamageType>,
    /// Optional Tags.
    #[serde(default)]
    pub tags: Vec<WeaponTag>,
    /// Its AP, as printed.
    pub w: u8,
    /// Its price.
    #[serde(default)]
    pub coins: Option<u16>,
    /// Its main material.
    #[serde(default)]
    pub made_of: Option<String>,
    /// From which tech level.
    #[serde(default)]
    pub tech: Option<Tech>,
    /// Part of a body, or whatever is at hand: not for sale.
    #[serde(default)]
    pub body: bool,
}

/// Ready-built ammunition.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AmmunitionRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// In words.
    pub text: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// Its Base.
    pub base: String,
    /// Bases of weapons that fire it.
    #[serde(default)]
    pub fits: Vec<Skill>,
    /// Its Size.
    pub size: Size,
    /// The most in one stack.
    pub stack: u16,
    /// Its Damage Dice.
    pub dice: Dice,
    /// Its Damage Type.
    #[serde(rename = "type")]
    pub kind: DamageType,
    /// Optional Tags.
    #[serde(default)]
    pub tags: Vec<ShotTag>,
    /// The price of a stack.
    pub coins: u16,
    /// Half of it can be picked up again.
    #[serde(default)]
    pub recover: bool,
    /// Its main material.
    #[serde(default)]
    pub made_of: Option<String>,
    /// From which tech level.
    #[serde(default)]
    pub tech: Option<Tech>,
}

/// A ready-built armor.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmorRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// In words.
    pub text: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// `Armor Worn` or `Headgear`.
    pub slot: String,
    /// Its Size.
    pub size: Size,
    /// Its Material.
    pub material: String,
    /// Its Style.
    pub style: String,
    /// What that comes to.
    pub armoring: u16,
    /// To put on or take off.
    #[serde(default)]
    pub minutes: Option<u16>,
    /// Its price.
    pub coins: u16,
    /// Optional Tags.
    #[serde(default)]
    pub tags: Vec<String>,
    /// From which tech level.
    #[serde(default)]
    pub tech: Option<Tech>,
}

/// A piece of equipment.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GearRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// In words.
    pub text: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// Its Size.
    pub size: Size,
    /// The most in one stack.
    #[serde(default)]
    pub stack: Option<u16>,
    /// Uses.
    #[serde(default)]
    pub charges: Option<u8>,
    /// Its Action Cost; `*` marks the step with an effect.
    #[serde(default)]
    pub steps: Vec<String>,
    /// A second way to use it.
    #[serde(default)]
    pub other: Vec<String>,
    /// What it is used on.
    #[serde(default)]
    pub target: Option<String>,
    /// What it takes.
    #[serde(default)]
    pub needs: Vec<String>,
    /// A check.
    #[serde(default)]
    pub check: Option<GearCheck>,
    /// What it does.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// What it burns.
    #[serde(default)]
    pub burns: Option<String>,
    /// So many find shelter in it.
    #[serde(default)]
    pub shelters: Option<u8>,
    /// The weapon it becomes.
    #[serde(default)]
    pub weapon: Option<ArmedWeapon>,
    /// What it does where it lies.
    #[serde(default)]
    pub fuse: Option<Amount>,
    /// The DC of the one it binds.
    #[serde(default)]
    pub bind: Option<u8>,
    /// The trap it becomes.
    #[serde(default)]
    pub trap: Option<super::terrain::TrapRow>,
    /// What holds while it is in use.
    #[serde(default)]
    pub passives: Vec<Passive>,
    /// How it is made.
    #[serde(default)]
    pub making: Option<WorkRow>,
    /// Its price.
    pub coins: u16,
    /// For so many.
    #[serde(default)]
    pub per: Option<u8>,
    /// Code of this name.
    #[serde(default)]
    pub hook: Option<String>,
}

/// A check of a piece of equipment.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GearCheck {
    /// Which Skill.
    pub skill: Skill,
    /// Against what; the thing's own if nothing is said.
    #[serde(default)]
    pub dc: Option<u8>,
    /// So much more.
    #[serde(default)]
    pub plus: i8,
}

/// A weapon equipment becomes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmedWeapon {
    /// Its AP.
    pub w: u8,
    /// How far it is thrown.
    pub thrown: u16,
    /// By which Skill.
    pub skill: Skill,
    /// Against what.
    pub versus: Defense,
    /// Its dice.
    #[serde(default)]
    pub dice: Option<Dice>,
    /// Its type.
    #[serde(default, rename = "type")]
    pub kind: Option<DamageType>,
    /// Tags.
    #[serde(default)]
    pub tags: Vec<WeaponTag>,
    /// What a hit does.
    #[serde(default)]
    pub effects: Vec<Effect>,
}

/// How a thing is made.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkRow {
    /// Successful Watches.
    pub watches: u8,
    /// Skills, one of which.
    #[serde(default)]
    pub skills: Vec<Skill>,
    /// Against what.
    pub dc: u8,
    /// Tool Actions.
    #[serde(default)]
    pub tools: Vec<String>,
    /// Materials.
    #[serde(default)]
    pub materials: Vec<PartRow>,
    /// How many it gives.
    pub yields: u8,
}

/// A material and how much of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartRow {
    /// Which.
    pub item: String,
    /// How many.
    pub count: u8,
}

/// A tool.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// In words.
    pub text: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// Its Size.
    #[serde(default)]
    pub size: Option<Size>,
    /// Tool Actions.
    #[serde(default)]
    pub actions: Vec<String>,
    /// Its price.
    #[serde(default)]
    pub coins: Option<u16>,
    /// A place, not a thing.
    #[serde(default)]
    pub place: bool,
}

/// A material.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaterialRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// In words.
    pub text: String,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// Its Size.
    pub size: Size,
    /// The most in one stack.
    #[serde(default)]
    pub stack: Option<u16>,
    /// Its price.
    pub coins: u16,
}
