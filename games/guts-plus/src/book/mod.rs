//! The content of the game with a table's packs, read once; one file per kind of row. Rows keep in
//! `rest` what the family that plays them reads for itself.

mod body;
mod essence;
mod gear;
mod people;
mod quality;
mod ship;

pub use body::{ChartPart, ChartRow, StatusNames, StatusRow};
pub use essence::{Against, AuraRow, Density, Measure, Never, Number, SkillRow, Tier};
pub use gear::{BagRow, GarmentRow, GearRow, Listed, ProtectionRow, Weapon};
pub use people::{Attack, Custom, FoeRow, Guard, HeroRow, Instinct};
pub use quality::{QualityRow, SampleRow};
pub use ship::{
    ClueRow, ConceptRow, EntryRow, GoalRow, LullRow, Person, RoleRow, RoomRow, ScenarioRow, SizeRow,
    SpecialItem, Squares, TaskRow, Versus,
};

use std::collections::BTreeMap;

use boneyard_content::{Catalog, ContentError, Entry, Limits, Pack, PackFile, RandomTable};
use boneyard_table::BadPack;
use boneyard_table::table::PackName;
use serde::Deserialize;
use serde_json::Value;

use crate::rules;

/// What a row holds beside its own fields.
pub type Rest = BTreeMap<String, Value>;

macro_rules! book {
    ($($(#[$doc:meta])* $field:ident: $row:ty = $table:ident;)*) => {
        /// All content in use at a table.
        #[derive(Debug, Default)]
        pub struct Book {
            $($(#[$doc])* pub $field: Catalog<$row>,)*
            /// Rows without an id, by their table.
            pub plain: BTreeMap<String, Vec<Value>>,
            status_names: StatusNames,
            /// Things that let dice be thrown again, by their place; whether all dice of a check.
            rerolling: Vec<(usize, bool)>,
        }

        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Sheet {
            $($table: Vec<$row>,)*
            #[serde(flatten)]
            plain: BTreeMap<String, Vec<Value>>,
        }

        impl Book {
            fn merge(&mut self, file: &PackFile, sheet: Sheet, own: bool) -> Result<(), Vec<ContentError>> {
                if !own {
                    $(known_keys(file, stringify!($table), &self.$field, &sheet.$table)?;)*
                }
                $(self.$field.merge(file, stringify!($table), sheet.$table)?;)*
                for (table, rows) in sheet.plain {
                    if !PLAIN.contains(&table.as_str()) {
                        let what = format!("there is no table `{table}`");
                        return Err(vec![file.mistake(&table, what)]);
                    }
                    self.plain.entry(table).or_default().extend(rows);
                }
                Ok(())
            }
        }
    };
}

book! {
    /// The four base qualities.
    qualities: QualityRow = quality;
    /// Custom qualities to pick from.
    samples: SampleRow = sample;
    /// Conditions.
    statuses: StatusRow = status;
    /// Body charts.
    charts: ChartRow = chart;
    /// Clothes that change the space.
    garments: GarmentRow = garment;
    /// Bags.
    bags: BagRow = bag;
    /// What protects.
    protection: ProtectionRow = protection;
    /// Things with effects of their own.
    gear: GearRow = gear;
    /// People, beasts and machines to meet.
    foes: FoeRow = foe;
    /// Ready heroes.
    heroes: HeroRow = hero;
    /// Tables that are rolled in play.
    tables: RandomTable<Value> = table;
    /// Auras.
    auras: AuraRow = aura;
    /// Essence skills.
    skills: SkillRow = skill;
    /// Concepts of characters at random.
    concepts: ConceptRow = concept;
    /// Scenarios.
    scenarios: ScenarioRow = scenario;
    /// Roles of the crew.
    roles: RoleRow = role;
    /// Rooms of the ship.
    rooms: RoomRow = room;
    /// Tasks of a watch.
    tasks: TaskRow = task;
    /// Clues.
    clues: ClueRow = clue;
    /// Entries of the Datadex.
    entries: EntryRow = entry;
    /// Trouble after a lull.
    lulls: LullRow = lull;
    /// Sizes of the creature.
    sizes: SizeRow = size;
    /// Conditions of winning.
    goals: GoalRow = goal;
}

/// Tables whose rows have no id.
const PLAIN: &[&str] = &[
    "crossed_out",
    "deadline",
    "reach",
    "treatment",
    "damage",
    "neighbour",
    "meal",
    "density",
    "known",
    "duct",
    "boss",
    "check",
    "soil",
    "world_step",
    "situation_question",
    "challenge",
];

/// A row that keeps for others what it does not read itself.
trait Keeps {
    /// What it keeps.
    fn rest(&self) -> Option<&Rest>;
}

impl Keeps for RandomTable<Value> {
    fn rest(&self) -> Option<&Rest> {
        None
    }
}

/// Rows of packs have the keys our own have: a slip in one is found.
fn known_keys<R: Keeps + Entry>(
    file: &PackFile,
    table: &str,
    own: &Catalog<R>,
    rows: &[R],
) -> Result<(), Vec<ContentError>> {
    let known = |key: &str| own.iter().filter_map(Keeps::rest).any(|rest| rest.contains_key(key));
    for (nth, row) in (1..).zip(rows) {
        let stranger = row.rest().into_iter().flat_map(|rest| rest.keys()).find(|key| !known(key));
        if let Some(key) = stranger {
            let field = format!("{table}[{nth}].{key}");
            return Err(vec![file.mistake(&field, format!("nothing of this kind has a `{key}`"))]);
        }
    }
    Ok(())
}

macro_rules! entries {
    ($($row:ty),*) => {$(
        impl Keeps for $row {
            fn rest(&self) -> Option<&Rest> {
                Some(&self.rest)
            }
        }

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

entries!(
    QualityRow,
    SampleRow,
    StatusRow,
    ChartRow,
    GarmentRow,
    BagRow,
    ProtectionRow,
    GearRow,
    FoeRow,
    HeroRow,
    AuraRow,
    SkillRow,
    ConceptRow,
    ScenarioRow,
    RoleRow,
    RoomRow,
    TaskRow,
    ClueRow,
    EntryRow,
    LullRow,
    SizeRow,
    GoalRow
);

impl Book {
    /// The game's own content with a table's packs.
    pub fn read(packs: &[PackName]) -> Result<Self, BadPack> {
        let author = "Robbie Antenesse (rules); words and house content by us";
        let own = Pack::built_in("guts-plus", crate::TITLE, author, "own words", rules::CONTENT);
        let mut book = Self::default();
        book.take(&own, true)?;
        for pack in packs {
            let pack =
                Pack::from_files(&Limits::default(), pack.files.clone()).map_err(|error| bad(&error))?;
            book.take(&pack, false)?;
        }
        book.status_names = StatusNames::of(&book.statuses);
        book.rerolling = gear::rerolling(&book.gear);
        Ok(book)
    }

    fn take(&mut self, pack: &Pack, own: bool) -> Result<(), BadPack> {
        for file in &pack.files {
            let sheet: Sheet = file.read().map_err(|error| bad(&error))?;
            self.merge(file, sheet, own).map_err(|errors| {
                BadPack(errors.iter().map(ContentError::render).collect::<Vec<_>>().join("\n"))
            })?;
        }
        Ok(())
    }

    /// A plain row of a table by one of its fields.
    pub fn plain_row(&self, table: &str, field: &str, is: &str) -> Option<&Value> {
        self.plain.get(table)?.iter().find(|row| row.get(field).and_then(Value::as_str) == Some(is))
    }
}

fn bad(error: &ContentError) -> BadPack {
    BadPack(error.render())
}
