//! Things somebody owns: what they are ([`ItemSheet`]) and how they are now ([`Item`]). The two
//! lists of a creature run side by side; a thing keeps its number for good.

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::weapon::Notation;

/// Things one creature may have had: they are named by a small number.
pub const MOST_THINGS: usize = 200;

/// A thing, whatever befalls it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ItemSheet {
    /// What it is called.
    pub name: String,
    /// Its content entry, if it has one.
    pub kind: Option<RuleId>,
    /// Slots it takes (a stack of it, if it stacks), awkwardness aside.
    pub slots: u8,
    /// What makes it awkward: each takes one more slot.
    #[serde(default)]
    pub awkward: Vec<Awkward>,
    /// How many of it share a slot; 1 for what does not stack.
    #[serde(default = "one")]
    pub stack: u8,
    /// Goes into canteen or skin.
    #[serde(default)]
    pub liquid: bool,
    /// Whose it was before it was handed on, for what means something to one person only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Who>,
    /// What it does to its carrier when it goes off, read like an enemy's attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub goes_off: Option<Notation>,
}

fn one() -> u8 {
    1
}

impl ItemSheet {
    /// Slots that so many of it take, awkwardness included.
    pub fn takes(&self, count: u8) -> u8 {
        let stacks = count.div_ceil(self.stack.max(1));
        if self.slots == 0 { 0 } else { stacks.saturating_mul(self.slots) + self.awkward.len() as u8 }
    }
}

/// What makes a thing awkward to carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Awkward {
    /// Never in belt, pouch or small bag.
    Oversized,
    /// Breaks when its carrier is hit hard or falls.
    Fragile,
    /// May go off when its carrier is wounded.
    Unstable,
    /// Something else that costs room.
    Unwieldy,
}

impl Awkward {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Oversized, Self::Fragile, Self::Unstable, Self::Unwieldy];

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Oversized => "oversized",
            Self::Fragile => "fragile",
            Self::Unstable => "unstable",
            Self::Unwieldy => "unwieldy",
        }
    }
}

/// How a thing is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Item {
    /// Where it is.
    pub place: Place,
    /// In use in the hand it is in, which then carries nothing else.
    #[serde(default)]
    pub wielded: bool,
    /// Cannot be used until repaired.
    #[serde(default)]
    pub broken: bool,
    /// How many of it: 1 for what does not stack.
    pub count: u8,
    /// The usage die of a stock, by its sides; 0 for what is no stock.
    #[serde(default)]
    pub die: u8,
    /// Armor points left.
    #[serde(default)]
    pub ap: u8,
    /// Actions it takes before it can be used: reloading.
    #[serde(default)]
    pub unready: u8,
}

/// Where a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Worn: armor takes torso slots, containers and clothes none.
    Worn,
    /// On the body beside what is worn.
    Torso,
    /// In the left hand.
    Left,
    /// In the right hand.
    Right,
    /// In both hands.
    Both,
    /// At the belt or in the small pouch.
    Belt,
    /// In canteen or skin.
    Flask,
    /// In bag or backpack.
    Bag,
    /// In the first small bag.
    SmallBag,
    /// In the second small bag.
    OtherSmallBag,
    /// Takes no room: listed in the notes.
    Notes,
    /// No longer with its owner.
    Gone,
}

impl Place {
    /// All places, in the order of the sheet.
    pub const ALL: [Self; 12] = [
        Self::Worn,
        Self::Torso,
        Self::Left,
        Self::Right,
        Self::Both,
        Self::Belt,
        Self::Flask,
        Self::Bag,
        Self::SmallBag,
        Self::OtherSmallBag,
        Self::Notes,
        Self::Gone,
    ];

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Worn => "worn",
            Self::Torso => "torso",
            Self::Left => "left hand",
            Self::Right => "right hand",
            Self::Both => "both hands",
            Self::Belt => "belt",
            Self::Flask => "flask",
            Self::Bag => "bag",
            Self::SmallBag => "small bag",
            Self::OtherSmallBag => "other small bag",
            Self::Notes => "notes",
            Self::Gone => "gone",
        }
    }

    /// Whether it is a hand, or both.
    pub fn is_hand(self) -> bool {
        matches!(self, Self::Left | Self::Right | Self::Both)
    }
}

impl Default for Item {
    fn default() -> Self {
        Self { place: Place::Bag, wielded: false, broken: false, count: 1, die: 0, ap: 0, unready: 0 }
    }
}
