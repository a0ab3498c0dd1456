//! Rests, watches, rations and wounds treated with a kit; time that goes by outside fights, and what
//! wanders by in it.

mod camp;
mod curse;
mod explore;
mod labour;
mod treat;

pub use camp::{Camp, Watch, check_rest, rest};
pub use curse::{LiftCurse, lift_curse};
pub use explore::{Activity, Doing, Explore, encounter, explore};
pub use labour::{Climb, Craft, Fall, Find, Forage, Track, climb, craft, fall, find, forage, track};
pub use treat::{Treat, check_treat, treat};
