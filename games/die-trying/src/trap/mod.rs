//! Traps found, disarmed and sprung; locks picked and forced; caches opened, and what only looks like one; bodies
//! searched.

mod body;
mod cache;
mod closing;
mod disarm;
mod disguise;
mod known;
mod lay;
mod lock;
mod own;
mod search;
mod spring;
mod worth;

pub use body::{SEARCHED, SearchBody};
pub use cache::OpenCache;
pub use closing::{ForceDoors, closed_over, rounds_go_by};
pub use disarm::Disarm;
pub use disguise::disguise;
pub use known::{Locked, at_lock, known_lock, known_trap, name_of_lock, trap_spots};
pub use lay::{LayTrap, SpringTrap};
pub use lock::{ForceLock, PickLock, jammed, opened, unlocked};
pub use own::lay_own;
pub use search::{careful, search};
pub use spring::{alarmed, spring, stepped};
pub use worth::due;
