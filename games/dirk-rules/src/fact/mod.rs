//! The smallest true statements, and writing them down. A fact carries its results; applying it
//! works nothing out.

mod apply;
mod blank;

pub use apply::apply;
pub(crate) use blank::blank;

use boneyard_deeds::lay::LayFact;
use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DirkRules;
use crate::check::Terms;
use crate::hero::Slots;
use crate::lesson::LessonFact;
use crate::state::{
    Ability, Affliction, Background, Creature, Item, ItemSheet, Last, Lasting, Manner, Part, PartState,
    Place, Reaction, Wear, With,
};
use crate::time::TimeFact;
use crate::trade::TradeFact;
use crate::world::{Part as Changes, WorldFact};

/// Something that became true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// A house switch was set.
    House {
        /// Which.
        switch: String,
        /// To what.
        value: String,
    },
    /// Somebody joins the scene.
    Joined {
        /// Their number.
        who: Who,
        /// Everything about them.
        #[schemars(with = "serde_json::Value")]
        creature: Box<Creature>,
    },
    /// Somebody gets a proper name.
    Named {
        /// Who.
        who: Who,
        /// The name.
        name: String,
    },
    /// Somebody else plays a hero from now on.
    Handed {
        /// The hero.
        who: Who,
        /// The seat.
        to: boneyard_table::Seat,
    },
    /// Two creatures stand this far apart.
    Apart {
        /// One.
        one: Who,
        /// The other.
        other: Who,
        /// Feet.
        feet: u16,
    },
    /// A creature moved, as seen from another.
    Moved {
        /// Who.
        who: Who,
        /// As seen from whom.
        anchor: Who,
        /// Feet between them before.
        from: u16,
        /// Feet between them now.
        to: u16,
        /// Feet moved this turn, all in all.
        moved: u16,
    },
    /// A save was made.
    Saved {
        /// Who.
        who: Who,
        /// On which score.
        ability: Ability,
        /// The score it was made against.
        against: i16,
        /// What the die or the kept die showed.
        face: u8,
        /// Whether it passed.
        passed: bool,
    },
    /// What was called for came out so.
    Outcome(Last),
    /// Something was laid on a roll, or taken up by one.
    Laid(LayFact<Terms>),
    /// A battle begins.
    BattleBegan {
        /// Who takes part.
        fighters: Vec<Who>,
    },
    /// HP were bid to act sooner.
    Bid {
        /// Who.
        who: Who,
        /// How much.
        hp: u16,
        /// HP left.
        left: u16,
    },
    /// The turn order stands.
    Order {
        /// First to last.
        order: Vec<Who>,
        /// DEX and bid of each.
        scores: Vec<u16>,
    },
    /// Somebody comes into a battle under way.
    Entered {
        /// Who.
        who: Who,
        /// Their place in the order.
        place: u8,
        /// Their DEX and bid.
        score: u16,
        /// Whose turn it is, by place in the order, now that they are in it.
        turn: Option<u8>,
    },
    /// A turn begins.
    TurnBegan {
        /// Whose.
        who: Who,
        /// Its place in the order.
        place: u8,
        /// The round.
        round: u16,
        /// Reactions now.
        reactions: u8,
        /// Reactions to come that stay lost.
        lost_reactions: u8,
        /// Whether this turn's action is lost.
        no_action: bool,
        /// Actions to come that stay lost.
        lost_actions: u8,
    },
    /// The battle is over.
    BattleEnded,
    /// How a battle went.
    BattleWent {
        /// After so many rounds.
        rounds: u16,
        /// Whether the heroes won, where one side had nobody left.
        won: Option<bool>,
        /// Heroes who fell.
        fell: Vec<Who>,
        /// Others who were beaten.
        beaten: Vec<Who>,
    },
    /// A creature used its action.
    Acted {
        /// Who.
        who: Who,
    },
    /// A creature gave up or lost the rest of its move.
    NoMove {
        /// Who.
        who: Who,
    },
    /// An attack was declared.
    Attacked {
        /// Who attacks.
        by: Who,
        /// Whom.
        target: Who,
        /// With what.
        with: With,
        /// The part a called shot named.
        #[serde(default)]
        aim: Option<Part>,
        /// What kind of attack it is.
        #[serde(default)]
        manner: Manner,
    },
    /// A called shot missed.
    Missed {
        /// Who shot.
        by: Who,
        /// At whom.
        target: Who,
        /// At which part.
        part: Part,
    },
    /// Of several targets of one attack it is this one's turn.
    Turned {
        /// Whose.
        to: Who,
        /// Reactions it has used on this attack.
        used: u8,
        /// What kind of attack it is.
        manner: Manner,
    },
    /// Something begins to last on somebody.
    Afflicted {
        /// On whom.
        who: Who,
        /// What.
        what: Affliction,
        /// Who brought it about.
        by: Option<Who>,
    },
    /// Something that lasted on somebody is over.
    Relieved {
        /// For whom.
        who: Who,
        /// What.
        what: Affliction,
    },
    /// A power leaves something on somebody, in the place of what it left before.
    Lasts {
        /// On whom.
        who: Who,
        /// What.
        effect: Lasting,
    },
    /// What a power left on somebody is over.
    LastsNoMore {
        /// On whom.
        who: Who,
        /// What.
        effect: Lasting,
    },
    /// Somebody passed out, or woke.
    PassedOut {
        /// Who.
        who: Who,
        /// Whether they are out.
        out: bool,
    },
    /// Somebody gained a power, a mutation or a skill.
    Gained {
        /// Who.
        who: Who,
        /// Which.
        power: RuleId,
    },
    /// A power-up was taken.
    Took {
        /// Who.
        who: Who,
        /// Which thing.
        item: u8,
        /// Which power-up.
        powerup: RuleId,
    },
    /// A thing was found or given.
    Got {
        /// By whom.
        who: Who,
        /// What.
        sheet: ItemSheet,
        /// How it is.
        item: Item,
    },
    /// Full values and current ones changed for good.
    Grew {
        /// Who.
        who: Who,
        /// Full STR, DEX and WIL.
        full: [u8; 3],
        /// Current STR, DEX and WIL.
        scores: [u8; 3],
        /// Full HP.
        full_hp: u16,
        /// Current HP.
        hp: u16,
        /// Full natural AP.
        full_ap: u8,
        /// Current natural AP.
        ap: u8,
        /// Speed.
        speed: u8,
    },
    /// Somebody found out what another would answer.
    Answered {
        /// Who asked.
        who: Who,
        /// Whom.
        target: Who,
        /// What they wanted to know.
        question: String,
        /// The true answer.
        yes: bool,
    },
    /// Somebody may save with the WIL of another, or no longer.
    Rallied {
        /// Who.
        who: Who,
        /// Whose WIL.
        by: Option<Who>,
    },
    /// Somebody gave up.
    Surrendered {
        /// Who.
        who: Who,
    },
    /// A gun can be fired, or needs an action first.
    Readied {
        /// Whose.
        who: Who,
        /// Which thing.
        item: u8,
        /// Whether it can be fired now.
        ready: bool,
    },
    /// A special was used.
    SpecialUsed {
        /// By whom.
        who: Who,
        /// Which, by its place in the entry.
        special: u8,
        /// In which round.
        round: u16,
    },
    /// Somebody who minds fire was burned, or the burn is forgotten.
    Burned {
        /// Who.
        who: Who,
        /// Whether it still counts.
        burned: bool,
    },
    /// A side's nerve is tried.
    Shaken {
        /// Which side.
        side: u8,
    },
    /// Somebody is of this mood from now on.
    Tagged {
        /// Who.
        who: Who,
        /// The mood.
        tag: String,
    },
    /// An attack goes for somebody else.
    Redirected {
        /// From whom.
        from: Who,
        /// To whom.
        to: Who,
    },
    /// The damage of the attack, as it stands.
    Damage {
        /// The kept face of the weapon's die.
        face: u8,
        /// The damage.
        amount: u16,
        /// Whether the face was not rolled but forced.
        #[serde(default)]
        forced: bool,
    },
    /// Part of a roll of damage was kept, rerolled or added.
    DamageChanged {
        /// From.
        from: u16,
        /// To.
        to: u16,
    },
    /// The attack is over.
    AttackEnded,
    /// A reaction was spent.
    Reacted {
        /// Who.
        who: Who,
        /// Which kind.
        kind: Reaction,
        /// Reactions left.
        left: u8,
    },
    /// Reactions were gained or lost.
    Reactions {
        /// Who.
        who: Who,
        /// How many now.
        to: u8,
        /// Reactions to come that are lost.
        lost: u8,
    },
    /// An action to come is lost.
    ActionLost {
        /// Who.
        who: Who,
        /// How many are lost now.
        lost: u8,
    },
    /// Hit points changed.
    Hp {
        /// Who.
        who: Who,
        /// From.
        from: u16,
        /// To.
        to: u16,
    },
    /// Temporary hit points changed.
    TempHp {
        /// Who.
        who: Who,
        /// From.
        from: u16,
        /// To.
        to: u16,
    },
    /// Natural armor points changed.
    NaturalAp {
        /// Who.
        who: Who,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// Armor points of a thing changed.
    Ap {
        /// Who.
        who: Who,
        /// Which thing.
        item: u8,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// A score changed.
    Score {
        /// Who.
        who: Who,
        /// Which.
        ability: Ability,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// A body part changed.
    Part {
        /// Who.
        who: Who,
        /// Which.
        part: Part,
        /// From.
        from: PartState,
        /// To.
        to: PartState,
    },
    /// Somebody angry knows who hurt them.
    Provoked {
        /// Who.
        who: Who,
        /// By whom.
        by: Who,
    },
    /// Somebody died.
    Died {
        /// Who.
        who: Who,
    },
    /// Somebody is on the ground, or up again.
    Down {
        /// Who.
        who: Who,
        /// Whether they are down.
        down: bool,
    },
    /// Somebody has no weapon in hand when it begins.
    Ambushed {
        /// Who.
        who: Who,
    },
    /// FULL DEFENSE was taken.
    Defending {
        /// Who.
        who: Who,
    },
    /// A grapple begins.
    Grappled {
        /// Who holds.
        holder: Who,
        /// Who is held.
        held: Who,
    },
    /// A grapple ends.
    Released {
        /// Who held.
        holder: Who,
        /// Who was held.
        held: Who,
    },
    /// D8s owed against somebody.
    Counters {
        /// Who may roll them.
        who: Who,
        /// Against whom.
        against: Who,
        /// How many.
        dice: u8,
    },
    /// A wear pool changed.
    Pool {
        /// Whose.
        who: Who,
        /// Which thing.
        item: u8,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// A thing broke or was destroyed.
    Worn {
        /// Whose.
        who: Who,
        /// Which thing.
        item: u8,
        /// How it is now.
        wear: Wear,
        /// Where it is now.
        place: Place,
    },
    /// A thing survived what should have destroyed it.
    Survived {
        /// Whose.
        who: Who,
        /// Which thing.
        item: u8,
        /// How often by now.
        times: u8,
    },
    /// A thing changed its place.
    Placed {
        /// Whose.
        who: Who,
        /// Which thing.
        item: u8,
        /// Where it is now.
        place: Place,
        /// Whether it used up the one free draw of this turn.
        drew: bool,
    },
    /// A charge of a natural attack is used, or the attack is gone with the last.
    OwnCharge {
        /// Whose.
        who: Who,
        /// How many are used by now.
        used: u8,
    },
    /// Somebody has done what some teachers want to have seen.
    HasDone {
        /// Who.
        who: Who,
        /// What.
        what: String,
    },
    /// Somebody is no longer of a kind, or in a mood.
    Untagged {
        /// Who.
        who: Who,
        /// The tag.
        tag: String,
    },
    /// Something about gems and what they buy.
    Trade(TradeFact),
    /// Something about teachers and pupils.
    Lesson(LessonFact),
    /// Something about time.
    Time(TimeFact),
    /// Something could not go on. Its costs stay paid.
    Fizzled {
        /// Who tried.
        who: Who,
        /// Why, in words.
        why: String,
    },
    /// A hero is begun.
    Drafted {
        /// Their number.
        who: Who,
        /// Everything so far.
        #[schemars(with = "serde_json::Value")]
        creature: Box<Creature>,
    },
    /// The five totals are rolled.
    Totals {
        /// Whose.
        who: Who,
        /// Them.
        totals: [u8; 5],
    },
    /// The totals are assigned.
    Assigned {
        /// Whose.
        who: Who,
        /// How.
        slots: Slots,
        /// Gems left to spend.
        gems: u32,
    },
    /// A background is bought.
    Learned {
        /// Who.
        who: Who,
        /// Which.
        background: Background,
        /// Gems left.
        gems: u32,
    },
    /// A thing is bought.
    Bought {
        /// Who.
        who: Who,
        /// What.
        sheet: ItemSheet,
        /// How it is.
        item: Item,
        /// Gems left.
        gems: u32,
    },
    /// A hero is finished.
    Ready {
        /// Who.
        who: Who,
    },
    /// Something about the world.
    World(WorldFact),
    /// Something about where everybody stands, what lies about and what adventures make of it.
    Campaign(Box<boneyard_world::run::WorldFact<DirkRules>>),
    /// These are about to fight.
    Clashes {
        /// Who, against the heroes.
        foes: Vec<Who>,
    },
    /// An attack on a wide area goes off around somebody: what is there may break.
    Shatters {
        /// Around whom.
        by: Who,
    },
    /// People of an adventure are no longer as its file says.
    Changed {
        /// The adventure, by its key.
        adventure: boneyard_world::run::Id,
        /// Who.
        person: String,
        /// How they are.
        with: Box<Changes>,
    },
    /// Everything about a creature that the referee overruled.
    Overruled {
        /// Who.
        who: Who,
        /// All of it.
        #[schemars(with = "serde_json::Value")]
        creature: Box<Creature>,
    },
}
