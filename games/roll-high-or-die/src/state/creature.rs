//! Characters and creatures: what a fight changes ([`Live`]) apart from what it does not ([`Sheet`]).

use boneyard_table::moment::Lasting;
use boneyard_table::{RuleId, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{
    Ailment, Arms, Condition, DamageType, Degree, Draft, Item, ItemSheet, Scores, Shared, Size, Skill, Spot,
    Stance, Tally,
};

/// A Character or a creature.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Creature {
    /// What a fight changes.
    pub live: Live,
    /// What it does not.
    pub sheet: Shared<Sheet>,
}

/// What a fight changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Live {
    /// Vitality.
    pub vitality: i16,
    /// Wounds.
    pub wounds: u8,
    /// Hit Dice that are left.
    pub hit_dice: u8,
    /// Action Points.
    pub ap: u8,
    /// Dead.
    pub dead: bool,
    /// How it holds itself.
    pub stance: Stance,
    /// Where it is, by its upper left space.
    pub at: Option<Spot>,
    /// Feet above the floor of its space.
    pub lift: i16,
    /// Has left the Encounter, or is not there yet.
    pub away: bool,
    /// The players do not know of it yet.
    pub unseen: bool,
    /// Has no air where it is.
    pub airless: bool,
    /// Its Conditions.
    pub conditions: Lasting<Ailment>,
    /// Its Turn so far.
    pub turn: Turn,
    /// What may be done only once in a while and was, how often.
    pub used: SmallVec<[Used; 2]>,
    /// How its things are, in the order of the sheet.
    pub items: SmallVec<[Item; 8]>,
    /// Natural Armoring that is lost.
    pub hide_lost: u16,
}

/// A Turn so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Turn {
    /// Has made a Maneuver.
    pub maneuvered: bool,
    /// Turns it has begun in this Encounter.
    pub number: u16,
    /// Somebody it made willing, until the end of its next Turn.
    pub forced: Option<Who>,
    /// Turns until that is over.
    pub forced_for: u8,
    /// AP to be gained besides at the next Turn.
    pub extra: i8,
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
    /// To the end of the Turn.
    Turn,
    /// To the end of the Encounter.
    Encounter,
    /// To the end of the Watch.
    Watch,
    /// To the end of the Day.
    Day,
}

/// What a creature is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rank {
    /// A player's Character.
    #[default]
    Hero,
    /// Somebody with a name: hurt and dying by the full rules.
    Named,
    /// Dies when damage would take its Vitality below 0.
    Minion,
}

/// What a fight does not change.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Sheet {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub rank: Rank,
    /// Which side it is on: 0 the players', 1 their enemies'.
    pub side: u8,
    /// Who speaks for it.
    pub seat: Seat,
    /// The entry it was made from.
    pub like: Option<RuleId>,
    /// How large.
    pub size: Size,
    /// Ability Scores.
    pub scores: Scores,
    /// Skills that are not Untrained, in the order of the list.
    pub degrees: Vec<(Skill, Degree)>,
    /// Features it knows, in the order they came.
    pub features: Vec<RuleId>,
    /// Traits it has, each as often as it was taken.
    pub traits: Vec<Owned>,
    /// Total Mechanics Known of a stat block.
    pub tmk: Option<u8>,
    /// Experience not spent.
    pub exp: u16,
    /// Concept and the three answers.
    pub concept: Concept,
    /// Coins, wherever they are kept.
    pub coins: u32,
    /// What it had of this Day so far.
    pub day: Tally,
    /// Watches spent on Professional Skills since their last Degree.
    pub practice: Vec<(Skill, u16)>,
    /// Knowledge Skills with a source approved for the next Degree.
    pub sources: Vec<Skill>,
    /// Being made.
    pub draft: Option<Draft>,
    /// Its things.
    pub items: Vec<ItemSheet>,
    /// Attacks it is born with.
    pub attacks: Vec<Natural>,
    /// Armoring it is born with.
    pub hide: u16,
    /// Has no hands.
    pub handless: bool,
    /// Generic Actions it does not have.
    pub lacks: Vec<String>,
    /// What the Referee says it has against damage, beside everything else; no type means True Damage.
    pub resists: Vec<(Option<DamageType>, u8)>,
    /// What damage is worse for it; no type means True Damage.
    pub weak: Vec<(Option<DamageType>, u8)>,
    /// Conditions it never has.
    pub immune: Vec<Condition>,
    /// Numbers the Referee set against the rules.
    pub fixed: Fixed,
}

/// A Trait somebody has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Owned {
    /// Its entry.
    pub what: RuleId,
    /// What was chosen with it.
    #[serde(default)]
    pub choice: Option<Choice>,
}

