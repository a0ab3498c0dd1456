//! Things: made from a name, counted into slots in `slots`, moved about in `handle`.

mod handle;
mod make;
mod slots;
mod uses;

pub use handle::{define, free_hand, give, hold, meet, put_down, stow, take, take_away, take_off, wear};
pub use make::{Made, bag_place, check_name, entries, make, pair_of};
pub use slots::{BAG, ROOM, capacity, capacity_of, filled, filled_of};
pub use uses::{drink, heals, helps, rerolls, struck};
