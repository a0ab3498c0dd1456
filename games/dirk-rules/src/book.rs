//! The content of the game: weapons, shields, armor, parts, conditions, creatures, heroes,
//! backgrounds and tables, with a table's packs. Read once; looked up by id or name.

use boneyard_content::{Amount, Catalog, ContentError, Entry, Limits, Pack, PackFile};
use boneyard_table::table::PackName;
use boneyard_table::{BadPack, RuleId};
use serde::Deserialize;

use crate::effect::{Effect, OnFace, Passive, Size, Trigger, Use};
use crate::rules;
use crate::scenario::{PlaceRow, ScenarioRow};
use crate::state::{Ability, Affliction, Background, Part};
use crate::trade::{Fix, Goods};
use crate::world::{DetailRow, Follows, HazardRow, RegionRow, SignRow, Table, WeatherRow};

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
    /// The scenario.
    pub scenario: Option<ScenarioRow>,
    /// Its places.
    pub places: Catalog<PlaceRow>,
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
}

/// A die such as `1d6`, read from content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct OneDie(pub u8);

/// Damage as content states it: one die, and the score it lowers in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Amount<OneDie>")]
pub struct Damage {
    /// The die.
    pub dice: OneDie,
    /// The score.
    pub harms: Ability,
    /// It burns.
    pub fire: bool,
}

impl TryFrom<Amount<OneDie>> for Damage {
    type Error = String;

    fn try_from(amount: Amount<OneDie>) -> Result<Self, String> {
        let harms = match amount.kind.as_str() {
            "damage" | "damage STR" | "damage acid" | "damage fire" | "damage blast" => Ability::Str,
            "damage DEX" => Ability::Dex,
            "damage WIL" => Ability::Wil,
            other => {
                return Err(format!("`{other}` is no damage: write damage, damage DEX or damage WIL"));
            }
        };
        Ok(Self { dice: amount.dice, harms, fire: amount.kind.ends_with("fire") })
    }
}

/// A power-up.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowerUp {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    #[serde(default)]
    pub text: String,
    /// The total it is found by.
    pub roll: u8,
    /// Its weight.
    #[serde(default = "one")]
    pub weight: u8,
    /// What makes it useless to whoever has taken that before.
    pub inert_after: Option<String>,
    /// Whether there is a warning before it is taken.
    #[serde(default)]
    pub confirm: bool,
    /// What it does.
    pub effects: Vec<Effect>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// A class of power-up.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowerUpClass {
    /// What it is called.
    pub name: String,
    /// Its rule.
    pub rule: RuleId,
    /// What it is rolled with.
    pub dice: Size,
    /// What one costs where nobody looks.
    pub black_market: u32,
    /// Where such things are found.
    pub places: Vec<String>,
}

/// What a pupil needs to learn a skill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Requires {
    /// At least this STR.
    pub str: u8,
    /// At least this DEX.
    pub dex: u8,
    /// At least this WIL.
    pub wil: u8,
    /// A thing of this kind: a shield or a gun.
    pub owns: Option<String>,
    /// Tools of this kind.
    pub tools: Option<String>,
    /// Gems, paid when training begins.
    pub gems: u32,
    /// Something done before.
    pub has_done: Option<String>,
}

/// Fewer weeks of training for those who have a background.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeeksWith {
    /// Which background.
    pub background: String,
    /// How many weeks.
    pub weeks: u8,
}

/// A thing swung like a weapon of the list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Swung {
    /// Like which.
    pub like: String,
    /// What follows on a face of its die.
    pub on_face: Option<OnFace>,
}

/// Something people ride in.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vehicle {
    /// Speed.
    pub speed: u8,
    /// DEX.
    pub dex: u8,
    /// STR: what it carries, and what it withstands.
    pub str: u8,
    /// Seats.
    pub seats: u8,
    /// Hit points.
    pub hp: u16,
    /// Armor points.
    #[serde(default)]
    pub ap: u8,
    /// How long it takes from one world to another.
    pub crossing: Option<Amount<Size>>,
}

