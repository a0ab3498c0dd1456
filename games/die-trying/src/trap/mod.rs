//! Traps found, disarmed and sprung; locks picked and forced; caches opened.

mod cache;
mod disarm;
mod lock;
mod search;
mod spring;

pub use cache::{OpenCache, open_cache};
pub use disarm::{Disarm, check_disarm, disarm};
pub use lock::{ForceLock, PickLock, force_lock, jammed, opened, pick_lock, unlocked};
pub use search::{careful, search};
pub use spring::{LayTrap, SpringTrap, alarmed, lay_trap, roll_trap, spring, spring_trap, stepped};
