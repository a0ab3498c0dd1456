//! Everything one can own: weapons, armor, shields, goods, containers, treasure.

use boneyard_content::Amount;
use boneyard_table::RuleId;
use serde::Deserialize;

use super::Rest;
use super::effect::{Effect, Passive};
use super::verb::Trigger;
use crate::state::{Attribute, Awkward};
use crate::weapon::Notation;

/// A usage die such as `Ud8`, by its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct UsageDie(pub u8);

impl TryFrom<String> for UsageDie {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.strip_prefix("Ud").and_then(|sides| sides.parse().ok()) {
            Some(sides @ (4 | 6 | 8 | 10 | 12 | 20)) => Ok(Self(sides)),
            _ => Err(format!("`{text}` is no usage die: write Ud4, Ud6, Ud8, Ud10, Ud12 or Ud20")),
        }
    }
}

macro_rules! wares {
    ($($(#[$doc:meta])* $row:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Deserialize)]
        pub struct $row {
            /// Its id.
            pub id: RuleId,
            /// What it is called.
            pub name: String,
            /// What it does, in words.
            #[serde(default)]
            pub text: String,
            /// Slots it takes.
            #[serde(default)]
            pub slots: u8,
            /// What makes it awkward.
            #[serde(default)]
            pub awkward: Vec<Awkward>,
            /// How dear it is; nothing if it is not for sale.
            #[serde(default)]
            pub category: Option<String>,
            /// What else it counts as.
            #[serde(default)]
            pub roles: Vec<String>,
            /// The rule it stands under, if it is not its own.
            #[serde(default)]
            pub rule: Option<RuleId>,
            /// Ours.
            #[serde(default)]
            pub house: bool,
            /// Takes the place of an entry with the same id.
            #[serde(default)]
            pub replace: bool,
            $($(#[$field_doc])* #[serde(default)] pub $field: $type,)*
            /// What else it holds.
            #[serde(flatten)]
            pub rest: Rest,
        }
    )*};
}

wares! {
    /// A weapon.
    WeaponRow {
        /// What it does.
        attack: Option<Notation>,
        /// Hands it takes.
        hands: u8,
        /// The usage die it is sold with.
        stock: Option<UsageDie>,
        /// What each shot draws on.
        ammo: Option<String>,
        /// Actions it takes to load it again.
        reload: u8,
        /// What it does with another of its kind in the other hand.
        paired: Option<Notation>,
        /// Dice fewer with one hand, for a weapon made for two.
        one_handed: Option<Amount<String>>,
        /// Ways of using it.
        ways: Vec<Way>,
        /// What it does to some.
        versus: Option<Versus>,
        /// What it does of its own.
        triggers: Vec<Trigger>,
    }
    /// A piece of armor.
    ArmorRow {
        /// Armor points.
        ap: u8,
        /// Where it is worn.
        worn: Option<WornAs>,
    }
    /// A shield.
    ShieldRow {
        /// Tokens it places.
        tokens: u8,
    }
    /// Other goods.
    GearRow {
        /// When it may be used.
        tag: Option<String>,
        /// How many share a slot.
        stack: Option<u8>,
        /// How many are sold together.
        pack: Option<u8>,
        /// Goes into canteen or skin.
        liquid: bool,
        /// Works only while held.
        hand: bool,
        /// The usage die it is sold with.
        stock: Option<UsageDie>,
        /// One piece is gone after a use.
        used_up: bool,
        /// Uses in it.
        charges: Option<u8>,
        /// What it serves as, beside what it is called.
        serves: Option<String>,
        /// Pages that can be read one by one.
        pages: u8,
        /// What it can be used for.
        uses: Vec<UseRow>,
        /// What holds while somebody has it.
        passive: Vec<Passive>,
    }
    /// A container.
    ContainerRow {
        /// Of several with the same word one may be worn.
        pair: Option<String>,
        /// So many of it may be worn.
        most: Option<u8>,
        /// Slots in it.
        holds: u8,
        /// What they count for the load, if it is not all of them.
        load: Option<u8>,
        /// Holds liquids alone.
        liquid: bool,
        /// Everybody starts with it.
        starts: bool,
    }
    /// Something only good for selling.
    TreasureRow {
        /// What it brings.
        value: Option<Amount<String>>,
        /// Is not sold before the first expedition is over.
        after_first_expedition: bool,
    }
}

/// A use of a thing.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct UseRow {
    /// What it is called, where there are several.
    pub name: Option<String>,
    /// When: `any`, `combat`, `setup`; by the tag of the thing if nothing is said.
    pub phase: Option<String>,
    /// Actions it takes in a fight; 1 if nothing is said.
    pub actions: Option<u8>,
    /// What has to be there.
    pub needs: Vec<String>,
    /// How often: `camp`, `expedition`, `owner-expedition`, `party-combat`.
    pub once: Option<String>,
    /// How far it reaches.
    pub range: Option<String>,
    /// What it is used on.
    pub target: Option<String>,
    /// Kinds of creatures it is for.
    pub only: Vec<String>,
    /// An attack with this.
    pub attack: Option<Notation>,
    /// Another attack against some.
    pub versus: Option<Versus>,
    /// The test it takes.
    pub test: Option<Attribute>,
    /// What comes of it, or of a test that succeeds.
    pub effects: Vec<Effect>,
    /// What comes of it however a test ends.
    pub always: Vec<Effect>,
}

/// A way of using a weapon.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Way {
    /// What it is called.
    pub name: String,
    /// What it does so.
    pub attack: Notation,
    /// Whether the usage die is rolled.
    #[serde(default)]
    pub uses_stock: bool,
    /// Whether a coin decides after a hit.
    #[serde(default)]
    pub coin: bool,
}

/// What a weapon does to creatures of some kinds.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Versus {
    /// Any of these kinds.
    pub tags: Vec<String>,
    /// What it does to them.
    pub attack: Notation,
}

/// Where armor is worn: one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WornAs {
    /// On the body.
    Body,
    /// Over it.
    Outer,
}
