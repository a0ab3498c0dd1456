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

use boneyard_content::{Pack, RandomTable, book, entries, read_book};
use boneyard_table::BadPack;
use boneyard_table::table::PackName;
use serde_json::Value;

use crate::rules;

/// What a row holds beside its own fields.
pub type Rest = BTreeMap<String, Value>;

book! {
    rows {
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
    loose { "crossed_out", "deadline", "reach", "treatment", "damage", "neighbour", "meal", "density", "known", "duct", "boss", "check", "soil", "world_step", "situation_question", "challenge", }
    also {
        status_names: StatusNames,
        /// Things that let dice be thrown again, by their place; whether all dice of a check.
        rerolling: Vec<(usize, bool)>,
    }
}

entries!(rest: QualityRow, SampleRow, StatusRow, ChartRow, GarmentRow, BagRow, ProtectionRow, GearRow, FoeRow, HeroRow, AuraRow, SkillRow, ConceptRow, ScenarioRow, RoleRow, RoomRow, TaskRow, ClueRow, EntryRow, LullRow, SizeRow, GoalRow);

impl Book {
    /// The game's own content with a table's packs.
    pub fn read(packs: &[PackName]) -> Result<Self, BadPack> {
        let author = "Robbie Antenesse (rules); words and house content by us";
        let own = Pack::built_in("guts-plus", crate::TITLE, author, "own words", rules::CONTENT);
        let mut book: Self = read_book(&own, packs.iter().map(|pack| &pack.files)).map_err(BadPack)?;
        book.status_names = StatusNames::of(&book.statuses);
        book.rerolling = gear::rerolling(&book.gear);
        Ok(book)
    }

    /// A plain row of a table by one of its fields.
    pub fn plain_row(&self, table: &str, field: &str, is: &str) -> Option<&Value> {
        self.plain.get(table)?.iter().find(|row| row.get(field).and_then(Value::as_str) == Some(is))
    }
}
