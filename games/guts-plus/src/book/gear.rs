//! Rows of clothes, bags, protection and things with effects. Anything else is just a name.

use boneyard_content::Catalog;
use boneyard_table::RuleId;
use serde::Deserialize;

use super::{Book, Rest};

/// Clothes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct GarmentRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// Slots it adds or takes.
    #[serde(default)]
    pub slots: i8,
    /// Words that name it.
    #[serde(default)]
    pub names: Vec<String>,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// The rest.
    #[serde(flatten)]
    pub rest: Rest,
}

/// A bag.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct BagRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// Where it is worn.
    #[serde(default)]
    pub place: String,
    /// Slots it adds.
    #[serde(default)]
    pub slots: i8,
    /// Words that name it.
    #[serde(default)]
    pub names: Vec<String>,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// The rest.
    #[serde(flatten)]
    pub rest: Rest,
}

/// What protects.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ProtectionRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// Where it is worn.
    #[serde(default)]
    pub place: String,
    /// Kinds of parts it covers.
    #[serde(default)]
    pub covers: Vec<String>,
    /// Two pieces, one for each side.
    #[serde(default)]
    pub pair: bool,
    /// What alone it helps against.
    pub against: Option<String>,
    /// May guard other parts too.
    #[serde(default)]
    pub lenient: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// The rest.
    #[serde(flatten)]
    pub rest: Rest,
}

/// A thing with effects.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct GearRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// Where it is worn, if it is.
    pub place: Option<String>,
    /// What it is as a weapon.
    pub weapon: Option<Weapon>,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
    /// The rest.
    #[serde(flatten)]
    pub rest: Rest,
}

/// A thing as a weapon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Weapon {
    /// It can injure.
    pub dangerous: bool,
    /// Used from afar.
    pub ranged: bool,
}

/// A thing in a list.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Listed {
    /// One of it.
    One(String),
    /// Several.
    More {
        /// Its name.
        item: String,
        /// How many.
        #[serde(default = "one")]
        count: u8,
    },
}

fn one() -> u8 {
    1
}

/// Things that let dice be thrown again.
pub(super) fn rerolling(gear: &Catalog<GearRow>) -> Vec<(usize, bool)> {
    let whole = |row: &GearRow| {
        let used = row.rest.get("uses")?.as_array()?.first()?;
        let what = used.get("effects")?.as_array()?.first()?.get("reroll")?.get("what")?.as_str()?;
        Some(what == "check")
    };
    gear.iter().enumerate().filter_map(|(at, row)| Some((at, whole(row)?))).collect()
}

impl Book {
    /// The thing called so, if it lets dice be thrown again, and whether all dice of a check. Asked of everything anybody
    /// carries at every roll, and hardly anything does.
    pub fn lets_reroll(&self, name: &str) -> Option<(&GearRow, bool)> {
        let rows = self.rerolling.iter().filter_map(|(at, whole)| Some((self.gear.nth(*at)?, *whole)));
        let plain = |row: &GearRow| row.name.is_ascii() && name.is_ascii();
        let mut alike = rows.filter(|(row, _)| row.name.eq_ignore_ascii_case(name) || !plain(row));
        alike.find(|(row, _)| self.gear.named(name).is_some_and(|named| named.id == row.id))
    }
}
