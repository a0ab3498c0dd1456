//! The content of the game: weapons, shields, armor, parts, conditions, creatures, heroes,
//! backgrounds and tables, with a table's packs. Read once; looked up by id or name.

mod adventures;
mod amount;
mod body;
mod creature;
mod hero;
mod power;
mod weapon;

pub use amount::{Damage, OneDie};
pub use body::{Condition, Lost, LostMove, PartRow};
pub use creature::{Brings, CreatureRow, NaturalAttack, Special};
pub use hero::{BackgroundRow, HeroRow, Specialty, Suggested, Sundry};
pub use power::{Power, PowerUp, PowerUpClass, Requires, Swung, Vehicle, WeeksWith};
pub use weapon::{Armor, Covers, Deflects, PoolKind, PoolRow, Shield, Slot, Weapon};

use std::collections::BTreeMap;

use boneyard_content::{Catalog, ContentError, Entry, Limits, Pack, PackFile, Shelf};
use boneyard_table::table::PackName;
use boneyard_table::{BadPack, RuleId};
use boneyard_world::adventure::Adventure;
use serde::Deserialize;

use crate::DirkRules;
use crate::effect::Size;
use crate::rules;
use crate::state::Part;
use crate::trade::{Fix, Goods};
use crate::world::{DetailRow, HazardRow, RegionRow, SignRow, Table, WeatherRow};

/// All content in use at a table.
#[derive(Debug, Default)]
pub struct Book {
    /// Weapons and shields: all that can be swung or fired.
    pub weapons: Catalog<Weapon>,
    /// Shields.
    pub shields: Catalog<Shield>,
    /// Armor.
    pub armor: Catalog<Armor>,
    /// Body parts.
    pub parts: Catalog<PartRow>,
    /// Conditions.
    pub conditions: Catalog<Condition>,
    /// Creatures.
    pub creatures: Catalog<CreatureRow>,
    /// Ready heroes.
    pub heroes: Catalog<HeroRow>,
    /// Kinds of background.
    pub backgrounds: Vec<BackgroundRow>,
    /// Power-ups.
    pub powerups: Catalog<PowerUp>,
    /// Classes of power-up.
    pub classes: Vec<PowerUpClass>,
    /// Psychic powers.
    pub psychic: Catalog<Power>,
    /// Mutations.
    pub mutations: Catalog<Power>,
    /// Skills and spells.
    pub skills: Catalog<Power>,
    /// Useful things.
    pub gear: Catalog<Power>,
    /// What everybody sells and does.
    pub goods: Vec<Goods>,
    /// Repairs.
    pub fixes: Catalog<Fix>,
    /// Tables to roll on, those of rules among them.
    pub tables: Catalog<Table>,
    /// Kinds of country.
    pub regions: Vec<RegionRow>,
    /// How things to come announce themselves.
    pub signs: Vec<SignRow>,
    /// Extreme weather.
    pub weathers: Catalog<WeatherRow>,
    /// Dangers of places.
    pub hazards: Catalog<HazardRow>,
    /// Adventures, by their id.
    pub adventures: BTreeMap<String, Adventure<DirkRules>>,
    /// What each of them is put together from.
    texts: BTreeMap<String, adventures::Parts>,
}

fn one() -> u8 {
    1
}

fn one_gem() -> u32 {
    1
}

fn ten() -> u8 {
    10
}

