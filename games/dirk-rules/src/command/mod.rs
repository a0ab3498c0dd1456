//! What a seat may ask for, the lane each command runs in, and who may give it.

mod carry;

pub use carry::{address, resolve};

use boneyard_table::{Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::check::{CallSave, Contender};
use crate::combat::{Begin, Move};
use crate::hero::Slots;
use crate::lesson::Apprentice;
use crate::power::UsePower;
use crate::scenario::Fate;
use crate::state::{Part, Place, With};
use crate::time::{Passing, Rest, Scale, Travel, Wanting};
use crate::trade::{Shopping, Work};
use crate::world::Attitude;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Sets a house switch.
    House {
        /// Which.
        switch: String,
        /// To what.
        value: String,
    },
    /// Brings a creature or a ready hero into the scene.
    Add {
        /// The id or name of its entry; a creature without one has every number at its default.
        #[serde(default)]
        like: Option<String>,
        /// What it is called here.
        name: String,
        /// Who plays it, if it is a ready hero; the referee if nobody is named.
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// Gives a creature a proper name.
    Name {
        /// Who.
        who: Who,
        /// The name.
        name: String,
    },
    /// Says how far two creatures stand apart.
    Apart {
        /// One.
        one: Who,
        /// The other.
        other: Who,
        /// Feet.
        feet: u16,
    },
    /// Calls for a save.
    Save(CallSave),
    /// Calls for a contest.
    Contest {
        /// Two or more sides.
        sides: Vec<Contender>,
    },
    /// Begins a battle.
    Begin(Begin),
    /// Comes into a battle under way.
    Join {
        /// Who.
        who: Who,
    },
    /// Moves.
    Move(Move),
    /// Attacks.
    Attack {
        /// Who.
        who: Who,
        /// With what.
        with: With,
        /// Whom.
        target: Who,
        /// Lets the weapon break instead of paying for a top face.
        #[serde(default)]
        let_break: bool,
    },
    /// FULL DEFENSE.
    FullDefense {
        /// Who.
        who: Who,
    },
    /// GRAPPLE!
    Grapple {
        /// Who.
        who: Who,
        /// Whom.
        target: Who,
    },
    /// Stands up.
    Stand {
        /// Who.
        who: Who,
        /// For the action instead of the move.
        #[serde(default)]
        with_action: bool,
    },
    /// Takes a thing in hand, puts it on or puts it away.
    Hold {
        /// Who.
        who: Who,
        /// Which thing.
        item: u8,
        /// Where to.
        place: Place,
    },
    /// CALLED SHOT!
    CalledShot {
        /// Who.
        who: Who,
        /// With what.
        with: With,
        /// Whom.
        target: Who,
        /// Which part.
        part: Part,
        /// Lets the weapon break instead of paying for a top face.
        #[serde(default)]
        let_break: bool,
    },
    /// FEINT...
    Feint {
        /// Who.
        who: Who,
        /// With what.
        with: With,
        /// Whom.
        target: Who,
    },
    /// TAUNT!
    Taunt {
        /// Who.
        who: Who,
        /// Whom.
        target: Who,
    },
    /// ROUTE!
    Route {
        /// Who.
        who: Who,
        /// Whom.
        target: Who,
    },
    /// RALLY!
    Rally {
        /// Who.
        who: Who,
    },
    /// Reloads a gun or sets it up.
    MakeReady {
        /// Who.
        who: Who,
        /// Which thing.
        item: u8,
    },
    /// Uses a creature's special.
    Special {
        /// Who.
        who: Who,
        /// Which, by its place in the entry.
        special: u8,
        /// At whom; nobody where it is no matter.
        #[serde(default)]
        target: Option<Who>,
    },
    /// Cuts somebody loose or puts out the flames.
    Help {
        /// Who.
        who: Who,
        /// Whom.
        target: Who,
    },
    /// Anything else one can do in a turn.
    Misc {
        /// Who.
        who: Who,
        /// What, in words.
        what: String,
    },
    /// Ends the turn.
    EndTurn {
        /// Whose.
        who: Who,
    },
    /// Ends the battle.
    EndBattle,
    /// Does something, in plain words.
    Say {
        /// Who.
        who: Who,
        /// The words.
        what: String,
    },
    /// Begins a larger plan.
    Plan {
        /// Whose.
        who: Who,
        /// What it is to achieve.
        aim: String,
    },
    /// Says what a plan takes.
    PlanNeeds {
        /// Which plan.
        plan: u8,
        /// What it takes.
        what: String,
        /// How much of it; none strikes it out.
        of: u16,
    },
    /// Marks what a plan takes as met.
    PlanMeets {
        /// Which plan.
        plan: u8,
        /// What is met.
        what: String,
        /// How much of it.
        count: u16,
    },
    /// Says that a plan is achieved.
    PlanDone {
        /// Which plan.
        plan: u8,
    },
    /// Rolls for an event now.
    Event {
        /// On which scale.
        scale: Scale,
        /// The die in hand, if it is to be checked.
        #[serde(default)]
        die: Option<String>,
    },
    /// Lets time pass.
    Pass(Passing),
    /// Looks closely at something.
    Explore {
        /// Who.
        who: Vec<Who>,
        /// What they do.
        what: String,
    },
    /// Rests.
    Rest(Rest),
    /// Tends armor.
    Tend {
        /// Whose.
        who: Who,
    },
    /// Travels.
    Travel(Travel),
    /// Goes at so many miles an hour.
    Chase {
        /// Who.
        who: Who,
        /// How fast.
        miles: u16,
    },
    /// Mounts or dismounts.
    Ride {
        /// Who.
        who: Who,
        /// What; nothing to dismount.
        #[serde(default)]
        on: Option<Who>,
    },
    /// Says that people are without something from now on.
    Deprive {
        /// Who.
        who: Vec<Who>,
        /// Without what.
        of: Wanting,
    },
    /// Goes without air for a while.
    Breathless {
        /// Who.
        who: Vec<Who>,
        /// Turns instead of minutes.
        #[serde(default)]
        exerted: bool,
        /// There was no time to draw breath.
        #[serde(default)]
        caught: bool,
        /// How many minutes or turns.
        #[serde(default)]
        count: u16,
    },
    /// A want is met.
    Relieve {
        /// Whose.
        who: Vec<Who>,
        /// Which.
        of: Wanting,
        /// On bare ground, if it is sleep.
        #[serde(default)]
        rough: bool,
    },
    /// Wakes somebody sooner.
    Wake {
        /// Who.
        who: Who,
    },
    /// Begins a hero.
    Draft {
        /// Their name.
        name: String,
        /// Which seat they are for; the one who asks if none is named.
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// Rolls the five totals.
    RollTotals {
        /// Whose.
        who: Who,
    },
    /// Assigns the five totals.
    Assign {
        /// Whose.
        who: Who,
        /// How.
        slots: Slots,
    },
    /// Buys a background.
    Learn {
        /// Who.
        who: Who,
        /// Which kind.
        kind: String,
        /// In what.
        #[serde(default)]
        of: Option<String>,
    },
    /// Buys a thing.
    Buy {
        /// Who.
        who: Who,
        /// What.
        thing: String,
    },
    /// Lets somebody find a power-up.
    Find {
        /// Who.
        who: Who,
        /// Of which class.
        class: String,
    },
    /// Takes a power-up.
    Consume {
        /// Who.
        who: Who,
        /// Which thing.
        item: u8,
    },
    /// Uses a power.
    Use(UsePower),
    /// Finishes a hero.
    Ready {
        /// Who.
        who: Who,
    },
    /// Buys something in play, or pays for a service.
    Shop(Shopping),
    /// Sells a thing of one's own.
    Sell {
        /// Who.
        who: Who,
        /// Which thing.
        item: u8,
    },
    /// Hands a thing on.
    HandOn {
        /// Who.
        who: Who,
        /// Which thing.
        item: u8,
        /// To whom.
        target: Who,
    },
    /// Leaves a thing behind.
    Drop {
        /// Who.
        who: Who,
        /// Which thing.
        item: u8,
    },
    /// Has a thing repaired.
    Fix {
        /// Whose.
        who: Who,
        /// Which repair, by name.
        fix: String,
        /// Which thing.
        item: u8,
    },
    /// Works for gems.
    Work(Work),
    /// Crosses from one world to another.
    Voyage {
        /// Who.
        who: Vec<Who>,
        /// In what.
        ship: Who,
    },
    /// Asks somebody to teach.
    Apprentice(Apprentice),
    /// Takes lessons for so many weeks.
    Train {
        /// Which lessons.
        lesson: u8,
        /// How many weeks.
        weeks: u8,
    },
    /// Says what else a teacher asks for.
    LessonNeeds {
        /// Which lessons.
        lesson: u8,
        /// What.
        what: String,
        /// How much of it; none strikes it out.
        of: u16,
    },
    /// Marks what a teacher asks for as met.
    LessonMeets {
        /// Which lessons.
        lesson: u8,
        /// What is met.
        what: String,
        /// How much of it.
        count: u16,
    },
    /// Gives lessons up.
    LeaveLesson {
        /// Which lessons.
        lesson: u8,
    },
    /// Rolls on a table in secret.
    Draw {
        /// Its id or its name.
        table: String,
    },
    /// Brings in creatures that are at hand.
    Meet {
        /// Which, by their place among what is at hand.
        at: u8,
        /// How they feel; a die decides where nothing is said.
        #[serde(default)]
        attitude: Option<Attitude>,
        /// How far off they are.
        #[serde(default)]
        feet: Option<u16>,
    },
    /// Hands out something that is at hand.
    HandOut {
        /// What, by its place among what is at hand.
        at: u8,
        /// To whom.
        who: Who,
        /// For which weapon, if it is ammo or charges.
        #[serde(default)]
        item: Option<u8>,
    },
    /// Lets a danger that is at hand befall people.
    Befall {
        /// Which, by its place among what is at hand.
        at: u8,
        /// Whom.
        who: Vec<Who>,
    },
    /// Puts aside something that is at hand.
    PutAside {
        /// What, by its place among what is at hand.
        at: u8,
    },
    /// Goes through the pockets of somebody who cannot mind.
    Search {
        /// Who.
        who: Who,
        /// Whose.
        body: Who,
    },
    /// Takes a thing from somebody who cannot mind.
    Take {
        /// Who.
        who: Who,
        /// From whom.
        from: Who,
        /// Which thing of theirs.
        item: u8,
    },
    /// Lets somebody have a thing, of the lists or not.
    Grant {
        /// Whom.
        who: Who,
        /// What.
        thing: String,
        /// What it weighs, if it is on no list; 1 where nothing is said.
        #[serde(default)]
        weight: Option<i16>,
        /// What it is worth, if it is on no list; 1 gem where nothing is said.
        #[serde(default)]
        gems: Option<i32>,
    },
    /// Lets somebody find a power-up of the class the place hides.
    FindAt {
        /// Who.
        who: Who,
        /// What the place is, in words.
        place: String,
    },
    /// Lets somebody buy a power-up where nobody looks.
    BlackMarket {
        /// Who.
        who: Who,
        /// Of which class.
        class: String,
    },
    /// Says what the weather is.
    Weather {
        /// Which, by name; a D6 decides where nothing is said.
        #[serde(default)]
        is: Option<String>,
        /// For how many hours; none and it clears up.
        hours: u16,
    },
    /// Lets people ford water in flood.
    Ford {
        /// Whom.
        who: Vec<Who>,
    },
    /// Lets a danger of the place catch people.
    Hazard {
        /// Which, by name.
        is: String,
        /// Whom.
        who: Vec<Who>,
        /// Feet, turns or minutes, whichever it is counted by.
        #[serde(default)]
        size: u16,
        /// There was a warning, and time to draw breath.
        #[serde(default)]
        warned: bool,
    },
    /// A danger on no list does what no list says otherwise: D6.
    Mishap {
        /// What it is, in the referee's words.
        what: String,
        /// Whom.
        who: Vec<Who>,
    },
    /// Says how far a threat has grown.
    Threat {
        /// What it is.
        name: String,
        /// Its step, 1 to 4.
        step: u8,
    },
    /// Begins the scenario.
    SetOut,
    /// Goes to a place of the scenario next to this one.
    Go {
        /// Its name.
        to: String,
    },
    /// Brings in those who wait under a name.
    Reveal {
        /// The name.
        name: String,
    },
    /// Calls for what can be tried at this place.
    Attempt {
        /// Who tries.
        who: Who,
        /// What.
        what: String,
    },
    /// Hands out what lies at this place.
    Loot {
        /// To whom.
        who: Who,
        /// What.
        what: String,
    },
    /// Moves a clock of the scenario early.
    Advance {
        /// Which.
        clock: String,
    },
    /// Says that something is so at this place, or no longer.
    Flag {
        /// What.
        flag: String,
        /// Whether it is so.
        on: bool,
    },
    /// Says what became of somebody on whom the end of the scenario depends.
    Fate {
        /// Of whom.
        of: String,
        /// What.
        is: Fate,
        /// Who is paid, if there is a reward.
        #[serde(default)]
        who: Option<Who>,
    },
}
