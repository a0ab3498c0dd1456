//! Rests, watches, rations and wounds treated with a kit; time that goes by outside fights, and what
//! wanders by in it.

mod camp;
mod curse;
mod draw;
mod explore;
mod find;
mod labour;
mod scene;
mod treat;

pub use camp::{Camp, check_rest, rest};
pub use curse::{LiftCurse, lift_curse};
pub use explore::{Activity, Explore, encounter, explore};
pub use find::{Find, find};
pub use labour::{Climb, Craft, Fall, Forage, Track, climb, craft, fall, forage, track};
pub use scene::EndScene;
pub use treat::{Treat, check_treat, treat};
