//! Bodies: injuries and protection, unconsciousness, conditions, recovery and the clock that runs it.

mod condition;
mod injury;
mod protect;
mod time;
mod treat;

pub use condition::{Ailment, Given, end, inflict, inflict_by, recovers, review, still};
pub use injury::{Hurt, Injure, injure, injure_by, knock_out, settle, wake};
pub use protect::{readjust, repair};
pub use time::{Passing, heals_in, meal, pass, scene, time};
pub use treat::{stabilise, treat};
