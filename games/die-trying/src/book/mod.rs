//! The content of the game with a table's packs, read once; one file per kind of row. What rows mean is
//! with the rules that play them.

mod creature;
mod dungeon;
mod effect;
mod formula;
mod hero;
mod kind;
mod magic;
mod passive;
mod plight;
mod table;
mod ware;

pub use creature::{CreatureAttack, CreatureRow, CreatureUse, Loot, TrapRow, Wears};
pub use dungeon::{
    AlarmRow, CacheRow, CollapseRow, DoorRow, EndRow, ExitRow, LaidRow, RoomRow, ScenarioRow, StandsRow,
    WaitsRow,
};
pub use effect::{
    Area, AttackBy, Brings, Calls, Carries, Effect, Grants, Lies, Save, SaveWith, Says, Shape, Sheds, SideOf,
    Until, Working,
};
pub use formula::{Formula, Letters};
pub use hero::{BoughtRow, HeroRow};
pub use kind::{Kinds, Of, Passives};
pub use magic::{ConditionRow, CurseRow, LevelRow, Reversed, SpellRow, TalentRow};
pub use passive::{
    Against, From as FromDegree, Glow, Lore, OnHit, Passive, Pick, Rerolls, Sense, Spill, Strikes,
};
pub use plight::Plight;
pub use table::{Comes, CriticalRow, MenuRow, RipTo, SkillRow, StepRow, TableEffect, TraitRow};
pub use ware::{AdvancedRow, ArtifactRow, BulkRow, GearRow, ObjectRow};

use boneyard_content::{Book as _, Pack, RandomTable, book, entries, read_book};
use boneyard_table::table::PackName;
use boneyard_table::{BadPack, RuleId};

use self::plight::Plights;
use crate::rules;
use crate::state::{Proficiency, Sheet as CreatureSheet};

book! {
    rows {
        /// Conditions.
        conditions: ConditionRow = condition;
        /// Equipment.
        gear: GearRow = gear;
        /// Objects that can be broken.
        objects: ObjectRow = object;
        /// Advanced Weapons.
        advanced: AdvancedRow = advanced;
        /// Artifacts.
        artifacts: ArtifactRow = artifact;
        /// Talents.
        talents: TalentRow = talent;
        /// Spells.
        spells: SpellRow = spell;
        /// Creatures.
        creatures: CreatureRow = creature;
        /// Traps.
        traps: TrapRow = trap;
        /// Curses and diseases.
        curses: CurseRow = curse;
        /// Tables that are rolled in play.
        tables: RandomTable<TableEffect> = table;
        /// Scenarios.
        scenarios: ScenarioRow = scenario;
        /// Rooms.
        rooms: RoomRow = room;
        /// Ready characters.
        heroes: HeroRow = hero;
    }
    lists {
        /// Skills.
        skills: SkillRow = skill;
        /// Weapon traits.
        traits: TraitRow = r#trait;
        /// What criticals of skill checks add.
        criticals: CriticalRow = critical;
        /// The menu of improvised casting.
        menu: MenuRow = menu;
        /// The ladder of DCs.
        steps: StepRow = step;
    }
    also {
        plights: Plights,
    }
}

entries!(
    ConditionRow,
    GearRow,
    ObjectRow,
    AdvancedRow,
    ArtifactRow,
    TalentRow,
    SpellRow,
    CreatureRow,
    TrapRow,
    CurseRow,
    ScenarioRow,
    RoomRow,
    HeroRow
);

impl Book {
    /// The game's own content with a table's packs.
    pub fn read(packs: &[PackName]) -> Result<Self, BadPack> {
        let author = "after the rules text of Die Trying; tables added by us";
        let own = Pack::built_in("die-trying", crate::TITLE, author, "MIT OR Apache-2.0", rules::CONTENT);
        let mut book: Self = read_book(&own, packs.iter().map(|pack| &pack.files)).map_err(BadPack)?;
        book.plights = Plights::of(&book.conditions);
        Ok(book)
    }

    /// What an entry is called.
    pub fn name_of(&self, id: RuleId) -> &str {
        self.name_by_id(id.as_str()).unwrap_or(id.as_str())
    }

    /// The entry of what is wrong with somebody.
    #[inline]
    pub fn plight(&self, plight: Plight) -> Option<&ConditionRow> {
        self.plights.row(&self.conditions, plight)
    }

    /// A skill bonus that a Creature's entry lists.
    pub fn listed_skill(&self, sheet: &CreatureSheet, skill: Proficiency) -> Option<i8> {
        let row = self.creatures.get(sheet.like?.as_str())?;
        row.skills.get(skill.key()).copied()
    }
}
