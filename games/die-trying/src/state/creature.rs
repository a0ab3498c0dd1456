//! Characters, Creatures and objects: what a fight changes ([`Live`]). What it does not is in a file of its own.

use boneyard_table::clock::Time;
use boneyard_table::moment::Lasting;
use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Affect, Condition, Item, Kind, Shared, Sheet, Spot, What};

/// A character, a Creature or an object that can be broken.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Creature {
    /// What a fight changes.
    pub live: Live,
    /// What it does not.
    pub sheet: Shared<Sheet>,
}

/// What a fight changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Live {
    /// Hitpoints; may be negative.
    pub hp: i16,
    /// Whether it stands, is dying, or worse.
    pub fate: Fate,
    /// When it died, where that is known.
    pub died: Option<Time>,
    /// Where it is on the map, by its upper left square.
    pub at: Option<Spot>,
    /// Lies on the ground.
    pub prone: bool,
    /// Has left the fight, or is not there yet.
    pub away: bool,
    /// The players do not know of it yet.
    pub unseen: bool,
    /// What lasts on it.
    pub affects: Lasting<Affect>,
    /// This turn so far, and what lasts to the start of the next.
    pub turn: Turn,
    /// A Reaction is left.
    pub reaction: bool,
    /// What it is ready to do.
    pub ready: Option<Ready>,
    /// From whom it is Hidden or by whom Undetected.
    pub hidden: SmallVec<[Hidden; 2]>,
    /// What the TS says is hard to see about it.
    pub veiled: Veil,
    /// Instability Dice.
    pub instability: u8,
    /// Magic Dice until the next day, beside those it has for good.
    pub magic_dice: u8,
    /// The Fighting Style it is in.
    pub style: Option<RuleId>,
    /// What may be done only once in a while and was, how often.
    pub used: SmallVec<[Used; 2]>,
    /// How its things are, in the order of the sheet.
    pub items: SmallVec<[Item; 8]>,
}

/// Whether somebody stands, is dying, or worse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Alive; an object: whole.
    #[default]
    Up,
    /// At 0 HP or below, making Death Saving Throws.
    Dying,
    /// At 0 HP and out cold until this time.
    Stable(Time),
    /// Dead; an object: broken.
    Dead,
}

/// A turn so far, and what lasts to the start of the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Turn {
    /// An Action is left.
    pub action: bool,
    /// A Bonus Action is left.
    pub bonus: bool,
    /// Feet of the Move spent.
    pub spent: u16,
    /// Feet covered.
    pub covered: u16,
    /// Feet gained besides the Move.
    pub extra: u16,
    /// Speed is doubled until the next turn.
    pub dashed: bool,
    /// AC is raised so much until the next turn.
    pub dodge: u8,
    /// Has made a Sneak check.
    pub sneaked: bool,
    /// Has drawn a weapon for free.
    pub drew: bool,
    /// Free Interacts used.
    pub interacts: u8,
    /// No more tries to escape until the end of the next turn.
    pub no_escape: u8,
    /// Whom it hit with a Strike this turn.
    pub struck: Option<Who>,
    /// Rounds out of everybody's sight.
    pub out_of_sight: u8,
}

/// What somebody is ready to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Ready {
    /// When this happens.
    pub when: String,
    /// Who must do it, if it is somebody.
    #[serde(default)]
    pub of: Option<Who>,
    /// What is done.
    pub deed: Deed,
}

/// What can be readied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// A Strike.
    Strike,
    /// A Dodge.
    Dodge,
    /// A step of 5 feet.
    Step,
}

/// Hidden from somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Hidden {
    /// From whom.
    pub from: Who,
    /// Where one cannot even be targeted.
    #[serde(default)]
    pub undetected: bool,
    /// Beaten by this turn's Sneak check: moving makes Undetected.
    #[serde(default)]
    pub sneaking: bool,
}

/// What the TS says is hard to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Veil {
    /// Nothing.
    #[default]
    None,
    /// It is Concealed from everybody else.
    Concealed,
}

/// Something that may be done so often in a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Used {
    /// The rule or entry.
    pub what: RuleId,
    /// When it may be done again.
    pub until: Span,
    /// How often it was done.
    pub times: u8,
}

/// For how long something stays used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Span {
    /// To the end of the fight.
    Fight,
    /// To the end of the scene.
    Scene,
    /// To the next Rest.
    Rest,
    /// To the next day.
    Day,
    /// To the end of the session.
    Session,
    /// For good.
    Ever,
}

impl Live {
    /// Whether a condition is on it.
    #[inline]
    pub fn is(&self, condition: Condition) -> bool {
        self.affects.iter().any(|affect| matches!(affect.what.what, What::Is(known, _) if known == condition))
    }

    /// How often something was done that may not be done for ever.
    pub fn times_used(&self, what: RuleId) -> u8 {
        self.used.iter().find(|used| used.what == what).map_or(0, |used| used.times)
    }

    /// How it is hidden from somebody.
    #[inline]
    pub fn hidden_from(&self, who: Who) -> Option<&Hidden> {
        self.hidden.iter().find(|hidden| hidden.from == who)
    }

    /// Hands that hold nothing.
    pub fn free_hands(&self) -> u8 {
        let busy: u8 = self.items.iter().map(|item| item.place.hands()).sum();
        2_u8.saturating_sub(busy)
    }
}

impl Creature {
    /// Somebody with nothing but a name.
    pub fn blank(name: &str, kind: Kind) -> Self {
        let side = match kind {
            Kind::Hero => 0,
            Kind::Creature => 1,
            Kind::Object => 2,
        };
        let sheet = Sheet { name: name.to_owned(), kind, side, ..Sheet::default() };
        let live = Live { hp: 1, ..Live::default() };
        Self { live, sheet: Shared::new(sheet) }
    }
}
