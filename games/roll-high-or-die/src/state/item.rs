//! Things: what does not change in a fight ([`ItemSheet`]) apart from what does ([`Item`]). Armor and ammunition are built
//! of Tags that may be missing, as are weapons ([`Arms`], next door); whether they are valid is asked at each use.

use boneyard_table::RuleId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Arms, DamageType, Dice, Rework, Size, Skill, Spot};

/// What a thing is, no matter who has it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct ItemSheet {
    /// What it is called.
    pub name: String,
    /// Its entry.
    pub like: Option<RuleId>,
    /// How large.
    pub size: Size,
    /// The most that share one stack; 1 where it does not stack.
    pub stack: u16,
    /// What it is to the rules.
    pub ware: Ware,
}

/// What a thing is to the rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ware {
    /// Something to attack with.
    Weapon(Arms),
    /// Something to shoot.
    Shot(Shot),
    /// Something to wear.
    Armor(Suit),
    /// Equipment, tools, materials, coins: its entry says what it does.
    Plain,
    /// Something half made.
    Unfinished(Work),
}

/// Something half made.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Work {
    /// What it will be, by its name.
    pub makes: String,
    /// Successful Watches so far.
    pub done: u8,
    /// How many it takes.
    pub of: u8,
}

/// Ammunition: a Base and Tags.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Shot {
    /// Bases of weapons that fire it.
    #[schemars(with = "Vec<Skill>")]
    pub fits: SmallVec<[Skill; 2]>,
    /// The Damage Dice Tag.
    pub dice: Option<Dice>,
    /// The Damage Type Tag.
    pub kind: Option<DamageType>,
    /// Optional Tags.
    pub tags: Vec<ShotTag>,
}

/// An optional Tag of ammunition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ShotTag {
    /// Makes bleed.
    Barbed,
    /// Must be lit; burns.
    Igniting,
    /// So much of the damage is True.
    PiercingCore(u8),
    /// Hits everybody so near to the target.
    Blast(u16),
    /// Smokes.
    Smoke,
}

/// Armor: its Tags by their entries.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Suit {
    /// For the head; otherwise for the body.
    pub head: bool,
    /// The Size Tag.
    pub size: Option<Size>,
    /// The Material Tag.
    pub material: Option<String>,
    /// The Style Tag.
    pub style: Option<String>,
    /// Optional Tags.
    pub tags: Vec<String>,
}

/// How a thing is now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Item {
    /// Where it is.
    pub place: Place,
    /// How many of it.
    pub count: u16,
    /// Charges that are left; for things that have any.
    pub charges: u8,
    /// Steps of its Action Cost that are done.
    pub step: u8,
    /// What is loaded, by the thing it came from, and how many.
    #[schemars(with = "Vec<(u8, u8)>")]
    pub loaded: SmallVec<[(u8, u8); 1]>,
    /// Cannot be used until it is cleared.
    pub jammed: bool,
    /// Armoring it has lost.
    pub lost: u16,
    /// Burns or shines, or is ready to be used.
    pub lit: bool,
    /// Turns until it goes off; 0 where it is not armed.
    pub fuse: u8,
    /// Poison is on it.
    pub poisoned: bool,
    /// Pieces of it that were shot and lie about.
    pub spent: u16,
    /// A Tag that is being replaced.
    pub rework: Option<Box<Rework>>,
}

/// Where a thing is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// In the Main Hand.
    MainHand,
    /// In the Off Hand.
    OffHand,
    /// In both hands.
    TwoHands,
    /// Worn on the body.
    ArmorWorn,
    /// Worn on the head.
    Headgear,
    /// In the Sheath.
    Sheath,
    /// In the Coinpurse.
    Coinpurse,
    /// In the Quiver.
    Quiver,
    /// In Strength Based slots.
    #[default]
    Loose,
    /// Lies there.
    Floor(Option<Spot>),
    /// Used up or lost.
    Gone,
}

/// The most things one creature keeps track of.
pub const MOST_THINGS: usize = 120;

impl Place {
    /// Hands it takes.
    pub fn hands(self) -> u8 {
        match self {
            Self::MainHand | Self::OffHand => 1,
            Self::TwoHands => 2,
            _ => 0,
        }
    }

    /// Whether it is in a hand.
    pub fn is_held(self) -> bool {
        self.hands() > 0
    }

    /// Whether somebody has it on them.
    pub fn is_carried(self) -> bool {
        !matches!(self, Self::Floor(_) | Self::Gone)
    }

    /// As it is told, and written in stories.
    pub fn name(self) -> String {
        match self {
            Self::MainHand => "main-hand".into(),
            Self::OffHand => "off-hand".into(),
            Self::TwoHands => "two-hands".into(),
            Self::ArmorWorn => "armor-worn".into(),
            Self::Headgear => "headgear".into(),
            Self::Sheath => "sheath".into(),
            Self::Coinpurse => "coinpurse".into(),
            Self::Quiver => "quiver".into(),
            Self::Loose => "pack".into(),
            Self::Floor(_) => "floor".into(),
            Self::Gone => "gone".into(),
        }
    }

    /// By its name; `pack` are the Strength Based slots.
    pub fn named(name: &str) -> Option<Self> {
        let plain = [
            Self::MainHand,
            Self::OffHand,
            Self::TwoHands,
            Self::ArmorWorn,
            Self::Headgear,
            Self::Sheath,
            Self::Coinpurse,
            Self::Quiver,
            Self::Loose,
            Self::Floor(None),
        ];
        let text = name.replace('_', "-").to_lowercase();
        plain.into_iter().find(|place| place.name() == text)
    }
}

impl Item {
    /// So many pieces somewhere.
    pub fn new(place: Place, count: u16) -> Self {
        Self { place, count, ..Self::default() }
    }

    /// Pieces that are loaded.
    pub fn rounds(&self) -> u8 {
        self.loaded.iter().map(|(_, count)| *count).sum()
    }
}
