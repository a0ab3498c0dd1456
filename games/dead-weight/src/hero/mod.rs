//! Adventurers, made step by step as a draft; and foes made from their entries.

mod chance;
mod creation;
mod finish;
mod fit;
mod make;
mod path;
mod prepared;

pub use chance::DraftAtOnce;
pub(crate) use creation::making;
pub use creation::{BeginHero, Draft, Step};
pub use finish::{ChooseClass, Follow, Learn, MovePoint, PickSkill, Ready, TakeKit};
pub use fit::fit;
pub use make::{Add, foe_like, free_name};
pub use path::{AcceptPath, FreeReroll, RerollPath, RollPath, rolled};
pub use prepared::prepared;