fn reach() -> u16 {
    5
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Sheet {
    weapon: Vec<Weapon>,
    shield: Vec<Shield>,
    armor: Vec<Armor>,
    part: Vec<PartRow>,
    condition: Vec<Condition>,
    creature: Vec<CreatureRow>,
    hero: Vec<HeroRow>,
    background: Vec<BackgroundRow>,
    powerup: Vec<PowerUp>,
    powerup_class: Vec<PowerUpClass>,
    psychic: Vec<Power>,
    mutation: Vec<Power>,
    skill: Vec<Power>,
    gear: Vec<Power>,
    goods: Vec<Goods>,
    fix: Vec<Fix>,
    table: Vec<Table>,
    detail: Vec<DetailRow>,
    region: Vec<RegionRow>,
    sign: Vec<SignRow>,
    weather: Vec<WeatherRow>,
    hazard: Vec<HazardRow>,
}

macro_rules! entries {
    ($($row:ty),*) => {$(
        impl Entry for $row {
            fn id(&self) -> &str {
                self.id.as_str()
            }
            fn name(&self) -> &str {
                &self.name
            }
            fn replaces(&self) -> bool {
                self.replace
            }
        }
    )*};
}

entries!(Weapon, Shield, Armor, PartRow, Condition, CreatureRow, HeroRow, PowerUp, Power, Fix);

impl Book {
    /// The game's own content with a table's packs.
    pub fn read(packs: &[PackName]) -> Result<Self, BadPack> {
        let own = Pack::built_in("dirk-rules", crate::TITLE, "", "", rules::CONTENT);
        let (mut book, mut shelf) = (Self::default(), Shelf::default());
        book.take(&mut shelf, &own)?;
        book.take_adventures()?;
        let mut read = Vec::new();
        for pack in packs {
            let mut pack =
                Pack::from_files(&Limits::default(), pack.files.clone()).map_err(|error| bad(&error))?;
            let added = adventures::parted(&mut pack);
            book.take(&mut shelf, &pack)?;
            read.push(pack);
            book.take_added(&added, &read)?;
        }
        book.whole_tables()?;
        Ok(book)
    }

    /// Tables that cannot be rolled on, or lead to tables that are not there.
    fn whole_tables(&self) -> Result<(), BadPack> {
        for table in self.tables.iter() {
            let bad = |what: String| BadPack(format!("table {}: {what}", table.id));
            let (least, most) = match Size::try_from(table.dice.clone()).map_err(bad)? {
                Size::Dice { count, sides, plus } => {
                    let (count, sides, plus) = (i32::from(count), i32::from(sides), i32::from(plus));
                    (count + plus, count * sides + plus)
                }
                _ => return Err(bad(format!("`{}` is no dice to roll on a table", table.dice))),
            };
            table.check(least, most).map_err(|fault| bad(fault.to_string()))?;
        }
        match self.tables.broken_chains().first() {
            Some((table, fault)) => Err(BadPack(format!("table {table}: {fault}"))),
            None => Ok(()),
        }
    }

    fn take(&mut self, shelf: &mut Shelf, pack: &Pack) -> Result<(), BadPack> {
        for (file, sheet) in shelf.read::<Sheet>(pack).map_err(|error| bad(&error))? {
            self.merge(file, sheet).map_err(|errors| {
                BadPack(errors.iter().map(ContentError::render).collect::<Vec<_>>().join("\n"))
            })?;
        }
        Ok(())
    }

    fn merge(&mut self, file: &PackFile, sheet: Sheet) -> Result<(), Vec<ContentError>> {
        self.weapons.merge(file, "weapon", sheet.weapon)?;
        self.shields.merge(file, "shield", sheet.shield)?;
        self.armor.merge(file, "armor", sheet.armor)?;
        self.parts.merge(file, "part", sheet.part)?;
        self.conditions.merge(file, "condition", sheet.condition)?;
        self.creatures.merge(file, "creature", sheet.creature)?;
        self.heroes.merge(file, "hero", sheet.hero)?;
        self.powerups.merge(file, "powerup", sheet.powerup)?;
        self.psychic.merge(file, "psychic", sheet.psychic)?;
        self.mutations.merge(file, "mutation", sheet.mutation)?;
        self.skills.merge(file, "skill", sheet.skill)?;
        self.gear.merge(file, "gear", sheet.gear)?;
        self.fixes.merge(file, "fix", sheet.fix)?;
        self.goods.extend(sheet.goods);
        self.classes.extend(sheet.powerup_class);
        self.tables.merge(file, "table", sheet.table)?;
        self.tables.merge(file, "detail", sheet.detail.into_iter().map(Table::from).collect())?;
        self.weathers.merge(file, "weather", sheet.weather)?;
        self.hazards.merge(file, "hazard", sheet.hazard)?;
        self.regions.extend(sheet.region);
        self.signs.extend(sheet.sign);
        for (at, row) in sheet.background.into_iter().enumerate() {
            if self.background(&row.kind).is_some() {
                let field = format!("background[{}].kind", at + 1);
                let what = format!("there is a background `{}` already", row.kind);
                return Err(vec![ContentError::in_field(&file.path, &file.text, &field, what)]);
            }
            self.backgrounds.push(row);
        }
        Ok(())
    }

    /// The row of a body part.
    pub fn part(&self, part: Part) -> Option<&PartRow> {
        self.parts.iter().find(|row| row.part == part)
    }

    /// A power, a mutation, a skill or a useful thing by its id.
    pub fn power(&self, id: RuleId) -> Option<&Power> {
        let born = self.psychic.get(id.as_str()).or_else(|| self.mutations.get(id.as_str()));
        born.or_else(|| self.skills.get(id.as_str())).or_else(|| self.gear.get(id.as_str()))
    }

    /// A power by name.
    pub fn power_named(&self, name: &str) -> Option<RuleId> {
        let born = self.psychic.named(name).or_else(|| self.mutations.named(name));
        born.or_else(|| self.skills.named(name)).map(|row| row.id)
    }

    /// The row of a kind of background.
    pub fn background(&self, kind: &str) -> Option<&BackgroundRow> {
        self.backgrounds.iter().find(|row| row.kind == kind)
    }
}

fn bad(error: &ContentError) -> BadPack {
    BadPack(error.render())
}
