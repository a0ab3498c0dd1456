//! The world beyond the fight as content tells it: what rows of tables bring, signs, regions, weather
//! and hazards. What has become of it in play is in [`super::World`].

use boneyard_content::{Entry, RandomRow, RandomTable, Then};
use boneyard_table::RuleId;
use serde::Deserialize;

use super::encounter::Attitude;
use crate::effect::Much;
use crate::state::Ability;

/// A table to roll on.
pub type Table = RandomTable<Brings>;

/// What follows from a row, or from a body that is searched.
pub type Follows = Then<Brings>;

/// What a row of a table brings.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Brings {
    /// Creatures come by.
    Summon(Comers),
    /// Gems.
    Gems(Much),
    /// As many gems as the table's own dice showed.
    GemsShown,
    /// A thing.
    Gain(Gain),
    /// A power-up.
    Powerup(Luck),
    /// Weather sets in.
    Weather(Spell),
    /// Whoever is about here: the encounters of the region.
    Encounter(About),
    /// Something befalls people.
    Harm(Danger),
    /// So much ammo or so many charges for one weapon.
    Restore(Much),
    /// A mood.
    Tag(String),
    /// For the referee.
    Text(String),
}

/// Creatures that come by.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comers {
    /// Which, by name.
    pub creature: String,
    /// How many.
    pub count: Much,
    /// How they meet people, where it is not left to chance.
    pub attitude: Option<Attitude>,
}

/// A thing to be found.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gain {
    /// Which; a weapon by lot where nothing is said.
    pub item: Option<String>,
    /// The die on the list of weapons; what is past its end is rolled again.
    pub weapon: Option<Much>,
    /// How many.
    pub count: Much,
    /// What its pool or its AP hold, if it is not new.
    pub left: Option<Much>,
}

/// A power-up, perhaps only with luck.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Luck {
    /// Of which class.
    pub class: String,
    /// The least face of a D6 with which there is one.
    pub from: Option<u8>,
}

/// A spell of weather.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// Which, by name; a D6 decides where nothing is said.
    pub is: Option<String>,
    /// How long: hours, nights, days or weeks.
    pub lasts: Much,
}

/// Encounters of the region.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// How many groups.
    pub times: u8,
    /// How they are met.
    pub how: Option<String>,
}

/// Something that befalls people who fail a save.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Danger {
    /// The save against it.
    pub save: Ability,
    /// What it does.
    pub effects: Vec<Hurt>,
}

/// What a danger does.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hurt {
    /// Damage; words of its kind are the score, the source, and `no-ap` where armor is no help.
    Damage(Much),
    /// Off one's feet.
    KnockedDown,
    /// On fire.
    Burning,
    /// No air: exerted, and perhaps without a breath drawn.
    NoAir,
    /// For the referee.
    Text(String),
}

/// A detail of a rule: a table found by the rule and, for events, by what comes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DetailRow {
    /// What it is called.
    pub name: String,
    /// Its rule.
    pub rule: RuleId,
    /// What comes, 1 to 5.
    pub result: Option<u8>,
    /// What is rolled on it.
    pub dice: String,
    /// Takes the place of an entry for the same rule and result.
    #[serde(default)]
    pub replace: bool,
    /// Its rows.
    pub rows: Vec<RandomRow<Brings>>,
}

impl From<DetailRow> for Table {
    fn from(row: DetailRow) -> Self {
        let id = key(row.rule, row.result);
        let DetailRow { name, dice, replace, rows, .. } = row;
        RandomTable { id, name, dice, replace, house: true, rows }
    }
}

/// What a detail is known by among the tables.
pub fn key(rule: RuleId, result: Option<u8>) -> String {
    match result {
        Some(result) => format!("{rule}/{result}"),
        None => rule.to_string(),
    }
}

/// The rule a table is cited by.
pub fn rule_of(table: &Table) -> RuleId {
    let id = table.id.split('/').next().unwrap_or_default();
    RuleId::read(id).unwrap_or(crate::rules::DK_EVENT_02)
}

/// How something that comes announces itself.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignRow {
    /// What comes, in a word.
    pub name: String,
    /// Its rule.
    pub rule: RuleId,
    /// What comes, 1 to 5.
    pub result: u8,
    /// How it shows.
    pub signs: Vec<String>,
}

/// A kind of country, and who is about there.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegionRow {
    /// What it is called.
    pub name: String,
    /// The table of its encounters.
    pub table: String,
}

/// A kind of weather.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    pub text: String,
    /// The face of the D6.
    pub roll: u8,
    /// A day's journey is half as long.
    #[serde(default)]
    pub halves_travel: bool,
    /// Attacks and powers reach no farther, in feet.
    pub sight: Option<u16>,
    /// Charges also go one face below the highest.
    #[serde(default)]
    pub drains_charges: bool,
    /// What each hour of it does.
    pub hourly: Option<Hourly>,
    /// What crossing water takes.
    pub crossing: Option<Danger>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// What an hour of weather does.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hourly {
    /// To whom.
    pub to: Hit,
    /// What spares people.
    pub spared_by: Option<String>,
    /// The save against it.
    pub save: Option<Ability>,
    /// The highest face of a D20 with which it happens; always where nothing is said.
    pub up_to: Option<u8>,
    /// Strikes everybody within so many feet, too.
    pub area: Option<u16>,
    /// The damage.
    pub damage: Much,
}

/// Whom an hour of weather hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hit {
    /// Whoever is in the open.
    InTheOpen,
    /// Whoever exerts themselves.
    Exerted,
    /// One character by chance.
    OneByChance,
}

/// A danger of the place. Hazards are no attacks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HazardRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    pub text: String,
    /// What it is counted by: so many feet, turns or minutes; once where nothing is said.
    pub per: Option<Much>,
    /// The save against it.
    pub save: Option<Ability>,
    /// What it does.
    pub effects: Vec<Hurt>,
    /// The face of the damage die that sets on fire.
    pub burns_on: Option<u8>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
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

entries!(WeatherRow, HazardRow);
