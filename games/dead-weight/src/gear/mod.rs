//! Things: made from their entries, carried in slots, handed over, dropped. What a thing does when
//! it is used is with whoever uses it.

mod carry;
mod emptied;
mod explain;
mod make;
mod slots;
mod spend;
mod stow;

pub use carry::{Carry, Drop, Give, carry, drop, give};
pub use emptied::check_emptied;
pub use explain::{Explain, explain};
pub use make::{listed, ware};
pub use slots::{
    Hands, capacity, check_place, encumbered, free_place, load, load_limit, used, worn_containers,
};
pub use spend::{Spend, spend};
pub use stow::{get, stowed};
