//! The content of the game with a table's packs, read once; one file per kind of row. Rows keep in
//! `rest` what the family that plays them reads for itself.

mod effect;
mod foe;
mod hero;
mod interlude;
mod magic;
mod path;
mod site;
mod talent;
mod verb;
mod ware;

pub use effect::{
    Arm, Call, Effect, Formula, Gain, Moved, Passive, PowerTrigger, Refill, StateIs, effects_of, formula,
};
pub use foe::{Condition, FoeActionRow, FoeInstinct, FoeRow, Once, Prey};
pub use hero::HeroRow;
pub use interlude::{ActivityRow, GuildRow, LodgingRow};
pub use magic::{FollowRow, Mode, Offering, PowerRow};
pub use path::{ClassRow, KitRow, Knows, Listed, PathRow};
pub use site::{
    DoomRow, DoomVerb, DoorRow, LootRow, PlaceRow, RoomRow, ScenarioRow, Towards, TrapRow, TrapVerb, Twist,
    WaitsRow, WayRow,
};
pub use talent::{AfflictionRow, TalentRow};
pub use verb::{Hold, Moment, Shove, Summon, Trigger, Verb, number, plain_dice};
pub use ware::{
    ArmorRow, ContainerRow, GearRow, ShieldRow, TreasureRow, UsageDie, UseRow, Versus, Way, WeaponRow, WornAs,
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
        /// Infancies.
        infancies: PathRow = infancy;
        /// Careers.
        careers: PathRow = career;
        /// Tragedies.
        tragedies: PathRow = tragedy;
        /// Burdens.
        burdens: PathRow = burden;
        /// Classes.
        classes: ClassRow = class;
        /// Starting kits.
        kits: KitRow = kit;
        /// Skills.
        skills: TalentRow = skill;
        /// Traits.
        traits: TalentRow = r#trait;
        /// Afflictions.
        afflictions: AfflictionRow = affliction;
        /// States such as blindness.
        states: AfflictionRow = state;
        /// Weapons.
        weapons: WeaponRow = weapon;
        /// Armor.
        armor: ArmorRow = armor;
        /// Shields.
        shields: ShieldRow = shield;
        /// All other goods.
        gear: GearRow = gear;
        /// Containers.
        containers: ContainerRow = container;
        /// Goods that are only good for selling.
        treasure: TreasureRow = treasure;
        /// Foes.
        foes: FoeRow = foe;
        /// Pets and servants.
        allies: FoeRow = ally;
        /// Spells.
        spells: PowerRow = spell;
        /// Schools of magic.
        schools: FollowRow = school;
        /// Prayers.
        prayers: PowerRow = prayer;
        /// Gods.
        gods: FollowRow = god;
        /// Tables that are rolled in play.
        tables: RandomTable<Effect> = table;
        /// Lodgings of the interlude.
        lodgings: LodgingRow = lodging;
        /// Activities of the interlude.
        activities: ActivityRow = activity;
        /// What the Guild gives.
        guild: GuildRow = guild;
        /// Ready adventurers.
        heroes: HeroRow = hero;
        /// Scenarios.
        scenarios: ScenarioRow = scenario;
        /// Rooms of the scenario.
        rooms: RoomRow = room;
        /// Traps of the scenario.
        traps: TrapRow = trap;
        /// What doom brings in the scenario.
        dooms: DoomRow = doom;
        /// Kinds of places further sites are made of.
        places: PlaceRow = place;
    }
    loose { "alias", "category", "guild_cut", "lessons", "letter", "level_gain", "market", "money", "renown", "retirement", "robbery", "site", "skill_slots", "step", "tag", "token", }
}

entries!(
    PathRow,
    ClassRow,
    KitRow,
    TalentRow,
    AfflictionRow,
    WeaponRow,
    ArmorRow,
    ShieldRow,
    GearRow,
    ContainerRow,
    TreasureRow,
    FoeRow,
    PowerRow,
    FollowRow,
    LodgingRow,
    ActivityRow,
    GuildRow,
    HeroRow,
    ScenarioRow,
    RoomRow,
    TrapRow,
    DoomRow,
    PlaceRow
);

impl Book {
    /// The game's own content with a table's packs.
    pub fn read(packs: &[PackName]) -> Result<Self, BadPack> {
        let author = "Pedro Medeiros; changed and added to by us";
        let own = Pack::built_in("dead-weight", crate::TITLE, author, "CC BY 4.0", rules::CONTENT);
        read_book(&own, packs.iter().map(|pack| &pack.files)).map_err(BadPack)
    }
}