/// A power, a mutation, a skill or a useful thing.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Power {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    #[serde(default)]
    pub text: String,
    /// The face of the die it is drawn by; skills are taught.
    #[serde(default)]
    pub roll: u8,
    /// Its price, if it is a thing.
    #[serde(default)]
    pub gems: u32,
    /// Its weight, if it is a thing.
    #[serde(default)]
    pub weight: u8,
    /// Pieces or uses one purchase holds, if it is a thing.
    #[serde(default = "one")]
    pub count: u8,
    /// Needs the voice and a free hand.
    #[serde(default)]
    pub spell: bool,
    /// Weeks of training it takes.
    #[serde(default)]
    pub weeks: u8,
    /// Fewer of them for some.
    pub weeks_with: Option<WeeksWith>,
    /// Which tools it is, if it is tools.
    pub tools: Option<String>,
    /// Where it is worn, if it is worn.
    pub slot: Option<Slot>,
    /// What it is swung like, if it can be.
    pub weapon: Option<Swung>,
    /// The creature one buys.
    pub creature: Option<RuleId>,
    /// What one rides in.
    pub vehicle: Option<Vehicle>,
    /// What a pupil needs.
    pub requires: Option<Requires>,
    /// What happens when it comes.
    #[serde(default)]
    pub gains: Vec<Effect>,
    /// What is so from then on.
    #[serde(default)]
    pub passive: Vec<Passive>,
    /// What it costs from then on.
    #[serde(default)]
    pub price: Vec<Passive>,
    /// What it does by itself.
    #[serde(default)]
    pub triggers: Vec<Trigger>,
    /// How it is used.
    #[serde(default)]
    pub uses: Vec<Use>,
    /// Attacks it gives.
    #[serde(default)]
    pub attacks: Vec<NaturalAttack>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// What a weapon wears down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoolRow {
    /// Of which kind.
    pub kind: PoolKind,
    /// How much when new.
    pub size: u8,
}

/// Kinds of wear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PoolKind {
    /// Breaks when it is used up.
    Durability,
    /// Cannot be fired when it is used up.
    Ammo,
    /// Explodes when it is used up.
    Charges,
}

impl PoolKind {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Durability => "durability",
            Self::Ammo => "ammo",
            Self::Charges => "charges",
        }
    }
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    #[serde(default)]
    pub text: String,
    /// Its damage.
    pub damage: Damage,
    /// Its price.
    #[serde(default = "one_gem")]
    pub gems: u32,
    /// Its weight.
    #[serde(default = "one")]
    pub weight: u8,
    /// How far it reaches, in feet.
    #[serde(default = "reach")]
    pub range: u16,
    /// What it wears down.
    pub pool: Option<PoolRow>,
    /// Further attacks of one ATTACK.
    #[serde(default)]
    pub extra_attacks: u8,
    /// The face on which it breaks.
    pub breaks_on: Option<u8>,
    /// The face that counts double.
    pub double_on: Option<u8>,
    /// The face that is rolled again.
    pub reroll: Option<u8>,
    /// How many injuries a wound from it makes.
    #[serde(default = "one")]
    pub injuries: u8,
    /// Thrown.
    #[serde(default)]
    pub thrown: bool,
    /// Strikes from afar.
    #[serde(default)]
    pub ranged: bool,
    /// Shoots light.
    #[serde(default)]
    pub laser: bool,
    /// Strikes everybody within so many feet of whoever it is aimed at.
    pub area: Option<u16>,
    /// Takes an action to set up before it fires.
    #[serde(default)]
    pub prepare: bool,
    /// Takes an action to reload after each shot.
    #[serde(default)]
    pub reload: bool,
    /// A called shot that hits does its highest number.
    #[serde(default)]
    pub max_on_called: bool,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// A shield.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shield {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    #[serde(default)]
    pub text: String,
    /// Its damage as a weapon.
    pub damage: Damage,
    /// Its price.
    #[serde(default = "one_gem")]
    pub gems: u32,
    /// Its weight.
    #[serde(default = "one")]
    pub weight: u8,
    /// What it wears down.
    pub pool: Option<PoolRow>,
    /// How often it survives destruction.
    #[serde(default)]
    pub survives: u8,
    /// What it covers against.
    pub covers: Option<Covers>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// What a shield covers against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Covers {
    /// Attacks from afar.
    Ranged,
}

/// Armor.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armor {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    #[serde(default)]
    pub text: String,
    /// Where it is worn.
    pub slot: Slot,
    /// Its armor points.
    #[serde(default)]
    pub ap: u8,
    /// Its price.
    #[serde(default = "one_gem")]
    pub gems: u32,
    /// Its weight.
    #[serde(default = "one")]
    pub weight: u8,
    /// What cannot hurt its wearer.
    pub deflects: Option<Deflects>,
    /// The part it breaks to save.
    pub saves_part: Option<Part>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// Where armor is worn. In the order in which AP are used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// About the waist.
    Belt,
    /// On the body.
    Suit,
    /// On the head.
    Helmet,
}

/// What armor turns away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deflects {
    /// Lasers.
    Laser,
}

