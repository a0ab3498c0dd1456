//! Adventurers, made step by step as a draft; and foes made from their entries.

mod chance;
mod creation;
mod finish;
mod fit;
mod make;
mod path;
mod prepared;

pub use chance::at_once;
pub use creation::{Draft, Step, draft};
pub use finish::{
    choosable, choose_class, class_of, follow, knows, learn, move_point, pick_skill, ready, take_kit,
    to_choose,
};
pub use fit::fit;
pub use make::{add, foe_like, free_name};
pub use path::{accept_path, chooses, free_reroll, reroll_path, roll_path, rolled, shares};
pub use prepared::prepared;
