//! A creature: what a fight changes of it and what it does not, its things and its parts.

use boneyard_table::{RuleId, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Afflicted, Affliction, Ends, Lasting, Shared};
use crate::hero::Draft;
use crate::time::Want;

/// Things one creature may have: they are named by a small number.
pub const MOST_THINGS: usize = 100;

/// A hero or any other creature.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Creature {
    /// What a fight changes.
    pub live: Live,
    /// What it does not.
    pub sheet: Shared<Sheet>,
}

/// What a fight changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Live {
    /// Current STR, DEX and WIL.
    pub scores: [u8; 3],
    /// Current hit points.
    pub hp: u16,
    /// Temporary hit points.
    pub temp_hp: u16,
    /// Natural armor points.
    pub ap: u8,
    /// Reactions left.
    pub reactions: u8,
    /// Reactions to come that are lost already.
    pub lost_reactions: u8,
    /// Actions to come that are lost already.
    pub lost_actions: u8,
    /// ARM, LEG, GUTS, FACE, EYES, BRAIN.
    pub parts: [PartState; 6],
    /// Dead.
    pub dead: bool,
    /// On the ground.
    pub down: bool,
    /// Unconscious.
    pub passed_out: bool,
    /// Caught without a weapon in hand.
    pub ambushed: bool,
    /// Took FULL DEFENSE since the start of its turn.
    pub defending: bool,
    /// This turn so far.
    pub turn: Turn,
    /// Whom it grapples.
    pub holds: Option<Who>,
    /// Who grapples it.
    pub held_by: Option<Who>,
    /// Who hurt it last, if it is one to bear a grudge.
    #[serde(default)]
    pub hurt_by: Option<Who>,
    /// What it lacks.
    #[serde(default)]
    pub want: Want,
    /// What it rides.
    #[serde(default)]
    pub rides: Option<Who>,
    /// D8s owed from COUNTER!: against whom, how many.
    pub counters: SmallVec<[(Who, u8); 2]>,
    /// What lasts on it: marks, fear, webs, fire.
    #[serde(default)]
    pub afflicted: SmallVec<[Afflicted; 2]>,
    /// What powers left on it, and for how long.
    #[serde(default)]
    pub lasting: SmallVec<[Lasting; 1]>,
    /// Whose WIL it may save with.
    #[serde(default)]
    pub rallied_by: Option<Who>,
    /// Gave itself up.
    #[serde(default)]
    pub surrendered: bool,
    /// The round in which it last used its special.
    #[serde(default)]
    pub special_round: Option<u16>,
    /// Burned since its last turn.
    #[serde(default)]
    pub burned: bool,
    /// Charges its natural attack has used; more than there are, and it is gone.
    #[serde(default)]
    pub used_charges: u8,
    /// How its things are, in the order of the sheet.
    pub items: SmallVec<[Item; 6]>,
}

/// A turn so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Turn {
    /// Feet moved.
    pub moved: u16,
    /// The move is given up or used up.
    pub no_move: bool,
    /// The action is taken, given up or lost.
    pub acted: bool,
    /// One thing was drawn or put away.
    pub drew: bool,
}

/// How a thing is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Item {
    /// Where it is.
    pub place: Place,
    /// Whether it still works.
    pub wear: Wear,
    /// Durability, ammo or charges left.
    pub pool: u8,
    /// Armor points left.
    pub ap: u8,
    /// How often it has survived destruction.
    pub survived: u8,
    /// Takes an action before it fires: a gun to reload or to set up.
    #[serde(default)]
    pub unready: bool,
}

/// Where a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// In hand.
    Hand,
    /// Worn.
    Worn,
    /// Carried otherwise.
    Pack,
    /// No longer with its owner.
    Gone,
}

/// Whether a thing still works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wear {
    /// It does.
    Whole,
    /// It can be mended.
    Broken,
    /// It cannot.
    Destroyed,
}