/// A body part and what its injury hinders.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// In words.
    #[serde(default)]
    pub text: String,
    /// Which part.
    pub part: Part,
    /// The face of the D6.
    pub face: u8,
    /// Tags of rolls it hinders.
    #[serde(default)]
    pub hinders: Vec<String>,
    /// What its loss takes away.
    #[serde(default)]
    pub lost: Lost,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// What the loss of a part takes away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Lost {
    /// Hands.
    pub hands: i8,
    /// Half the move.
    pub r#move: Option<LostMove>,
    /// Tags of what can no longer be done.
    pub no: Vec<String>,
}

/// How a loss slows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LostMove {
    /// Half the move.
    Half,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// In words.
    #[serde(default)]
    pub text: String,
    /// What cannot be done under it.
    #[serde(default)]
    pub forbids: Vec<String>,
    /// How it ends.
    #[serde(default)]
    pub ends: Vec<String>,
    /// Feet it pushes.
    pub pushes: Option<u16>,
    /// How damage against it is rolled.
    pub damage_taken: Option<String>,
    /// Abilities to escape it with.
    #[serde(default)]
    pub escape: Vec<Ability>,
    /// What RALLY! and immunities look at: fear, enchantment or compulsion.
    pub kind: Option<String>,
    /// What the next own turn must be.
    #[serde(default)]
    pub compels: Vec<String>,
    /// Tags of rolls that have disadvantage under it.
    #[serde(default)]
    pub disadvantage: Vec<String>,
    /// Rolls that are spared.
    #[serde(default)]
    pub except: Vec<String>,
    /// Damage it does whenever an own turn begins.
    pub each_turn: Option<Damage>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// A creature's entry.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreatureRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// In words.
    #[serde(default)]
    pub text: String,
    /// Meant to have a proper name.
    #[serde(default)]
    pub named: bool,
    /// STR.
    #[serde(default = "ten")]
    pub str: u8,
    /// DEX.
    #[serde(default = "ten")]
    pub dex: u8,
    /// WIL.
    #[serde(default = "ten")]
    pub wil: u8,
    /// Hit points; rolled where nothing is said.
    pub hp: Option<u16>,
    /// Natural armor points.
    #[serde(default)]
    pub ap: u8,
    /// Speed.
    #[serde(default = "one")]
    pub speed: u8,
    /// Moods and kinds.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Natural attacks.
    #[serde(default)]
    pub attacks: Vec<NaturalAttack>,
    /// Things it has.
    #[serde(default)]
    pub gear: Vec<String>,
    /// Things it holds.
    #[serde(default)]
    pub hands: Vec<String>,
    /// What cannot touch it.
    #[serde(default)]
    pub immune: Vec<String>,
    /// Its bite knocks down.
    #[serde(default)]
    pub knocks_down: bool,
    /// It has no body parts.
    #[serde(default)]
    pub no_parts: bool,
    /// What it can do besides its attacks.
    #[serde(default)]
    pub specials: Vec<Special>,
    /// HP it regains when its turn begins, unless it was burned since the last.
    pub regains: Option<u16>,
    /// With so many others of its kind next to the target its damage roll has advantage.
    pub swarm: Option<u8>,
    /// What sunlight does to it each turn, armor or not.
    pub sunlight: Option<Damage>,
    /// What it can carry.
    pub carries: Option<u8>,
    /// It is an animal.
    #[serde(default)]
    pub beast: bool,
    /// It flies.
    #[serde(default)]
    pub flies: bool,
    /// Powers it has.
    #[serde(default)]
    pub knows: Vec<String>,
    /// Skills it could teach.
    #[serde(default)]
    pub teaches: Vec<String>,
    /// Another way it comes equipped.
    #[serde(default)]
    pub or_gear: Vec<String>,
    /// What it holds then.
    #[serde(default)]
    pub or_hands: Vec<String>,
    /// What it has on it, in the place of what pockets hold.
    #[serde(default)]
    pub loot: Vec<Follows>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// What a creature can do besides its attacks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Special {
    /// What it is called.
    pub name: String,
    /// How far it reaches, in feet.
    pub range: u16,
    /// At most every so many of its turns.
    #[serde(default = "one")]
    pub every: u8,
    /// The damage of an attack.
    pub damage: Option<Damage>,
    /// Strikes everybody within so many feet of whoever it is aimed at.
    pub area: Option<u16>,
    /// The save against it.
    pub save: Option<Ability>,
    /// What befalls those who fail it.
    pub condition: Option<Affliction>,
    /// Who comes of it.
    pub brings: Option<Brings>,
}

/// Newcomers a special brings.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brings {
    /// What they are, by name.
    pub creature: String,
    /// How many.
    pub count: Amount<OneDie>,
}

