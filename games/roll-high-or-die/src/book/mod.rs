//! The content of the game with a table's packs, read once; one file per kind of row. What rows mean is with the rules
//! that play them.

mod creature;
mod effect;
mod feature;
mod found;
mod hero;
mod passive;
mod scenario;
mod tag;
mod terrain;
mod ware;

pub use creature::{AttackRow, AwardRow, Carries, CreatureRow, HazardRow};
pub use effect::{ConditionEffect, Effect, PushEffect, TerrainEffect};
pub use feature::{
    CheckRow, ConditionRow, Cost, DayRow, FeatureRow, Need, ResolveRow, StrikeRow, TargetRow, TraitRow,
};
pub use found::{ARMOR, About, CONDITIONS, CREATURES, Found, GEAR, Kinds, TERRAIN, TRAITS, Topic};
pub use hero::{HeroRow, SheetRow, SkillRow, SlotsRow, StepRow};
pub use passive::{Adjust, Attacked, Number, Passive, Rolls, Set, Toward};
pub use scenario::{CampRow, FoeRow, LegendRow, ScenarioRow, SceneRow, SightCheckRow};
pub use tag::{AmmunitionTagRow, ArmorTagRow, WeaponTagRow};
pub use terrain::{
    EnteringRow, LightRow, ObjectRow, TerrainRow, TrapRow, TravelRow, WeatherRow, WeatherStepRow,
};
pub use ware::{AmmunitionRow, ArmorRow, GearRow, MakingRow, MaterialRow, ToolRow, WeaponRow, WorkRow};

use boneyard_content::{Book as _, Pack, book, entries, read_book};
use boneyard_table::table::PackName;
use boneyard_table::{BadPack, RuleId};

use crate::rules;

book! {
    rows {
        /// Conditions.
        conditions: ConditionRow = condition;
        /// Features.
        features: FeatureRow = feature;
        /// Traits.
        traits: TraitRow = r#trait;
        /// Armor Tags.
        armor_tags: ArmorTagRow = armor_tag;
        /// Weapon Tags.
        weapon_tags: WeaponTagRow = weapon_tag;
        /// Ammunition Tags.
        ammunition_tags: AmmunitionTagRow = ammunition_tag;
        /// Weapons.
        weapons: WeaponRow = weapon;
        /// Ammunition.
        ammunition: AmmunitionRow = ammunition;
        /// Armors.
        armors: ArmorRow = armor;
        /// Equipment.
        gear: GearRow = gear;
        /// Tools.
        tools: ToolRow = tool;
        /// Materials.
        materials: MaterialRow = material;
        /// Floors and objects.
        terrain: TerrainRow = terrain;
        /// Weather.
        weather: WeatherRow = weather;
        /// Creatures.
        creatures: CreatureRow = creature;
        /// Ready Characters.
        heroes: HeroRow = hero;
        /// Scenarios.
        scenarios: ScenarioRow = scenario;
    }
    lists {
        /// Skills.
        skills: SkillRow = skill;
        /// Difficulty Classes.
        difficulties: StepRow = difficulty;
        /// Strength Based slots.
        slots: SlotsRow = strength_slots;
        /// What is made of what.
        making: MakingRow = making;
        /// Light sources.
        lights: LightRow = light;
        /// What objects stand.
        objects: ObjectRow = object;
        /// Sample traps.
        traps: TrapRow = trap;
        /// The day's weather.
        weather_rows: WeatherStepRow = weather_row;
        /// Miles of a Watch.
        travel: TravelRow = travel;
        /// What an Encounter is worth.
        awards: AwardRow = award;
        /// What hazards count for.
        hazards: HazardRow = hazard;
        /// Lines of a map that must come out so.
        sight_checks: SightCheckRow = sight_check;
    }
    also {
        /// What follows from all of it.
        pub found: Found,
    }
}

entries!(
    ConditionRow,
    FeatureRow,
    TraitRow,
    ArmorTagRow,
    WeaponTagRow,
    AmmunitionTagRow,
    WeaponRow,
    AmmunitionRow,
    ArmorRow,
    GearRow,
    ToolRow,
    MaterialRow,
    TerrainRow,
    WeatherRow,
    CreatureRow,
    HeroRow,
    ScenarioRow
);

impl Book {
    /// The game's own content with a table's packs.
    pub fn read(packs: &[PackName]) -> Result<Self, BadPack> {
        let author = "after Roll High or Die by Ian Wuth; tables added by us";
        let own =
            Pack::built_in("roll-high-or-die", crate::TITLE, author, "MIT OR Apache-2.0", rules::CONTENT);
        let mut book: Self = read_book(&own, packs.iter().map(|pack| &pack.files)).map_err(BadPack)?;
        book.found = Found::of(&book);
        Ok(book)
    }

    /// What an entry is called.
    pub fn name_of(&self, id: RuleId) -> &str {
        self.name_by_id(id.as_str()).unwrap_or(id.as_str())
    }
}