/// What a fight does not change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// What it is called.
    pub name: String,
    /// Whether it has a proper name: injury instead of death.
    pub named: bool,
    /// Whether it is a player's.
    pub hero: bool,
    /// Which side it is on: 0 the heroes'.
    pub side: u8,
    /// Who speaks for it.
    pub seat: Seat,
    /// The content entry it was made from.
    pub like: Option<RuleId>,
    /// Full STR, DEX and WIL.
    pub full: [u8; 3],
    /// Full hit points.
    pub full_hp: u16,
    /// Full natural armor points.
    pub full_ap: u8,
    /// Speed.
    pub speed: u8,
    /// Gems.
    pub gems: u32,
    /// Moods and kinds.
    pub tags: Vec<String>,
    /// Backgrounds.
    pub backgrounds: Vec<Background>,
    /// Its things.
    pub items: Vec<ItemSheet>,
    /// Powers, mutations and skills, in the order in which they came.
    #[serde(default)]
    pub knows: Vec<RuleId>,
    /// Power-ups taken.
    #[serde(default)]
    pub taken: Vec<RuleId>,
    /// What some teachers want to have seen done: that it was.
    #[serde(default)]
    pub has_done: Vec<String>,
    /// A hero still being made.
    pub draft: Option<Draft>,
}

/// A background, with its specialty.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Background {
    /// Which kind.
    pub kind: String,
    /// In what.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
}

/// A thing, whatever befalls it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct ItemSheet {
    /// What it is called.
    pub name: String,
    /// Its content entry, if it has one.
    pub kind: Option<RuleId>,
    /// Its weight.
    pub weight: u8,
    /// The tag by which an adventure finds it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
}

/// The three abilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Ability {
    /// Power, athletics, toughness.
    Str,
    /// Quickness, stealth, precision.
    Dex,
    /// Charm, intellect, magic.
    Wil,
}

/// The six parts of a body, in the order of the D6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Part {
    /// 1.
    Arm,
    /// 2.
    Leg,
    /// 3.
    Guts,
    /// 4.
    Face,
    /// 5.
    Eyes,
    /// 6.
    Brain,
}

/// How a part is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum PartState {
    /// As it should be.
    #[default]
    Whole,
    /// Injured.
    Injured,
    /// Lost.
    Lost,
}

impl Sheet {
    /// Whether a creature is of this kind: angry, fearful, disciplined.
    #[inline]
    pub fn is(&self, tag: &str) -> bool {
        self.tags.iter().any(|known| known == tag)
    }
}

impl Creature {
    /// The current score of an ability.
    #[inline]
    pub fn score(&self, ability: Ability) -> u8 {
        self.live.scores[ability as usize]
    }
}

impl Live {
    /// The current score of an ability.
    #[inline]
    pub fn score(&self, ability: Ability) -> u8 {
        self.scores[ability as usize]
    }

    /// How a part is.
    #[inline]
    pub fn part(&self, part: Part) -> PartState {
        self.parts[part as usize]
    }

    /// What powers left on it and is not over yet.
    #[inline]
    pub fn under(&self, clock: u32) -> impl Iterator<Item = &Lasting> {
        self.lasting.iter().filter(move |known| match known.ends {
            Ends::Turn | Ends::Round(_) => true,
            Ends::Scene(at) | Ends::At(at) => clock < at,
        })
    }

    /// Whether something lasts on it.
    #[inline]
    pub fn suffers(&self, what: Affliction) -> bool {
        self.afflicted.iter().any(|known| known.what == what)
    }

    /// Who brought something about that lasts on it.
    #[inline]
    pub fn source(&self, what: Affliction) -> Option<Who> {
        self.afflicted.iter().find(|known| known.what == what).and_then(|known| known.by)
    }
}

impl Ability {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Str, Self::Dex, Self::Wil];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Str => "STR",
            Self::Dex => "DEX",
            Self::Wil => "WIL",
        }
    }
}

impl Part {
    /// All six, in the order of the D6.
    pub const ALL: [Self; 6] = [Self::Arm, Self::Leg, Self::Guts, Self::Face, Self::Eyes, Self::Brain];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Arm => "ARM",
            Self::Leg => "LEG",
            Self::Guts => "GUTS",
            Self::Face => "FACE",
            Self::Eyes => "EYES",
            Self::Brain => "BRAIN",
        }
    }
}
