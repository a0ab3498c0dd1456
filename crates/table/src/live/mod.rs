//! Live play: what an action was told is kept, so that it can be run again from its start
//! with everything known so far. Where that is stored is the table's business.

mod dice;
mod first;
mod host;
mod resumed;
mod told;
mod unasked;

pub use dice::{Draw, FairDice, NoDice, Scripted};
pub(crate) use host::{Run, RunEnd, advance, drawn, entered};
pub(crate) use resumed::resumed;
pub use told::{Action, ActionId, Change, Digest, Entry, How, Open, PromptId, Told, Wants};
