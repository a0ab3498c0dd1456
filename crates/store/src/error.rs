//! Everything the store can refuse or fail at, in sentences a player understands.
//! Each says what, where, and whether anything changed.

use std::path::Path;

use crate::record::Seq;

/// Why the store refused or failed. After any of them the save is as it was before the call.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The save or the exported file has a format this program does not know yet.
    #[error(
        "This table was saved by a newer Boneyard ({written_by}). Update, then open it again. Nothing was changed."
    )]
    Newer {
        /// The version that wrote it, or its format where the version cannot be read.
        written_by: String,
    },
    /// The file exists but is something else.
    #[error("{path} is not a Boneyard save: {why}. Nothing was changed.")]
    NotASave {
        /// Which file.
        path: String,
        /// What it is instead.
        why: String,
    },
    /// Bytes on disk are not what was written there.
    #[error("{place} is damaged: {what}. Nothing was changed; a backup or an export may still hold it.")]
    Damaged {
        /// The file, or the table and record.
        place: String,
        /// What does not fit.
        what: String,
    },
    /// The file cannot be opened at all.
    #[error("{path} cannot be opened: {why}.")]
    CannotOpen {
        /// Which file.
        path: String,
        /// The reason, as far as the system tells.
        why: String,
    },
    /// The disk, or the size the save is allowed, is used up.
    #[error("There is no room left for {path}. Nothing was changed; make room, then try again.")]
    Full {
        /// Which file could not grow.
        path: String,
    },
    /// Another program held the save for longer than we wait.
    #[error("{path} is in use by another program. Nothing was changed; try again in a moment.")]
    Busy {
        /// Which file.
        path: String,
    },
    /// Somebody else serves the save, or has it open while it is to be replaced.
    #[error(
        "{path} is in use by another Boneyard{by}. Stop that one first, or name another folder with --data. Nothing was changed."
    )]
    Held {
        /// Which save.
        path: String,
        /// By which process, if that is known.
        by: String,
    },
    /// The save is empty or gone, but its write-ahead log is there: the one who opened it now would lose what is in it.
    #[error(
        "{path} is empty or missing, but {path}-wal still holds what was written last. The two belong together: put \
         both back from a copy of the folder, or bring a backup back with `boneyard restore FILE`. Nothing was changed; \
         to begin anew, move {path}-wal away."
    )]
    Lost {
        /// Which save.
        path: String,
    },
    /// A backup with a table that is not whole.
    #[error(
        "{path} is not whole: {what} Nothing was restored. Try an older backup; `--anyway` restores it as it is."
    )]
    Unsound {
        /// Which file.
        path: String,
        /// The first thing that does not fit.
        what: String,
    },
    /// The save was closed: the program is about to end.
    #[error("The save is closed. Nothing was changed.")]
    Closed,
    /// No table has this id.
    #[error("There is no table \"{id}\" in this save.")]
    NoSuchTable {
        /// The id asked for.
        id: String,
    },
    /// The id of a new table is taken.
    #[error("There is already a table \"{id}\" in this save. Nothing was changed.")]
    TableExists {
        /// The id asked for.
        id: String,
    },
    /// Someone else appended first.
    #[error("Table \"{id}\" has moved on to record {last}, not {after}. Nothing was changed.")]
    Conflict {
        /// Which table.
        id: String,
        /// The last record the caller knew.
        after: Seq,
        /// The last record there is.
        last: Seq,
    },
    /// The same command was appended before; its outcome stands.
    #[error("This was already done; it ends at record {seq}.")]
    AlreadyDone {
        /// What the first append returned.
        seq: Seq,
    },
    /// Something is larger than its named limit.
    #[error("{what} is larger than the {limit} bytes allowed. Nothing was changed.")]
    TooLarge {
        /// What is too large.
        what: String,
        /// The limit it passed.
        limit: u64,
    },
    /// A value the store cannot keep.
    #[error("{what}: {why}. Nothing was changed.")]
    Invalid {
        /// Which value.
        what: String,
        /// What it must be.
        why: String,
    },
    /// A line of an imported file does not fit.
    #[error("Line {line} of the imported file: {what}. Nothing was imported.")]
    Import {
        /// Counted from one.
        line: u64,
        /// What does not fit.
        what: String,
    },
    /// Reading or writing a file beside the save failed.
    #[error("{doing} failed: {why}.")]
    File {
        /// What was being done, and to which file.
        doing: String,
        /// The reason the system gives.
        why: String,
    },
    /// The database failed in a way that has no name here.
    #[error("{path} failed: {why}.")]
    Database {
        /// Which file.
        path: String,
        /// The reason the database gives.
        why: String,
    },
}

impl StoreError {
    /// Names a database failure by its primary result code.
    pub(crate) fn from_database(path: &Path, error: &sqlx::Error) -> StoreError {
        const BUSY: i32 = 5;
        const LOCKED: i32 = 6;
        const READ_ONLY: i32 = 8;
        const CORRUPT: i32 = 11;
        const FULL: i32 = 13;
        const CANNOT_OPEN: i32 = 14;
        const NOT_A_DATABASE: i32 = 26;

        let path = path.display().to_string();
        let Some(failure) = error.as_database_error() else {
            return StoreError::Database { path, why: error.to_string() };
        };
        let why = failure.message().to_string();
        // The low byte is the primary code; the rest only refines it.
        let code = failure.code().and_then(|code| code.parse::<i32>().ok()).map(|code| code & 0xff);
        match code {
            Some(BUSY | LOCKED) => StoreError::Busy { path },
            Some(FULL) => StoreError::Full { path },
            Some(CORRUPT) => StoreError::Damaged { place: path, what: why },
            Some(NOT_A_DATABASE) => {
                StoreError::NotASave { path, why: "it does not begin like a database".into() }
            }
            Some(READ_ONLY | CANNOT_OPEN) => StoreError::CannotOpen { path, why },
            _ => StoreError::Database { path, why },
        }
    }

    /// A record of a table that is not what was written.
    pub(crate) fn damaged_record(id: &str, seq: Seq, what: &str) -> StoreError {
        StoreError::Damaged { place: format!("Table \"{id}\", record {seq},"), what: what.into() }
    }

    /// A file beside the save that could not be read or written.
    pub(crate) fn file(doing: String, error: &std::io::Error) -> StoreError {
        StoreError::File { doing, why: error.to_string() }
    }

    /// A line of an imported file that does not fit.
    pub(crate) fn import(line: u64, what: impl Into<String>) -> StoreError {
        StoreError::Import { line, what: what.into() }
    }
}
