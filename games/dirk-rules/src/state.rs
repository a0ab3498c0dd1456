//! Everything that changes in play. What a fight changes ([`Live`]) is kept apart from what it
//! does not ([`Sheet`]), so that a clone is cheap and exact odds compare only what matters.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use boneyard_board::Distances;
use boneyard_table::{RuleId, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::hero::Draft;
use crate::house::House;
use crate::scenario::Land;
use crate::time::{Days, Want};
use crate::world::World;

/// A table of DIRK RULES!.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// House switches.
    pub house: Arc<House>,
    /// Seconds since the campaign began.
    pub clock: u32,
    /// Everybody, by number.
    pub creatures: Vec<Arc<Creature>>,
    /// Distances, as far as they are known.
    pub apart: Distances,
    /// The battle under way.
    pub battle: Option<Battle>,
    /// The attack under way, from its declaration to its wear.
    pub attack: Option<Attack>,
    /// What came of the last roll that was called for.
    pub last: Option<Last>,
    /// Time outside battle.
    #[serde(default)]
    pub days: Days,
    /// The scenario being played.
    #[serde(default)]
    pub land: Option<Kept<Land>>,
    /// The world beyond the fight.
    #[serde(default)]
    pub world: World,
}

/// Things one creature may have: they are named by a small number.
pub const MOST_THINGS: usize = 100;

/// A hero or any other creature.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Creature {
    /// What a fight changes.
    pub live: Live,
    /// What it does not.
    pub sheet: Kept<Sheet>,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ItemSheet {
    /// What it is called.
    pub name: String,
    /// Its content entry, if it has one.
    pub kind: Option<RuleId>,
    /// Its weight.
    pub weight: u8,
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

/// A battle under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Battle {
    /// Who acts in which order.
    pub order: SmallVec<[Who; 8]>,
    /// DEX and bid of each, as they made the order.
    #[serde(default)]
    pub scores: SmallVec<[u16; 8]>,
    /// Whose turn it is, by place in the order; `None` in the quickfire round.
    pub turn: Option<u8>,
    /// Which round it is.
    pub round: u16,
    /// Sides whose nerve has been tried.
    #[serde(default)]
    pub shaken: SmallVec<[u8; 4]>,
}

/// Something that lasts on a creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Afflicted {
    /// What.
    pub what: Affliction,
    /// Who brought it about.
    pub by: Option<Who>,
}

/// What can last on a creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Affliction {
    /// Caught in a net, a web or threads.
    Entangled,
    /// Under another's will.
    Enchanted,
    /// Must retreat or surrender.
    Routed,
    /// Must attack whoever taunted it.
    Taunted,
    /// The next attack on it does its greatest damage.
    Marked,
    /// On fire.
    Burning,
}

/// What a power left on a creature.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Lasting {
    /// The entry it comes from.
    pub by: RuleId,
    /// Who brought it about.
    pub from: Who,
    /// What it is.
    pub what: Lasts,
    /// When it is over.
    pub ends: Ends,
}

impl Lasting {
    /// Temporary HP it gives.
    pub fn temp_hp(&self) -> u16 {
        match self.what {
            Lasts::TempHp(hp) => hp,
            _ => 0,
        }
    }

    /// Temporary AP it gives.
    pub fn temp_ap(&self) -> u16 {
        match self.what {
            Lasts::TempAp(ap) => ap.into(),
            _ => 0,
        }
    }
}

/// What a power can leave on a creature.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Lasts {
    /// Temporary AP.
    TempAp(u8),
    /// Its next turn goes into an order.
    Obeys(String),
    /// It does not notice whoever did this.
    Blind,
    /// It moves only by the will of whoever did this.
    Puppet,
    /// It carries a light that reaches so many feet.
    Light(u16),
    /// It has fainted, and wakes when this is over.
    Faint,
    /// This was used, and cannot be used again as long as this lasts.
    Spent,
    /// Temporary HP that last as long as whoever gave them says.
    TempHp(u16),
    /// It takes whoever did this for a friend.
    Friend,
    /// What the entry grants is so.
    Granted,
    /// It has so much more Speed.
    Swift(u8),
    /// It stands in smoke.
    Smoke,
    /// It has air for so many seconds.
    Air(u32),
    /// What holds it is locked.
    Locked,
}

/// When something a power left is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ends {
    /// When the next turn of whoever did it begins.
    Turn,
    /// With the battle, or by the clock where there is none.
    Scene(u32),
    /// By the clock.
    At(u32),
    /// When the turn of whoever did it begins in this round of the battle.
    Round(u16),
}

/// An attack under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Attack {
    /// Who attacks.
    pub by: Who,
    /// Whom.
    pub target: Who,
    /// With what.
    pub with: With,
    /// Whether it was redirected.
    pub redirected: bool,
    /// The part a called shot named.
    #[serde(default)]
    pub aim: Option<Part>,
    /// What kind of attack it is.
    #[serde(default)]
    pub manner: Manner,
    /// Whether its die counts as showing the highest number without being rolled.
    #[serde(default)]
    pub forced: bool,
    /// The kept face of the weapon's own die.
    pub face: u8,
    /// The damage as it stands, once rolled.
    pub damage: Option<u16>,
    /// Reactions used on it, kind by kind: bits of [`Reaction`], for the one who may still react.
    pub used: u8,
}

/// Kinds of attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    /// At one target, with a weapon's die.
    #[default]
    Plain,
    /// Exactly 1 damage.
    Feint,
    /// At everybody in an area.
    Wide,
    /// No attack at all: a blast that may be evaded.
    Blast,
}

