//! Rolling: an expression and a source of faces give a record of every die, the total, and a text of both.

mod record;
mod source;
mod text;
mod throw;
mod unruly;

pub use record::{Die, Record};
pub use source::{Entered, Generated, Scripted, Source};
pub use throw::RollError;
pub(crate) use throw::{arithmetic, checked_amount};
