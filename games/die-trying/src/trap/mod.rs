//! Traps found, disarmed and sprung; locks picked and forced; caches opened, and what only looks like one; bodies
//! searched.

mod body;
mod cache;
mod closing;
mod disarm;
mod disguise;
mod known;
mod lock;
mod own;
mod search;
mod spring;
mod worth;

pub use body::{SearchBody, check_search_body, search_body};
pub use cache::{OpenCache, open_cache};
pub use closing::{ForceDoors, check_force_doors, closed_over, force_doors, rounds_go_by};
pub use disarm::{Disarm, check_disarm, disarm};
pub use disguise::disguise;
pub use known::{Locked, at_lock, known_lock, known_trap, name_of_lock, trap_spots};
pub use lock::{ForceLock, PickLock, check_pick, force_lock, jammed, opened, pick_lock, unlocked};
pub use own::lay_own;
pub use search::{careful, search};
pub use spring::{LayTrap, SpringTrap, alarmed, lay_trap, roll_trap, spring, spring_trap, stepped};
pub use worth::due;
