//! What only the journal remembers: since when a house rule is as it is, when everything was done, and what was
//! played, as a story. Read away from the table, so that nobody at it waits.

mod since;
mod story;
mod times;

pub(crate) use since::{Since, since};
pub(crate) use story::{NoStory, story};
pub(crate) use times::{PAGE, TimesRead};
