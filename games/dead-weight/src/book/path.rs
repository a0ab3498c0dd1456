//! Life paths, classes and starting kits.

use boneyard_content::Amount;
use boneyard_table::RuleId;
use serde::Deserialize;

use crate::state::Attribute;

/// A row of a life path table.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PathRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it means, in words.
    #[serde(default)]
    pub text: String,
    /// The rule it stands under.
    pub rule: RuleId,
    /// The sum of the two dice.
    pub total: u8,
    /// What moves its bearer.
    pub drive: Option<String>,
    /// The trait it gives.
    pub r#trait: Option<String>,
    /// The skill it gives.
    pub skill: Option<String>,
    /// Numbers it gives.
    #[serde(default)]
    pub gains: Vec<Gain>,
    /// Things it gives.
    #[serde(default)]
    pub gear: Vec<Listed>,
    /// Containers it gives.
    #[serde(default)]
    pub containers: Vec<String>,
    /// Its bearer starts without money.
    #[serde(default)]
    pub no_money: bool,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// A number a life path gives.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gain {
    /// How much of what.
    pub shift: Amount<String>,
}

/// A class.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it means, in words.
    #[serde(default)]
    pub text: String,
    /// The rule it stands under.
    pub rule: RuleId,
    /// The attribute it trains.
    pub proficiency: Attribute,
    /// Its trait.
    pub r#trait: String,
    /// Its skill.
    pub skill: String,
    /// What it chooses to know.
    pub knows: Option<Knows>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// What a class chooses to know.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Knows {
    /// `spell` or `prayer`.
    pub of: String,
    /// `school` or `god`.
    pub path: String,
    /// One for each point of this score.
    pub score: Attribute,
}

/// A starting kit.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KitRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What is in it, in words.
    #[serde(default)]
    pub text: String,
    /// The rule it stands under.
    pub rule: RuleId,
    /// The class it is for.
    pub class: String,
    /// Its letter.
    pub letter: String,
    /// Containers in it.
    #[serde(default)]
    pub containers: Vec<String>,
    /// Things in it.
    #[serde(default)]
    pub gear: Vec<Listed>,
    /// Coins in it.
    #[serde(default)]
    pub coins: Vec<Amount<String>>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// A thing in a list.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Listed {
    /// One of it.
    One(String),
    /// More to say about it.
    More {
        /// Its entry by name.
        item: String,
        /// How many.
        #[serde(default = "one")]
        count: u8,
        /// What this one is called.
        #[serde(default)]
        called: Option<String>,
        /// The usage die it still has.
        #[serde(default)]
        left: Option<super::UsageDie>,
    },
}

fn one() -> u8 {
    1
}
