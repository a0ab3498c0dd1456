//! Bodies: damage step by step, healing, dropping, Death Saving Throws and death, conditions beginning
//! and ending. What deals damage is elsewhere.

mod affect;
mod body;
mod command;
mod damage;
mod dying;

pub use affect::{
    BY_DAMAGE, begin_condition, end_affects, end_condition, moment_passes, never, tie_breaks, wake,
};
pub use body::{ac, dies_at, makes_throws, max_hp, speed};
pub use command::{Harm, Heal, Inflict, Rounds, SettleDying, Stabilise};
pub use damage::{Blow, Reckoned, break_even, heal, reckon, suffer};
pub use dying::{death_dc, death_save, dies, drop_held, fall_prone, thrown};
