//! Things: made from a name in `make`, counted into slots in `slots`, carried, worn and held, and what the GM says of them.

mod carry;
mod handle;
mod hands;
mod make;
mod slots;
mod uses;
mod wear;
mod word;

pub use carry::{Drop, Give, Take};
pub use hands::{Hold, Stow, free_hand};
pub use make::{Made, bag_place, entries, make, may_call, pair_of};
pub use slots::{BAG, ROOM, capacity, capacity_of, filled, filled_of};
pub use uses::{Drink, heals, helps, rerolls, struck};
pub use wear::{TakeOff, Wear};
pub use word::{Define, Meet, TakeAway};
