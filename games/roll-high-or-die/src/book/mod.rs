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

use boneyard_content::{Catalog, ContentError, Entry, Limits, Pack, PackFile};
use boneyard_table::table::PackName;
use boneyard_table::{BadPack, RuleId};
use serde::Deserialize;

use crate::rules;

macro_rules! book {
    (
        rows { $($(#[$doc:meta])* $field:ident: $row:ty = $table:ident;)* }
        lists { $($(#[$list_doc:meta])* $list:ident: $item:ty = $name:ident;)* }
    ) => {
        /// All content in use at a table.
        #[derive(Debug, Default)]
        pub struct Book {
            $($(#[$doc])* pub $field: Catalog<$row>,)*
            $($(#[$list_doc])* pub $list: Vec<$item>,)*
            /// What follows from all of it.
            pub found: Found,
        }

        #[derive(Default, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        struct Sheet {
            $($table: Vec<$row>,)*
            $($name: Vec<$item>,)*
        }

        impl Book {
            fn merge(&mut self, file: &PackFile, sheet: Sheet) -> Result<(), Vec<ContentError>> {
                $(self.$field.merge(file, stringify!($table), sheet.$table)?;)*
                $(self.$list.extend(sheet.$name);)*
                Ok(())
            }

            /// What an entry is called.
            pub fn name_of(&self, id: RuleId) -> &str {
                $(
                    if let Some(row) = self.$field.get(id.as_str()) {
                        return Entry::name(row);
                    }
                )*
                id.as_str()
            }
        }

        $(
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
        )*
    };
}

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
}

impl Book {
    /// The game's own content with a table's packs.
    pub fn read(packs: &[PackName]) -> Result<Self, BadPack> {
        let author = "after Roll High or Die by Ian Wuth; tables added by us";
        let own =
            Pack::built_in("roll-high-or-die", crate::TITLE, author, "MIT OR Apache-2.0", rules::CONTENT);
        let mut book = Self::default();
        book.take(&own)?;
        for pack in packs {
            let pack =
                Pack::from_files(&Limits::default(), pack.files.clone()).map_err(|error| bad(&error))?;
            book.take(&pack)?;
        }
        book.found = Found::of(&book);
        Ok(book)
    }

    fn take(&mut self, pack: &Pack) -> Result<(), BadPack> {
        for file in &pack.files {
            let sheet: Sheet = file.read().map_err(|error| bad(&error))?;
            self.merge(file, sheet).map_err(|errors| {
                BadPack(errors.iter().map(ContentError::render).collect::<Vec<_>>().join("\n"))
            })?;
        }
        Ok(())
    }
}

fn bad(error: &ContentError) -> BadPack {
    BadPack(error.render())
}
