//! What this game means by the words of an adventure file: its checks, harm, people and rewards, and the lists it knows.

use boneyard_world::name::{Kind, Name};
use boneyard_world::{Dialect, Dice, Sample};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DirkRules;
use crate::check::Difficulty;
use crate::state::{Ability, Affliction};

macro_rules! entries {
    ($($(#[$doc:meta])* $kind:ident $mark:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $kind;
        impl Kind for $kind {
            const MARK: &'static str = $mark;
        }
    )*};
}

/// What names lead to in the content.
pub mod entry {
    use super::Kind;

    entries! {
        /// A danger of places.
        Hazard "entry:hazard";
        /// Extreme weather.
        Weather "entry:weather";
        /// A background of heroes.
        Background "entry:background";
        /// A skill or power somebody can know.
        Learned "entry:skill|psychic|mutation";
    }
}

/// A save.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// The score it is saved on.
    pub ability: Ability,
    /// How hard it is.
    #[serde(default)]
    pub difficulty: Difficulty,
    /// The background with which it is trivial.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trivial_for: Option<Name<entry::Background>>,
    /// The situation helps.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub advantage: bool,
    /// The situation hinders.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disadvantage: bool,
}

/// What befalls somebody: one of these.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Written", into = "Written")]
#[schemars(with = "Written")]
pub enum Befalls {
    /// A danger of the game.
    Hazard {
        /// Which.
        is: Name<entry::Hazard>,
        /// Feet, turns or minutes.
        size: u16,
    },
    /// Damage.
    Damage {
        /// How much.
        dice: Dice,
        /// Off this score; off HP first, as the rules say, if none is named.
        to: Option<Ability>,
        /// Armor is no help.
        past_armor: bool,
        /// It burns.
        fire: bool,
        /// Half of it.
        halved: bool,
        /// What lasts besides.
        then: Option<Affliction>,
    },
    /// Something that lasts.
    Afflicted(Affliction),
    /// Caught with no weapon in hand.
    Ambushed,
}

/// As it is written.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Written {
    /// A danger of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    hazard: Option<Name<entry::Hazard>>,
    /// Feet, turns or minutes of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u16>,
    /// Damage.
    #[serde(skip_serializing_if = "Option::is_none")]
    damage: Option<Dice>,
    /// Off this score.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<Ability>,
    /// Armor is no help.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    past_armor: bool,
    /// It burns.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    fire: bool,
    /// Half of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    halved: bool,
    /// Something that lasts, alone or besides damage.
    #[serde(skip_serializing_if = "Option::is_none")]
    afflicted: Option<Affliction>,
    /// Caught with no weapon in hand.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    ambushed: bool,
}

impl TryFrom<Written> for Befalls {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        let Written { hazard, size, damage, to, past_armor, fire, halved, afflicted, ambushed } = written;
        let of_damage = to.is_some() || past_armor || fire || halved;
        match (hazard, damage, afflicted, ambushed) {
            (Some(is), None, None, false) if !of_damage => match size.unwrap_or(0) {
                size @ 0..=1_000 => Ok(Self::Hazard { is, size }),
                _ => Err("a hazard has a size of at most 1000"),
            },
            (None, Some(dice), then, false) if size.is_none() => {
                Ok(Self::Damage { dice, to, past_armor, fire, halved, then })
            }
            (None, None, Some(what), false) if size.is_none() && !of_damage => Ok(Self::Afflicted(what)),
            (None, None, None, true) if size.is_none() && !of_damage => Ok(Self::Ambushed),
            _ => Err(
                "this says one of `hazard` (with `size`), `damage` (with `to`, `past_armor`, `fire`, `halved` and \
                      `afflicted`), `afflicted` and `ambushed`",
            ),
        }
    }
}

impl From<Befalls> for Written {
    fn from(befalls: Befalls) -> Self {
        let none = Self::default();
        match befalls {
            Befalls::Hazard { is, size } => {
                Self { hazard: Some(is), size: (size > 0).then_some(size), ..none }
            }
            Befalls::Damage { dice, to, past_armor, fire, halved, then } => {
                Self { damage: Some(dice), to, past_armor, fire, halved, afflicted: then, ..none }
            }
            Befalls::Afflicted(what) => Self { afflicted: Some(what), ..none },
            Befalls::Ambushed => Self { ambushed: true, ..none },
        }
    }
}

/// What differs about a thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Worn {
    /// What its pool or its AP hold.
    pub left: u8,
}

/// What differs about somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Part {
    /// Full STR.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub str: Option<u8>,
    /// Full DEX.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dex: Option<u8>,
    /// Full WIL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wil: Option<u8>,
    /// Full HP.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hp: Option<u16>,
    /// STR at the moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now_str: Option<u8>,
    /// Skills and powers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub knows: Vec<Name<entry::Learned>>,
    /// Moods.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// What lasts on them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suffers: Vec<Affliction>,
    /// Who brought that about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub serves: Option<boneyard_world::name::PersonName>,
    /// Has passed out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub passed_out: bool,
    /// A D6 says how they feel about people.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub any_attitude: bool,
}

/// A condition only this game knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Asks {
    /// The weather is extreme in this way.
    Weather(Name<entry::Weather>),
    /// Whoever did it knows this.
    Knows(Name<entry::Learned>),
    /// Whoever did it has this background.
    Background(Name<entry::Background>),
}

/// An effect only this game knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Does {
    /// A threat stands at this step.
    Threat {
        /// What it is.
        name: String,
        /// Its step, 1 to 4.
        step: u8,
    },
    /// Whoever tells it teaches this, by the rules and prices of lessons.
    Teaches(Name<entry::Learned>),
}

/// What is paid.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gets {
    /// Gems for the party.
    pub gems: u32,
}

impl Dialect for DirkRules {
    type Check = Roll;
    type Harm = Befalls;
    type Ware = Worn;
    type Person = Part;
    type Test = Asks;
    type Deed = Does;
    type Reward = Gets;

    const GAME: &'static str = "dirk-rules";
    const UNITS: &'static [&'static str] = &["round", "minute", "hour", "day", "week"];
    const MOMENTS: &'static [&'static str] = &["dawn", "nightfall"];
    const FLAGS: &'static [&'static str] = &["safe"];
    const SIGNS: &'static [&'static str] = &["wide-area attack"];
    const ROLES: &'static [&'static str] = &["encounters"];
    const OUTCOMES: &'static [&'static str] = &["pass", "fail"];
    const COINS: &'static [&'static str] = &["gems"];
    const LIGHTS: &'static [&'static str] = &[];
    const PEOPLE: &'static [&'static str] = &["creature"];
    const THINGS: &'static [&'static str] =
        &["weapon", "shield", "armor", "gear", "powerup", "part", "goods"];
    const TRAPS: &'static [&'static str] = &["hazard"];
    const OBJECTS: &'static [&'static str] = &[];
    const GOODS: &'static [&'static str] = &["fix"];
    const SAMPLE: Sample = Sample {
        thing: "torches",
        creature: "rust jelly",
        check: r#"{ ability = "STR" }"#,
        harm: r#"{ damage = "1d4" }"#,
        reward: "{ gems = 5 }",
        span: "10 minutes",
    };
}
