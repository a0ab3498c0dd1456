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

pub use camp::Camp;
pub use curse::LiftCurse;
pub use explore::{Activity, Encounter, Explore};
pub use find::Find;
pub use labour::{Climb, Craft, Fall, Forage, Track};
pub use scene::{EndScene, some_hero};
pub use treat::Treat;
