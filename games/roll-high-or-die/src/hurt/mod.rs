//! Bodies: damage in its order, Wounds, Hit Dice, Death Calls and death, air, and Conditions as they come and go.

mod command;
mod condition;
mod damage;
mod wound;

pub use command::{Air, Fall, Harm, HarmPart, Inflict, RestoreVitality, SpendHitDie};
pub use condition::{
    Gain, WATCH_ENDS, ease, end_conditions, gain, lie_down, moment_passes, row_of, source_gone, until_of,
};
pub use damage::{Blow, Suffered, Wallop, drop_held, roll_dice, suffer};
pub use wound::{death_call, die, hit_die, may_spend_die, regain, takes_wounds, wound};
