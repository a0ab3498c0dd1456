//! What a seat may ask for that is not yet written as a deed.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lesson::Apprentice;
use crate::scenario::Fate;
use crate::time::{Passing, Rest, Scale, Travel, Wanting};
use crate::world::Attitude;

/// A command that is not yet a deed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OtherCommand {
    /// Says how far two creatures stand apart.
    Apart {
        /// One.
        one: Who,
        /// The other.
        other: Who,
        /// Feet.
        feet: u16,
    },
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
