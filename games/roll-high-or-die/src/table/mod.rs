//! What the Referee does with the table itself: its house rules, who is there and how they regard each other, gifts, and
//! the map as it changes. Laying out a map and putting people on it is with `combat`.

mod house;
mod map;
mod people;

pub use house::SetHouse;
pub use map::{SetCurrent, SetDoor, SetFloor, SetLight};
pub use people::{AddCreature, Considers, Grant};

/// The heading the cards stand under.
const TABLE: &str = "Table";
