//! Traps found, disarmed and sprung; locks picked and forced; caches opened.

mod cache;
mod closing;
mod disarm;
mod lock;
mod own;
mod search;
mod spring;

pub use cache::{OpenCache, open_cache};
pub use closing::{ForceDoors, check_force_doors, closed_over, force_doors, rounds_go_by};
pub use disarm::{Disarm, check_disarm, disarm};
pub use lock::{ForceLock, PickLock, check_pick, force_lock, jammed, opened, pick_lock, unlocked};
pub use own::lay_own;
pub use search::{careful, search};
pub use spring::{LayTrap, SpringTrap, alarmed, lay_trap, roll_trap, spring, spring_trap, stepped};
