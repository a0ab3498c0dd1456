//! What a seat may ask for that is not yet written as a deed.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scenario::Fate;
use crate::time::{Passing, Rest, Scale, Travel};

/// A command that is not yet a deed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OtherCommand {
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
    /// Crosses from one world to another.
    Voyage {
        /// Who.
        who: Vec<Who>,
        /// In what.
        ship: Who,
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
