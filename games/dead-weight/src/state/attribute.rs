//! The four attributes, and numbers kept for each of them.

use std::ops::{Index, IndexMut};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a body or a mind is tested on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum Attribute {
    /// Body and endurance.
    #[serde(rename = "STR", alias = "Strength", alias = "strength", alias = "str")]
    Str,
    /// Speed and precision.
    #[serde(rename = "DEX", alias = "Dexterity", alias = "dexterity", alias = "dex")]
    Dex,
    /// Wit and keenness.
    #[serde(rename = "INT", alias = "Intelligence", alias = "intelligence", alias = "int")]
    Int,
    /// Persuasion and will.
    #[serde(rename = "PRE", alias = "Presence", alias = "presence", alias = "pre")]
    Pre,
}

impl Attribute {
    /// All four, in the order of the sheet.
    pub const ALL: [Self; 4] = [Self::Str, Self::Dex, Self::Int, Self::Pre];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Str => "STR",
            Self::Dex => "DEX",
            Self::Int => "INT",
            Self::Pre => "PRE",
        }
    }
}

/// One small number for each attribute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Four {
    #[serde(default, rename = "STR")]
    str: u8,
    #[serde(default, rename = "DEX")]
    dex: u8,
    #[serde(default, rename = "INT")]
    int: u8,
    #[serde(default, rename = "PRE")]
    pre: u8,
}

impl Four {
    /// The same number for each.
    pub const fn all(number: u8) -> Self {
        Self { str: number, dex: number, int: number, pre: number }
    }

    /// All four as one number.
    pub(super) fn packed(self) -> u32 {
        u32::from_le_bytes([self.str, self.dex, self.int, self.pre])
    }

    /// All four, in the order of the sheet.
    pub fn each(&self) -> impl Iterator<Item = (Attribute, u8)> + use<'_> {
        Attribute::ALL.into_iter().map(|attribute| (attribute, self[attribute]))
    }
}

impl Index<Attribute> for Four {
    type Output = u8;

    fn index(&self, attribute: Attribute) -> &u8 {
        match attribute {
            Attribute::Str => &self.str,
            Attribute::Dex => &self.dex,
            Attribute::Int => &self.int,
            Attribute::Pre => &self.pre,
        }
    }
}

impl IndexMut<Attribute> for Four {
    fn index_mut(&mut self, attribute: Attribute) -> &mut u8 {
        match attribute {
            Attribute::Str => &mut self.str,
            Attribute::Dex => &mut self.dex,
            Attribute::Int => &mut self.int,
            Attribute::Pre => &mut self.pre,
        }
    }
}
