//! Bodies: injuries and protection, unconsciousness, conditions, recovery and the clock that runs it.

mod condition;
mod injury;
mod protect;
mod recover;
mod time;
mod treat;

pub use condition::{Ailment, EndCondition, Given, Inflict, StillSo, inflict, recovers, review};
pub use injury::{Hurt, Injure, Wake, injure, knock_out, settle};
pub use protect::{Readjust, Repair};
pub use recover::{HealsIn, Meal};
pub use time::{Scene, Time, pass};
pub use treat::{Stabilise, Treat};
