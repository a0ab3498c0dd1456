//! Heroes and everybody else: what play changes (`Live`), and what it rarely does (`Sheet`).

use boneyard_table::{RuleId, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Base, Condition, Draft, Essence, Item, ItemSheet, Moved, Out, Part, PartSheet, Quality, Shared};

/// Somebody.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Creature {
    /// What play changes.
    pub live: Live,
    /// What it rarely does.
    pub sheet: Shared<Sheet>,
}

/// What kind of somebody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A player's character.
    #[default]
    Hero,
    /// Anyone else.
    Npc,
}

/// What play changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Live {
    /// Experience points.
    pub xp: u16,
    /// A choice of growth is owed.
    pub growth_due: bool,
    /// Learning experiences, by quality.
    pub le: SmallVec<[u8; 8]>,
    /// The body, part by part.
    pub parts: SmallVec<[Part; 10]>,
    /// The part that heals now, of those with one line.
    pub heals_single: Option<u8>,
    /// The part that heals now, of those crossed out.
    pub heals_double: Option<u8>,
    /// Meals that helped today.
    pub meals: u8,
    /// Cannot act.
    pub out: Option<Out>,
    /// Dead.
    pub dead: bool,
    /// Knocked down.
    pub down: bool,
    /// Conditions, in the order in which they came.
    pub conditions: Vec<Condition>,
    /// Things, beside [`Sheet::items`].
    pub items: Vec<Item>,
    /// What is left of this round.
    pub turn: Turn,
    /// What the essence does.
    pub essence: Moved,
}

/// What somebody did in this round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Turn {
    /// The turn is over.
    pub over: bool,
    /// The active action is used.
    pub active: bool,
    /// The passive action is used.
    pub passive: bool,
    /// Movement is used up.
    pub moved: bool,
    /// Feet gone so far.
    pub feet: u16,
}

/// What play rarely changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Sheet {
    /// What they are called.
    pub name: String,
    /// What kind of somebody.
    pub kind: Kind,
    /// Which side they are on: 0 is the heroes'.
    pub side: u8,
    /// Who plays them, if it is not the GM.
    pub seat: Option<Seat>,
    /// The entry they are like.
    pub like: Option<RuleId>,
    /// Qualities: the four base ones first, then custom ones.
    pub qualities: Vec<Quality>,
    /// The body's chart.
    pub chart: Vec<PartSheet>,
    /// Crossed-out parts that knock out, if the GM set another number for this body.
    pub limit: Option<u8>,
    /// Things.
    pub items: Vec<ItemSheet>,
    /// Who they are, in words.
    pub bio: Bio,
    /// Still being made.
    pub draft: Option<Draft>,
    /// Aura and skills, if they can move their essence.
    pub essence: Option<Essence>,
    /// Their role aboard the supply ship.
    pub role: Option<String>,
    /// Nothing can be put away: there are no pockets.
    pub pocketless: bool,
}

/// Who somebody is, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Bio {
    /// What happened to them.
    pub backstory: String,
    /// What they are like.
    pub personality: String,
    /// What they look like.
    pub appearance: String,
    /// Body type.
    pub build: String,
    /// Height.
    pub height: String,
    /// Weight in pounds.
    pub weight: u16,
    /// How old.
    pub age: String,
}

impl Sheet {
    /// The number of a quality by its name, capitals or not.
    pub fn quality(&self, name: &str) -> Option<u8> {
        self.qualities.iter().position(|own| own.name.eq_ignore_ascii_case(name)).map(|at| at as u8)
    }

    /// The level of a quality.
    #[inline]
    pub fn level(&self, nth: u8) -> u8 {
        self.qualities.get(usize::from(nth)).map_or(0, |own| own.level)
    }

    /// The name of a quality.
    pub fn quality_name(&self, nth: u8) -> &str {
        self.qualities.get(usize::from(nth)).map_or("nothing", |own| &own.name)
    }

    /// The number of a part by its name, capitals or not.
    pub fn part(&self, name: &str) -> Option<u8> {
        self.chart.iter().position(|own| own.name.eq_ignore_ascii_case(name)).map(|at| at as u8)
    }

    /// The name of a part.
    pub fn part_name(&self, nth: u8) -> &str {
        self.chart.get(usize::from(nth)).map_or("body", |own| &own.name)
    }

    /// The number of a thing by its name, capitals or not.
    pub fn item(&self, name: &str) -> Option<u8> {
        self.items.iter().position(|own| own.name.eq_ignore_ascii_case(name)).map(|at| at as u8)
    }
}

impl Creature {
    /// The number of a thing somebody has, by its name: one that is gone is passed over for another like it.
    pub fn thing(&self, name: &str) -> Option<u8> {
        let mut all = self.sheet.items.iter().zip(&self.live.items);
        let there = |(own, now): (&ItemSheet, &Item)| own.name.eq_ignore_ascii_case(name) && !now.gone;
        all.position(there).map(|at| at as u8)
    }

    /// Somebody with all qualities at 1 and a whole body of this chart.
    pub fn blank(name: &str, kind: Kind, chart: Vec<PartSheet>) -> Self {
        let qualities = Base::ALL.map(|base| Quality::new(base.name(), "")).to_vec();
        let live = Live {
            le: SmallVec::from_elem(0, qualities.len()),
            parts: SmallVec::from_elem(Part::default(), chart.len()),
            ..Live::default()
        };
        let side = u8::from(kind == Kind::Npc);
        let sheet = Sheet { name: name.to_owned(), kind, side, qualities, chart, ..Sheet::default() };
        Self { live, sheet: Shared::new(sheet) }
    }

    /// Whether they can act at all.
    #[inline]
    pub fn can_act(&self) -> bool {
        self.live.out.is_none() && !self.live.dead
    }

    /// Whether a quality is mastered: the top level with all learning experiences.
    pub fn mastered(&self, nth: u8) -> bool {
        self.sheet.level(nth) >= 10 && self.live.le.get(usize::from(nth)).is_some_and(|le| *le >= 10)
    }

    /// Whether a part cannot be used: crossed out itself, or hanging on one that is.
    pub fn useless(&self, nth: u8) -> bool {
        let own = |nth: u8| self.live.parts.get(usize::from(nth)).is_some_and(|part| part.crossed_out());
        own(nth) || self.sheet.chart.get(usize::from(nth)).and_then(|part| part.beyond).is_some_and(own)
    }

    /// The vital part: the first of the chart that is one.
    pub fn vital(&self) -> u8 {
        self.sheet.chart.iter().position(|part| part.vital).unwrap_or(0) as u8
    }

    /// Crossed-out parts other than vital ones, those struck from the chart left out.
    pub fn crossed_out(&self) -> usize {
        let parts = self.sheet.chart.iter().zip(&self.live.parts);
        parts.filter(|(chart, part)| !chart.vital && part.crossed_out() && !part.struck).count()
    }

    /// How many of those knock out.
    pub fn limit(&self) -> usize {
        let others = self.sheet.chart.iter().filter(|part| !part.vital).count();
        self.sheet.limit.map_or(3, usize::from).min(others)
    }

    /// Whether the chart as it stands leaves them unconscious.
    pub fn beaten(&self) -> bool {
        let parts = self.sheet.chart.iter().zip(&self.live.parts);
        let vital = parts.clone().any(|(chart, part)| chart.vital && part.crossed_out() && !part.struck);
        let limit = self.limit();
        vital || (limit > 0 && self.crossed_out() >= limit)
    }
}
