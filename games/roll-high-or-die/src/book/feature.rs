//! Conditions, Features and Traits as rows.

use boneyard_table::RuleId;
use serde::Deserialize;

use super::effect::Effect;
use super::passive::Passive;
use crate::state::{Ability, Defense, Degree, Skill};

/// A Condition.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionRow {
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
    /// `condition`, `ailment`, `emboldenment` or `weapon`.
    pub kind: String,
    /// `count`, `source` or `counter`, if it stacks.
    #[serde(default)]
    pub stacks: Option<String>,
    /// The most stacks.
    #[serde(default)]
    pub most: Option<u8>,
    /// What holds.
    #[serde(default)]
    pub passives: Vec<Passive>,
    /// What happens when the owner's Turn begins.
    #[serde(default)]
    pub turn_start: Vec<Effect>,
    /// What a settled day does.
    #[serde(default)]
    pub day: Option<DayRow>,
    /// When it ends by itself.
    #[serde(default)]
    pub ends: Vec<String>,
    /// What else ends it.
    #[serde(default)]
    pub resolve: Vec<ResolveRow>,
    /// Code of this name.
    #[serde(default)]
    pub hook: Option<String>,
}

/// What a settled day does to the one who has many stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DayRow {
    /// From so many.
    pub from: u8,
    /// So many Wounds.
    pub wounds: u8,
}

/// What ends a Condition.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResolveRow {
    /// What: `food-full`, `item`, `check`, `interact`, `contest` and so on.
    pub by: String,
    /// Which item.
    #[serde(default)]
    pub item: Option<String>,
    /// Which Skills.
    #[serde(default)]
    pub skill: Vec<Skill>,
    /// Against what; the Condition's own DC if nothing is said.
    #[serde(default)]
    pub dc: Option<u8>,
    /// Interact Actions.
    #[serde(default)]
    pub steps: Option<u8>,
    /// AP.
    #[serde(default)]
    pub ap: Option<u8>,
    /// One stack only.
    #[serde(default)]
    pub one: bool,
}

/// A Feature.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatureRow {
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
    /// What it costs to gain.
    pub exp: u8,
    /// What it costs to use.
    pub ap: Cost,
    /// Requirements for gaining it.
    #[serde(default)]
    pub needs: Vec<Need>,
    /// Requirements for Use.
    #[serde(default, rename = "use")]
    pub uses: Vec<String>,
    /// Whom it is aimed at.
    #[serde(default)]
    pub target: Option<TargetRow>,
    /// An Attack inside.
    #[serde(default)]
    pub strike: Option<StrikeRow>,
    /// A check inside.
    #[serde(default)]
    pub check: Option<CheckRow>,
    /// What it does.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// `self` where the effects fall on the user.
    #[serde(default)]
    pub to: Option<String>,
    /// Pieces of ammunition it uses up.
    #[serde(default)]
    pub spends: Option<u8>,
    /// Code of this name.
    #[serde(default)]
    pub hook: Option<String>,
}

/// AP as `2`, `W`, `W+1` or `2W-1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Cost {
    /// How often the weapon's AP.
    pub w: u8,
    /// And so many.
    pub plus: i8,
}

impl Cost {
    /// With a weapon of this W.
    pub fn with(self, w: u8) -> u8 {
        let all = i16::from(self.w) * i16::from(w) + i16::from(self.plus);
        u8::try_from(all.max(0)).unwrap_or(u8::MAX)
    }
}

impl TryFrom<String> for Cost {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let bad = || format!("`{text}` is no cost: write 2, W, W+1 or 2W-1");
        match text.split_once('W') {
            None => Ok(Self { w: 0, plus: text.parse().map_err(|_| bad())? }),
            Some((times, plus)) => {
                let w = if times.is_empty() { 1 } else { times.parse().map_err(|_| bad())? };
                let plus = if plus.is_empty() { 0 } else { plus.parse().map_err(|_| bad())? };
                Ok(Self { w, plus })
            }
        }
    }
}

/// A requirement for gaining something: one of these fields.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Need {
    /// An Ability Score.
    pub score: Option<Ability>,
    /// At least so much.
    pub least: Option<u8>,
    /// A Skill.
    pub skill: Option<Skill>,
    /// Or one of these.
    pub any: Vec<Skill>,
    /// Or any Combat Skill of this kind: `Melee`, `Ranged`.
    pub kind: Option<String>,
    /// At this Degree.
    pub degree: Option<Degree>,
    /// Total Mechanics Known.
    pub tmk: Option<u8>,
    /// Only while being made.
    pub creation: bool,
}

/// Whom a Feature is aimed at.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TargetRow {
    /// `self`, `creature`, `ally`, `hostile`, or several of them.
    pub who: String,
    /// Within so many feet.
    pub within: Option<u16>,
    /// Beside the user.
    pub adjacent: bool,
    /// Within the weapon's Range.
    pub weapon: bool,
}

/// An Attack inside a Feature.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StrikeRow {
    /// Feet more Range.
    pub range: i16,
    /// Against this Defense.
    pub versus: Option<Defense>,
    /// Cover counts so many levels less.
    pub cover_less: u8,
    /// A hit does no damage.
    pub no_damage: bool,
    /// Dice more, of the same type.
    pub extra: Option<crate::state::Dice>,
    /// `true`, `dice-twice` or `armoring-double`.
    pub damage: Option<String>,
    /// `neighbour` or `each-in-range`.
    pub also: Option<String>,
    /// How many Attacks.
    pub times: Option<u8>,
    /// Runs so far before it.
    pub run: u16,
    /// Pushes so far on a hit.
    pub push: u16,
}

/// A check inside a Feature or a piece of equipment.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckRow {
    /// Which Skill.
    pub skill: Skill,
    /// Against a Defense.
    #[serde(default)]
    pub versus: Option<Defense>,
    /// Or a DC.
    #[serde(default)]
    pub dc: Option<u8>,
    /// Or a Skill of the target.
    #[serde(default)]
    pub contest: Option<Skill>,
    /// With Advantage.
    #[serde(default)]
    pub advantage: bool,
}

/// A Trait.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraitRow {
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
    /// What it costs to gain.
    pub exp: u8,
    /// Requirements for gaining it.
    #[serde(default)]
    pub needs: Vec<Need>,
    /// How often it can be had.
    #[serde(default)]
    pub repeat: Option<u8>,
    /// What is chosen with it: `skill-professional` or `damage-physical`.
    #[serde(default)]
    pub choose: Option<String>,
    /// The Size it makes somebody.
    #[serde(default)]
    pub size: Option<String>,
    /// What holds.
    #[serde(default)]
    pub passives: Vec<Passive>,
    /// Code of this name.
    #[serde(default)]
    pub hook: Option<String>,
}
