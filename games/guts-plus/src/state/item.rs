//! Things: what is worn, carried or held, and the marks on what protects.

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Marks a piece of protection takes before it is used up.
pub const MARKS: u8 = 2;

/// A thing, as it was made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ItemSheet {
    /// What it is called.
    pub name: String,
    /// Where it is worn: torso, legs, feet, head, neck, arms, back, waist; nothing if it is only carried.
    pub place: Option<String>,
    /// Slots it adds (a bag) or takes away (a dress) while worn.
    pub slots: i8,
    /// Whether it is a bag.
    pub bag: bool,
    /// Parts it protects, by their number on the chart.
    pub covers: Vec<u8>,
    /// A shield: it may guard other parts too.
    pub lenient: bool,
    /// Protects against falls only.
    pub falls: bool,
    /// Hide, bark or shell: cannot be put right by hand.
    pub natural: bool,
    /// Blades, guns, fangs: it can injure.
    pub dangerous: bool,
    /// Dangerous, and yet without point or edge.
    pub blunt: bool,
    /// Used from afar.
    pub ranged: bool,
    /// Clothes, not an accessory.
    pub clothes: bool,
    /// What it does, in the GM's words.
    pub about: String,
    /// The role it works for, if for one alone.
    pub owner: Option<String>,
}

/// When a thing was last used that can be used only so often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct UsedThing {
    /// By whom.
    pub who: Who,
    /// Its entry.
    pub thing: RuleId,
    /// In which session.
    pub session: u16,
    /// In which scene.
    pub scene: u32,
}

/// What became of a thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Item {
    /// How many of it.
    pub count: u8,
    /// Worn, and not in a slot.
    pub worn: bool,
    /// In this hand, by its number on the chart.
    pub hand: Option<u8>,
    /// Marks on it.
    pub marks: u8,
    /// Must be repaired before it protects again.
    pub ruined: bool,
    /// No longer here.
    pub gone: bool,
    /// The moment of its last marks, for hide that grows back.
    pub marked_at: u64,
}

impl Default for Item {
    fn default() -> Self {
        Self { count: 1, worn: false, hand: None, marks: 0, ruined: false, gone: false, marked_at: 0 }
    }
}

impl Item {
    /// Whether it would take another mark.
    pub fn protects(&self) -> bool {
        self.worn && !self.gone && !self.ruined && self.marks < MARKS
    }
}
