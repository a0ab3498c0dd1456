//! Heroes, foes and allies: what a fight changes ([`Live`]) apart from what it does not ([`Sheet`]).

use boneyard_table::{RuleId, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Affliction, Afflictions, Attribute, Four, Item, ItemSheet, Shared};
use crate::hero::Draft;
use crate::weapon::Notation;

/// An adventurer or any other creature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Creature {
    /// What a fight changes.
    pub live: Live,
    /// What it does not.
    pub sheet: Shared<Sheet>,
}

/// What a fight changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Live {
    /// Fatigue on each attribute.
    pub fatigue: Four,
    /// Wounds on each attribute.
    pub wounds: Four,
    /// Lessons marked on each attribute.
    pub lessons: Four,
    /// Insight left.
    pub insight: u8,
    /// What ails it; of a foe only Bleeding.
    pub afflictions: Afflictions,
    /// Wounds taken by somebody without attributes.
    pub hits: u8,
    /// Armor left on somebody without attributes.
    pub armor: u8,
    /// Down, unable to act, killed by any further damage.
    pub mortal: bool,
    /// Dead.
    pub dead: bool,
    /// Left the fight or the place.
    pub away: bool,
    /// Markers of a fight.
    pub tokens: Tokens,
    /// This turn of a fight so far.
    pub turn: Turn,
    /// Who holds it.
    pub held_by: Option<Who>,
    /// Wounds that cut loose what holds it; 0 where cutting is no help.
    pub cut_loose_by: u8,
    /// Spells and prayers memorised.
    pub memorised: SmallVec<[Memorised; 4]>,
    /// What lasts on it.
    pub lasting: SmallVec<[Lasting; 2]>,
    /// What may be done only once in a while and was.
    pub used: SmallVec<[Used; 2]>,
    /// How its things are, in the order of the sheet.
    pub items: SmallVec<[Item; 8]>,
}

/// Markers of a fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Tokens {
    /// Shield tokens.
    pub shield: u8,
    /// Dodge tokens that go at the next cleanup.
    pub dodge: u8,
    /// Dodge tokens gained in this round's slow phase, which stay one cleanup longer.
    pub late_dodge: u8,
    /// Stun tokens.
    pub stun: u8,
}

impl Tokens {
    /// Shield tokens one may have.
    pub const MOST_SHIELDS: u8 = 5;

    /// Dodge tokens, however long they stay.
    pub fn dodges(self) -> u8 {
        self.dodge + self.late_dodge
    }
}

/// A turn of a fight so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Turn {
    /// Actions left.
    pub actions: u8,
    /// Has moved in it.
    pub moved: bool,
    /// Has done something of its sheet in it.
    pub acted: bool,
}

/// A spell or prayer memorised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Memorised {
    /// Its entry.
    pub what: RuleId,
    /// A prayer that was answered and waits for a rest.
    #[serde(default)]
    pub exhausted: bool,
}

/// Something that lasts on somebody. What each means is with the rule it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Lasting {
    /// The rule or entry it comes from.
    pub by: RuleId,
    /// Who brought it about.
    #[serde(default)]
    pub from: Option<Who>,
    /// A number that goes with it: uses or turns left, an amount.
    #[serde(default)]
    pub amount: u8,
    /// When it is over.
    pub ends: Span,
}

/// Something that may be done once in a while and was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Used {
    /// The rule or entry.
    pub what: RuleId,
    /// When it may be done again.
    pub until: Span,
}

/// For how long something lasts or stays used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Span {
    /// To the end of the owner's turn.
    Turn,
    /// To the end of the fight.
    Combat,
    /// So many exploration turns, counted down in `amount`.
    Turns,
    /// To the end of the camp.
    Camp,
    /// To the end of the expedition.
    Expedition,
    /// To the end of the interlude.
    Interlude,
    /// To the end of the session.
    Session,
    /// For good, or until something ends it by name.
    Lasting,
}

/// What a creature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A player's character, with attributes.
    Hero,
    /// An enemy, with a level.
    Foe,
    /// A pet, servant or bound thing, with a level.
    Ally {
        /// Whose.
        of: Who,
    },
}

