//! Spells, prayers, schools and gods.

use boneyard_content::Amount;
use boneyard_table::RuleId;
use serde::Deserialize;

use super::Rest;
use super::effect::Effect;
use super::path::Listed;
use crate::weapon::Band;

/// A spell or a prayer.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PowerRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    #[serde(default)]
    pub text: String,
    /// A spell's level.
    #[serde(default)]
    pub level: u8,
    /// The school it belongs to; a basic spell to none.
    pub school: Option<String>,
    /// The god it belongs to; a basic prayer to none.
    pub god: Option<String>,
    /// Actions a prayer takes in combat, if not one.
    pub actions: Option<u8>,
    /// How far it reaches; Nearby if nothing is said.
    pub range: Option<String>,
    /// What it is aimed at.
    #[serde(default)]
    pub target: Option<String>,
    /// Kinds of targets.
    #[serde(default)]
    pub only: Vec<String>,
    /// The highest level of a target.
    pub max_level: Option<u8>,
    /// So many targets.
    pub most: Option<u8>,
    /// What must be so.
    #[serde(default)]
    pub needs: Vec<String>,
    /// Each target rolls its level.
    #[serde(default)]
    pub enemy_test: bool,
    /// Words the caster gives.
    pub asks: Option<String>,
    /// What it does.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// What it does to a target whose test succeeds.
    #[serde(default)]
    pub resisted: Vec<Effect>,
    /// Uses of which one is picked.
    #[serde(default)]
    pub modes: Vec<Mode>,
    /// Code of this name.
    pub hook: Option<String>,
    /// At most so many wounds.
    pub most_wounds: Option<u8>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// What else it holds.
    #[serde(flatten)]
    pub rest: Rest,
}

/// One of several uses.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mode {
    /// What it is called.
    pub name: String,
    /// What it is aimed at.
    pub target: String,
    /// What must be so.
    #[serde(default)]
    pub needs: Vec<String>,
    /// What it does.
    pub effects: Vec<Effect>,
}

impl PowerRow {
    /// How far it reaches.
    pub fn band(&self) -> Band {
        match self.range.as_deref() {
            Some("Close") => Band::Close,
            Some("Far") => Band::Far,
            Some("Distant") => Band::Distant,
            _ => Band::Nearby,
        }
    }

    /// Actions it takes in combat: spells by level, prayers by their text.
    pub fn cost(&self) -> u8 {
        self.actions.unwrap_or(if self.level >= 2 { 2 } else { 1 })
    }

    /// Every effect it may have, whatever the use.
    pub fn all_effects(&self) -> impl Iterator<Item = &Effect> {
        let modes = self.modes.iter().flat_map(|mode| &mode.effects);
        self.effects.iter().chain(&self.resisted).chain(modes)
    }
}

/// A school of magic or a god.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct FollowRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it stands for, in words.
    #[serde(default)]
    pub text: String,
    /// What calms a god.
    #[serde(default)]
    pub sacrifice: Vec<Offering>,
    /// What serves as the sign of a god.
    #[serde(default)]
    pub symbols: Vec<String>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// What else it holds.
    #[serde(flatten)]
    pub rest: Rest,
}

/// What a god likes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Offering {
    /// Silver.
    Silver {
        /// How much.
        silver: Amount<String>,
    },
    /// Wounds of one's own.
    Wounds {
        /// How many.
        wounds: Amount<String>,
    },
    /// Things.
    Things(Listed),
}
