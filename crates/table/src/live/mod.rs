//! Live play: what an action was told is kept, so that it can be run again from its start
//! with everything known so far. Where that is stored is the table's business.

mod dice;
mod first;
mod host;
mod told;

pub use dice::{Draw, FairDice, NoDice, Scripted};
pub(crate) use host::{RunEnd, advance, entered};
pub use told::{Action, ActionId, Digest, Entry, How, Open, PromptId, Told, Wants};
