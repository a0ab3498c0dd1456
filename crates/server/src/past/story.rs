//! What was played at a table, as a story.

use boneyard_registry::GameEntry;
use boneyard_store::Record;
use boneyard_table::live::ActionId;
use boneyard_table::stage::Stage;
use boneyard_table::story::{Written, write_story};

/// Longer evenings make stories that nobody reads.
const MOST_RECORDS: usize = 20_000;

/// Why there is no story.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoStory {
    /// It would be too long.
    #[error("This table is too long for one story: fork it, or go back further.")]
    TooLong,
    /// What is on disk cannot be read.
    #[error("This table cannot be read: {0}.")]
    Broken(String),
}

/// Everything, or everything before an action, as a story.
pub(crate) fn story(
    entry: &GameEntry,
    title: &str,
    records: &[Record],
    before: Option<ActionId>,
) -> Result<Written, NoStory> {
    if records.len() > MOST_RECORDS {
        return Err(NoStory::TooLong);
    }
    let bodies: Vec<&str> = records.iter().map(|record| record.body.as_str()).collect();
    let starts: Vec<Stage> = (entry.starts)().into_iter().map(|(_, stage)| stage).collect();
    write_story(entry.game, title, &bodies, &starts, before)
        .map_err(|error| NoStory::Broken(error.to_string()))
}
