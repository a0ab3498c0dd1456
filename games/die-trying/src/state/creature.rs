//! Characters, Creatures and objects: what a fight changes ([`Live`]) apart from what it does not
//! ([`Sheet`]).

use boneyard_table::clock::Time;
use boneyard_table::moment::Lasting;
use boneyard_table::{RuleId, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{
    Affect, Arms, Condition, Defences, Draft, Item, ItemSheet, Kept, Level, Proficiency, Scores, Spot,
    Trained, What,
};

/// A character, a Creature or an object that can be broken.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Creature {
    /// What a fight changes.
    pub live: Live,
    /// What it does not.
    pub sheet: Kept<Sheet>,
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

/// What a creature is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A player's character.
    #[default]
    Hero,
    /// Anything the TS plays.
    Creature,
    /// A thing that stands there and can be broken.
    Object,
}

/// What flesh it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Flesh {
    /// Alive.
    #[default]
    Living,
    /// Dead and up again.
    Undead,
    /// Never alive.
    Construct,
}

/// How large it is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Size {
    Tiny,
    Small,
    #[default]
    Medium,
    Large,
    Huge,
}

/// What a fight does not change.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Sheet {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Which side it is on: 0 the characters', 1 their enemies'.
    pub side: u8,
    /// Who speaks for it.
    pub seat: Seat,
    /// The content entry it was made from.
    pub like: Option<RuleId>,
    /// Free words: elf, dwarf, sentient moss.
    pub species: String,
    /// How large.
    pub size: Size,
    /// What flesh.
    pub flesh: Flesh,
    /// Mindless, goblin, swarm and so on.
    pub tags: Vec<String>,
    /// Ability Scores.
    pub scores: Scores,
    /// Proficiencies.
    pub trained: Trained,
    /// Advanced Weapons it is trained with.
    pub advanced: Vec<(RuleId, Level)>,
    /// Talents and their levels.
    pub talents: Vec<(RuleId, u8)>,
    /// Spells it knows.
    pub spells: Vec<Known>,
    /// Marks on the way to a raise.
    pub marks: Vec<(MarkOn, u8)>,
    /// Points that are not marks yet.
    pub owed: u8,
    /// Silver pieces.
    pub silver: u32,
    /// L that a heap of small things counts as.
    pub heap: u8,
    /// Being made.
    pub draft: Option<Draft>,
    /// Its things.
    pub items: Vec<ItemSheet>,
    /// What its entry or the TS says against the usual rules.
    pub fixed: Fixed,
}

/// A spell somebody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Known {
    /// Its entry.
    pub spell: RuleId,
    /// The skill of its tradition.
    pub skill: Proficiency,
}

/// What a mark can be on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MarkOn {
    /// An Ability Score.
    Ability(super::Ability),
    /// A Proficiency.
    Proficiency(Proficiency),
    /// An Advanced Weapon.
    Advanced(RuleId),
    /// A Talent.
    Talent(RuleId),
}

/// Numbers that are as listed, not worked out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Fixed {
    /// Maximum HP.
    pub hp: Option<i16>,
    /// AC.
    pub ac: Option<i8>,
    /// Added to AC by hide or armor that is not a thing.
    pub hide: i8,
    /// Speed in feet.
    pub speed: Option<u16>,
    /// Perception bonus.
    pub perception: Option<i8>,
    /// Stealth bonus.
    pub stealth: Option<i8>,
    /// Natural attacks.
    pub attacks: Vec<Natural>,
    /// Magic Dice it has for good.
    pub magic_dice: u8,
    /// What it has against damage.
    pub defences: Defences,
    /// Squares it perceives without light.
    pub dark_sense: u8,
    /// The dark sense finds the Invisible too.
    pub sees_invisible: bool,
    /// It has no other sense.
    pub only_dark_sense: bool,
    /// Darkness is Dim Light for it.
    pub night_eyes: bool,
    /// Conditions it never has.
    pub never: Vec<Condition>,
    /// Cannot be Prone.
    pub never_prone: bool,
    /// Its Threat.
    pub threat: u8,
    /// The TS says it makes Death Saving Throws.
    pub important: bool,
    /// Added to Perception while asleep.
    pub asleep: i8,
}

/// An attack a Creature is born with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Natural {
    /// What it is called.
    pub name: String,
    /// Added to the d10.
    pub bonus: i8,
    /// What it does.
    pub arms: Arms,
}

impl Default for Sheet {
    fn default() -> Self {
        Self {
            name: String::new(),
            kind: Kind::Hero,
            side: 0,
            seat: Seat::GM,
            like: None,
            species: String::new(),
            size: Size::Medium,
            flesh: Flesh::Living,
            tags: Vec::new(),
            scores: Scores::default(),
            trained: Trained::default(),
            advanced: Vec::new(),
            talents: Vec::new(),
            spells: Vec::new(),
            marks: Vec::new(),
            owed: 0,
            silver: 0,
            heap: 0,
            draft: None,
            items: Vec::new(),
            fixed: Fixed::default(),
        }
    }
}

impl Live {
    /// Whether a condition is on it.
    pub fn is(&self, condition: Condition) -> bool {
        self.affects.iter().any(|affect| matches!(affect.what.what, What::Is(known, _) if known == condition))
    }

    /// How often something was done that may not be done for ever.
    pub fn times_used(&self, what: RuleId) -> u8 {
        self.used.iter().find(|used| used.what == what).map_or(0, |used| used.times)
    }

    /// How it is hidden from somebody.
    pub fn hidden_from(&self, who: Who) -> Option<&Hidden> {
        self.hidden.iter().find(|hidden| hidden.from == who)
    }

    /// Hands that hold nothing.
    pub fn free_hands(&self) -> u8 {
        let busy: u8 = self.items.iter().map(|item| item.place.hands()).sum();
        2_u8.saturating_sub(busy)
    }
}

impl Sheet {
    /// Whether it is a player's character.
    pub fn is_hero(&self) -> bool {
        self.kind == Kind::Hero
    }

    /// Whether it is of this kind: mindless, goblin, swarm.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|known| known == tag)
    }

    /// The level of a Talent, 0 without it.
    pub fn talent(&self, talent: RuleId) -> u8 {
        self.talents.iter().find(|(known, _)| *known == talent).map_or(0, |(_, level)| *level)
    }

    /// How far it is trained with an Advanced Weapon.
    pub fn advanced_level(&self, weapon: RuleId) -> Level {
        self.advanced.iter().find(|(known, _)| *known == weapon).map_or(Level::Untrained, |(_, level)| *level)
    }
}

impl Size {
    /// Squares across.
    pub fn squares(self) -> u8 {
        match self {
            Self::Tiny | Self::Small | Self::Medium => 1,
            Self::Large => 2,
            Self::Huge => 3,
        }
    }

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tiny => "Tiny",
            Self::Small => "Small",
            Self::Medium => "Medium",
            Self::Large => "Large",
            Self::Huge => "Huge",
        }
    }

    /// By its name, however it is written.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Tiny, Self::Small, Self::Medium, Self::Large, Self::Huge]
            .into_iter()
            .find(|known| known.name().eq_ignore_ascii_case(name))
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
        Self { live, sheet: Kept::new(sheet) }
    }
}