/// What is chosen when a Trait is bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// A Professional Skill.
    Skill(Skill),
    /// A damage type.
    Damage(DamageType),
}

impl Choice {
    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Skill(skill) => skill.name(),
            Self::Damage(kind) => kind.name(),
        }
    }
}

/// Who somebody is, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Concept {
    /// In a line.
    pub line: String,
    /// Who they are and why the story follows them.
    pub who: String,
    /// What made them so.
    pub past: String,
    /// What they want now and why.
    pub wish: String,
}

/// An attack somebody is born with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Natural {
    /// What it is called.
    pub name: String,
    /// AP it costs.
    pub ap: u8,
    /// What its Degree adds.
    pub degree: i8,
    /// What it does; Reach and Range, dice, type.
    pub arms: Arms,
}

/// Numbers that are as the Referee said, not worked out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Fixed {
    /// Maximum Vitality.
    pub vitality: Option<i16>,
    /// Maximum Armoring.
    pub armoring: Option<u16>,
    /// Reflex, Fortitude, Will.
    pub defenses: [Option<i16>; 3],
    /// Feet of a run.
    pub run: Option<u16>,
    /// Rounds it holds its breath.
    pub breath: Option<u16>,
}

impl Default for Live {
    fn default() -> Self {
        Self {
            vitality: 0,
            wounds: 0,
            hit_dice: 0,
            ap: 0,
            dead: false,
            stance: Stance::LowReady,
            at: None,
            lift: 0,
            away: false,
            unseen: false,
            airless: false,
            conditions: Lasting::default(),
            turn: Turn::default(),
            used: SmallVec::new(),
            items: SmallVec::new(),
            hide_lost: 0,
        }
    }
}

impl Default for Sheet {
    fn default() -> Self {
        Self {
            name: String::new(),
            rank: Rank::Hero,
            side: 0,
            seat: Seat::GM,
            like: None,
            size: Size::Medium,
            scores: Scores::default(),
            degrees: Vec::new(),
            features: Vec::new(),
            traits: Vec::new(),
            tmk: None,
            exp: 0,
            concept: Concept::default(),
            coins: 0,
            day: Tally::default(),
            practice: Vec::new(),
            sources: Vec::new(),
            draft: None,
            items: Vec::new(),
            attacks: Vec::new(),
            hide: 0,
            handless: false,
            lacks: Vec::new(),
            resists: Vec::new(),
            weak: Vec::new(),
            immune: Vec::new(),
            fixed: Fixed::default(),
        }
    }
}

impl Live {
    /// Whether a Condition is on it.
    #[inline]
    pub fn is(&self, condition: Condition) -> bool {
        self.conditions.iter().any(|known| known.what.what == condition)
    }

    /// Stacks of a Condition.
    pub fn stacks(&self, condition: Condition) -> u8 {
        let all = self.conditions.iter().filter(|known| known.what.what == condition);
        all.map(|known| known.what.stacks).fold(0, u8::saturating_add)
    }

    /// Whether this one imposed a Condition on it.
    #[inline]
    pub fn is_by(&self, condition: Condition, from: Who) -> bool {
        self.conditions.iter().any(|known| known.what.what == condition && known.what.from == Some(from))
    }

    /// How often something was done that may not be done for ever.
    #[inline]
    pub fn times_used(&self, what: RuleId) -> u8 {
        self.used.iter().find(|used| used.what == what).map_or(0, |used| used.times)
    }
}

impl Sheet {
    /// Whether it is a player's Character.
    #[inline]
    pub fn is_hero(&self) -> bool {
        self.rank == Rank::Hero
    }

    /// The Degree of a Skill.
    pub fn degree(&self, skill: Skill) -> Degree {
        self.degrees
            .iter()
            .find(|(known, _)| *known == skill)
            .map_or(Degree::Untrained, |(_, degree)| *degree)
    }

    /// Sets the Degree of a Skill.
    pub fn set_degree(&mut self, skill: Skill, degree: Degree) {
        self.degrees.retain(|(known, _)| *known != skill);
        if degree != Degree::Untrained {
            self.degrees.push((skill, degree));
            self.degrees.sort_unstable();
        }
    }

    /// How often a Trait was taken.
    pub fn times(&self, what: RuleId) -> u8 {
        u8::try_from(self.traits.iter().filter(|own| own.what == what).count()).unwrap_or(u8::MAX)
    }
}

impl Creature {
    /// Somebody with nothing but a name.
    pub fn blank(name: &str, rank: Rank) -> Self {
        let side = u8::from(rank != Rank::Hero);
        let sheet = Sheet { name: name.to_owned(), rank, side, ..Sheet::default() };
        Self { live: Live::default(), sheet: Shared::new(sheet) }
    }
}