/// A natural attack.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NaturalAttack {
    /// What it is called.
    pub name: String,
    /// Its damage.
    pub damage: Damage,
    /// How far it reaches, in feet.
    #[serde(default = "reach")]
    pub range: u16,
    /// Attacks of one ATTACK.
    #[serde(default = "one")]
    pub times: u8,
    /// Always: carried weapons stand under gear.
    #[serde(default)]
    pub natural: bool,
    /// Strikes from afar.
    #[serde(default)]
    pub ranged: bool,
    /// Shoots light.
    #[serde(default)]
    pub laser: bool,
    /// AP that go for each point they take away.
    #[serde(default = "one")]
    pub ap_costs: u8,
    /// What follows on a face of its die.
    pub on_face: Option<OnFace>,
    /// What it wears down.
    pub pool: Option<PoolRow>,
}

/// A ready hero.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeroRow {
    /// Its id.
    pub id: RuleId,
    /// What they are called.
    pub name: String,
    /// In a line.
    #[serde(default)]
    pub about: String,
    /// Dice for STR, DEX, WIL, HP and gems.
    pub rolls: [[u8; 3]; 5],
    /// STR.
    pub str: u8,
    /// DEX.
    pub dex: u8,
    /// WIL.
    pub wil: u8,
    /// Hit points.
    pub hp: u16,
    /// Gems left after buying.
    pub gems_left: u32,
    /// Backgrounds.
    pub backgrounds: Vec<Background>,
    /// Things bought.
    pub gear: Vec<String>,
    /// Things bought that have no entry.
    #[serde(default)]
    pub sundries: Vec<Sundry>,
    /// Things held.
    #[serde(default)]
    pub hands: Vec<String>,
    /// Ours.
    #[serde(default)]
    pub house: bool,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// A thing without an entry.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sundry {
    /// What it is called.
    pub name: String,
    /// Its price.
    #[serde(default = "one_gem")]
    pub gems: u32,
    /// Its weight.
    #[serde(default = "one")]
    pub weight: u8,
}

/// A kind of background.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackgroundRow {
    /// Its name.
    pub kind: String,
    /// Its rule.
    pub rule: RuleId,
    /// What it costs.
    pub cost: u32,
    /// What it is in: a weapon, a trade, a subject.
    pub specialty: Option<Specialty>,
    /// Words of rolls it helps.
    #[serde(default)]
    pub related: Vec<String>,
    /// Specialties people take.
    #[serde(default)]
    pub suggested: Vec<Suggested>,
}

/// What a background is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Specialty {
    /// A row of the weapon or shield list.
    Weapon,
    /// A craft.
    Trade,
    /// A field of study.
    Subject,
}

/// A specialty people take.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suggested {
    /// Its name.
    pub name: String,
    /// Words of rolls it helps.
    #[serde(default)]
    pub related: Vec<String>,
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

impl TryFrom<String> for OneDie {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let sides =
            text.strip_prefix("1d").or_else(|| text.strip_prefix('d')).and_then(|sides| sides.parse().ok());
        match sides {
            Some(sides @ (4 | 6 | 8 | 10 | 12 | 20)) => Ok(Self(sides)),
            _ => Err(format!("`{text}` is not one die: write 1d4, 1d6, 1d8, 1d10, 1d12 or 1d20")),
        }
    }
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
    scenario: Vec<ScenarioRow>,
    place: Vec<PlaceRow>,
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

entries!(Weapon, Shield, Armor, PartRow, Condition, CreatureRow, HeroRow, PowerUp, Power, PlaceRow, Fix);

impl Book {
    /// The game's own content with a table's packs.
    pub fn read(packs: &[PackName]) -> Result<Self, BadPack> {
        let own = Pack::built_in("dirk-rules", crate::TITLE, "", "", rules::CONTENT);
        let mut book = Self::default();
        book.take(&own)?;
        for pack in packs {
            let pack =
                Pack::from_files(&Limits::default(), pack.files.clone()).map_err(|error| bad(&error))?;
            book.take(&pack)?;
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

    fn take(&mut self, pack: &Pack) -> Result<(), BadPack> {
        for file in &pack.files {
            let sheet: Sheet = file.read().map_err(|error| bad(&error))?;
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
        self.places.merge(file, "place", sheet.place)?;
        self.tables.merge(file, "table", sheet.table)?;
        self.tables.merge(file, "detail", sheet.detail.into_iter().map(Table::from).collect())?;
        self.weathers.merge(file, "weather", sheet.weather)?;
        self.hazards.merge(file, "hazard", sheet.hazard)?;
        self.regions.extend(sheet.region);
        self.signs.extend(sheet.sign);
        for (at, row) in sheet.scenario.into_iter().enumerate() {
            if self.scenario.is_some() {
                let field = format!("scenario[{}].name", at + 1);
                let what = "a table has one scenario";
                return Err(vec![ContentError::in_field(&file.path, &file.text, &field, what)]);
            }
            self.scenario = Some(row);
        }
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
