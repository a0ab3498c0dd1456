//! Stories: executable scenes in TOML. Who does what with which dice, and what must be true
//! then; each names the rules it proves, and they must really be cited while it runs.

mod chance;
mod expect;
mod format;
mod run;
mod seated;
mod step;
mod write;

pub use chance::{OddsAnswer, OddsAnswers};
pub use expect::{Expected, lookup};
pub use format::{ExpectedRefusal, OddsCheck, Proposal, Rest, Step, Story, StoryAnswer, StoryError};
pub use run::{StepTold, StoryReport, play_out, run_sabotaged, run_story};
pub use write::{Written, write_story};
