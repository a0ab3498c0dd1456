//! Where things are, without a map: places with links between them, and distances between creatures.
//! Exact numbers only; what blocks, what a flag means and who may pass is a rule of each game.

mod bands;
mod distances;
mod fault;
mod places;

pub use bands::{Band, Bands};
pub use distances::Distances;
pub use fault::PlaceFault;
pub use places::{Link, Pass, Path, Place, PlaceId, Places, Way};