/// What a fight does not change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Which side it is on: 0 the adventurers', 1 the enemies', more for third parties.
    pub side: u8,
    /// Who speaks for it.
    pub seat: Seat,
    /// The content entry it was made from.
    #[serde(default)]
    pub like: Option<RuleId>,
    /// What an adventurer has.
    #[serde(default)]
    pub hero: HeroSheet,
    /// What a creature without attributes has.
    #[serde(default)]
    pub foe: FoeSheet,
    /// Its things.
    #[serde(default)]
    pub items: Vec<ItemSheet>,
    /// An adventurer still being made.
    #[serde(default)]
    pub draft: Option<Draft>,
}

/// What an adventurer has beyond a fight.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HeroSheet {
    /// Scores.
    pub score: Four,
    /// Proficiencies.
    pub proficiency: Four,
    /// Level.
    pub level: u8,
    /// Renown towards the next level.
    pub renown: u8,
    /// Skills, by their entries.
    pub skills: Vec<RuleId>,
    /// Traits, by their entries.
    pub traits: Vec<RuleId>,
    /// Rows of the life path, by their entries: infancy, career, tragedy, burden.
    pub path: Vec<RuleId>,
    /// Class.
    pub class: Option<RuleId>,
    /// School of magic.
    pub school: Option<RuleId>,
    /// God.
    pub god: Option<RuleId>,
    /// Spells and prayers known.
    pub knows: Vec<RuleId>,
    /// Silver coins.
    pub silver: u32,
    /// Gold coins.
    pub gold: u32,
    /// Counterfeit coins.
    pub counterfeit: u32,
    /// Has left play for good.
    pub retired: bool,
}

/// What a creature without attributes has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FoeSheet {
    /// Level: its dice in a test of its own.
    pub level: u8,
    /// Wounds it can carry.
    pub wounds: u8,
    /// Armor points unhurt.
    pub armor: u8,
    /// Resistance.
    pub resistance: u8,
    /// Movement score.
    pub movement: u8,
    /// Actions in a turn.
    pub actions: u8,
    /// Kinds: undead, mindless, demon and so on.
    pub tags: Vec<String>,
    /// What it can do besides moving and recovering.
    pub attacks: Vec<FoeAction>,
}

/// An action on an enemy's sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoeAction {
    /// What it is called.
    pub name: String,
    /// What it does to somebody who fails to defend; none for actions that attack nobody.
    #[serde(default)]
    pub attack: Option<Notation>,
    /// The content entry that says more.
    #[serde(default)]
    pub entry: Option<RuleId>,
}

impl Live {
    /// Whether this ails it.
    pub fn suffers(&self, what: Affliction) -> bool {
        self.afflictions.has(what)
    }

    /// Whether something was done that may not be done again yet.
    pub fn has_used(&self, what: RuleId) -> bool {
        self.used.iter().any(|used| used.what == what)
    }

    /// What lasts on it by a rule or entry.
    pub fn under(&self, by: RuleId) -> Option<&Lasting> {
        self.lasting.iter().find(|lasting| lasting.by == by)
    }
}

impl Sheet {
    /// Whether it is a player's character, with attributes.
    pub fn is_hero(&self) -> bool {
        self.kind == Kind::Hero
    }

    /// Whether a creature is of this kind: undead, mindless, demon.
    pub fn is(&self, tag: &str) -> bool {
        self.foe.tags.iter().any(|known| known == tag)
    }

    /// Whether it has this skill.
    pub fn skilled(&self, skill: RuleId) -> bool {
        self.hero.skills.contains(&skill)
    }

    /// Whether it has this trait.
    pub fn has_trait(&self, name: RuleId) -> bool {
        self.hero.traits.contains(&name)
    }
}

impl Creature {
    /// Dice it may roll on an attribute: its score less fatigue and wounds.
    pub fn available(&self, attribute: Attribute) -> u8 {
        let marks = self.live.fatigue[attribute] + self.live.wounds[attribute];
        self.sheet.hero.score[attribute].saturating_sub(marks)
    }

    /// Wounds an attribute can still take: fatigue takes no room.
    pub fn room(&self, attribute: Attribute) -> u8 {
        self.sheet.hero.score[attribute].saturating_sub(self.live.wounds[attribute])
    }
}