/// What an attack is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum With {
    /// A thing of the attacker's, by its place in the list.
    Item(u8),
    /// A natural attack, by its place in the creature's entry.
    Natural(u8),
    /// A special of the creature's entry, by its place there.
    Special(u8),
    /// Bare hands.
    Fists,
    /// A power that is an attack.
    Power(RuleId),
}

/// The five reactions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// Let it go by.
    Pass,
    /// Half damage.
    Evade,
    /// No damage, at the shield's risk.
    Block,
    /// Break loose.
    Escape,
    /// Take more, give more back.
    Counter,
    /// Step in.
    Intercept,
}

/// What came of the last roll that was called for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Last {
    /// In a word: `pass`, `fail`, `part`, or the winner of a contest.
    pub outcome: String,
    /// The dice that counted.
    pub dice: Vec<u8>,
}

impl State {
    /// A creature that is known to exist.
    pub fn creature(&self, who: Who) -> Option<&Creature> {
        self.creatures.get(usize::from(who.0)).map(|creature| &**creature)
    }

    /// What a fight changes of a creature. Rules check that it exists before they begin.
    pub fn live(&self, who: Who) -> &Live {
        &self.creatures[usize::from(who.0)].live
    }

    /// A creature's sheet.
    pub fn sheet(&self, who: Who) -> &Sheet {
        &self.creatures[usize::from(who.0)].sheet
    }

    /// For [`apply`](crate::fact::apply) alone.
    pub(crate) fn live_mut(&mut self, who: Who) -> Option<&mut Live> {
        self.creatures.get_mut(usize::from(who.0)).map(|creature| &mut Arc::make_mut(creature).live)
    }

    /// For [`apply`](crate::fact::apply) alone.
    pub(crate) fn sheet_mut(&mut self, who: Who) -> Option<&mut Sheet> {
        self.creatures.get_mut(usize::from(who.0)).map(|creature| Arc::make_mut(creature).sheet.change())
    }

    /// For [`apply`](crate::fact::apply) alone.
    pub(crate) fn land_mut(&mut self) -> Option<&mut Land> {
        self.land.as_mut().map(Kept::change)
    }

    /// Everybody, in the referee's order.
    pub fn everybody(&self) -> impl Iterator<Item = Who> + use<> {
        (0..self.creatures.len() as u16).map(Who)
    }

    /// Whose turn it is.
    pub fn acting(&self) -> Option<Who> {
        let battle = self.battle.as_ref()?;
        battle.order.get(usize::from(battle.turn?)).copied()
    }

    /// Everybody in turn order, outside battle in the referee's order.
    pub fn in_order(&self) -> SmallVec<[Who; 8]> {
        match &self.battle {
            Some(battle) => battle.order.clone(),
            None => self.everybody().collect(),
        }
    }

    /// Feet between two creatures; those of whom nothing is said stand within reach.
    pub fn feet(&self, one: Who, other: Who) -> u16 {
        self.apart.between(one.0, other.0).unwrap_or(5)
    }
}

impl Sheet {
    /// Whether a creature is of this kind: angry, fearful, disciplined.
    pub fn is(&self, tag: &str) -> bool {
        self.tags.iter().any(|known| known == tag)
    }
}

impl Creature {
    /// The current score of an ability.
    pub fn score(&self, ability: Ability) -> u8 {
        self.live.scores[ability as usize]
    }
}

impl Live {
    /// The current score of an ability.
    pub fn score(&self, ability: Ability) -> u8 {
        self.scores[ability as usize]
    }

    /// How a part is.
    pub fn part(&self, part: Part) -> PartState {
        self.parts[part as usize]
    }

    /// What powers left on it and is not over yet.
    pub fn under(&self, clock: u32) -> impl Iterator<Item = &Lasting> {
        self.lasting.iter().filter(move |known| match known.ends {
            Ends::Turn | Ends::Round(_) => true,
            Ends::Scene(at) | Ends::At(at) => clock < at,
        })
    }

    /// Whether something lasts on it.
    pub fn suffers(&self, what: Affliction) -> bool {
        self.afflicted.iter().any(|known| known.what == what)
    }

    /// Who brought something about that lasts on it.
    pub fn source(&self, what: Affliction) -> Option<Who> {
        self.afflicted.iter().find(|known| known.what == what).and_then(|known| known.by)
    }
}

impl Affliction {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Entangled, Self::Enchanted, Self::Routed, Self::Taunted, Self::Marked, Self::Burning];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Entangled => "entangled",
            Self::Enchanted => "enchanted",
            Self::Routed => "routed",
            Self::Taunted => "taunted",
            Self::Marked => "marked",
            Self::Burning => "burning",
        }
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

impl Reaction {
    /// As players say it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Evade => "EVADE!",
            Self::Block => "BLOCK!",
            Self::Escape => "ESCAPE!",
            Self::Counter => "COUNTER!",
            Self::Intercept => "INTERCEPT!",
        }
    }

    /// Its bit in [`Attack::used`].
    pub fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Something shared that rarely changes, known by its address: comparing and hashing a table at
/// a mark must not read every sheet. Equal values at two addresses hash differently, which only
/// costs a reuse.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Kept<T>(Arc<T>);

impl<T> Kept<T> {
    /// Keeps something.
    pub fn new(value: T) -> Self {
        Self(Arc::new(value))
    }
}

impl<T: Clone> Kept<T> {
    fn change(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

impl<T> Deref for Kept<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: PartialEq> PartialEq for Kept<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || *self.0 == *other.0
    }
}

impl<T: Eq> Eq for Kept<T> {}

impl<T> Hash for Kept<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::hash(Arc::as_ptr(&self.0), state);
    }
}
