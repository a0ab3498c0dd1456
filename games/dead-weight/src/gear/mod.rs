//! Things: made from their entries, carried in slots, handed over, dropped. What a thing does when
//! it is used is in `uses`; what befalls it is in `awkward`.

mod aim;
mod awkward;
mod carry;
mod emptied;
mod explain;
mod make;
mod slots;
mod spend;
mod stow;
mod uses;

pub use awkward::{MarkThing, fell, jolted};
pub use carry::{Carry, Drop, Give, handed_on};
pub use emptied::check_emptied;
pub use explain::Explain;
pub use make::{listed, ware};
pub use slots::{
    Hands, capacity, check_place, encumbered, free_place, load, load_limit, may_place, used, worn_containers,
};
pub use spend::Spend;
pub use stow::{get, stowed};
pub use uses::{Ready, UseItem, apply_use, carried, carries, carries_such, held_edges, usable};
